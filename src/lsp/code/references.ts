import type { Location } from "vscode-languageserver/node";
import type { RequirementNode } from "../../trace/model/node.ts";
import { readText } from "../../workspace/files/files.ts";
import { listedPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Folder } from "../session/folder.ts";
import { lineRange, linesOf, nameRange, uriOf } from "../session/positions.ts";

/** The tags that name a requirement or a part of it, and the tests that count for it. */
export async function referencesTo(folder: Folder, node: RequirementNode): Promise<Location[]> {
  const trace = folder.trace ?? (await folder.retrace());
  if (trace === undefined) return [];
  const places = new Map<string, { path: WorkspacePath; line: number; name: string }>();
  const add = (path: WorkspacePath | undefined, line: number, name = "") => {
    const key = `${path}:${line}`;
    if (path !== undefined && !places.has(key)) places.set(key, { path, line, name });
  };
  for (const [path, { tags }] of trace.scan.files)
    for (const { references, line } of tags)
      for (const reference of references) {
        const meant = trace.graph.resolve(reference);
        const isMeant = meant.kind === "one" && isPartOf(meant.node, node);
        if (isMeant) add(path, line, reference);
      }
  for (const leaf of trace.graph.leavesOf(trace.graph.get(node.address) ?? node))
    for (const { test, file, line } of trace.linksOf(leaf.address))
      add(listedPath(file), test?.range.startLine ?? line);
  const found: Location[] = [];
  for (const { path, line, name } of places.values()) {
    const text = await folder.read(() => readText(folder.workspace, path));
    const lines = linesOf(text.ok ? text.value.text : "");
    const range = name === "" ? lineRange(lines, line) : nameRange(lines, line, name);
    found.push({ uri: uriOf(folder.workspace, path), range });
  }
  return found;
}

function isPartOf(node: RequirementNode, whole: RequirementNode): boolean {
  return node.address === whole.address || node.parent === whole.address;
}
