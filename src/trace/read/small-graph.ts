import { buildGraph, type SourceFile } from "../../code/graph/build/build.ts";
import { type Graph, graphOf } from "../../code/graph/model/graph.ts";
import { isTargetManifest, type Manifest } from "../../code/graph/targets/target.ts";
import { languageFor, prepareLanguage } from "../../code/languages/registry.ts";
import { roleOf } from "../../code/roles.ts";
import { readText } from "../../workspace/files/files.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";

/** A larger project has an index, or none is used. */
const maxFiles = 400;
const maxFileBytes = 500_000;

/** The symbol graph of a small project, made in memory where there is no index yet. Undefined for larger ones. */
export async function smallGraph(workspace: Workspace, signal: AbortSignal): Promise<Graph | undefined> {
  const walked = await walkAll(workspace, { signal });
  const entries = (walked.ok ? walked.value : []).filter(({ size }) => size <= maxFileBytes);
  const code = entries.filter(({ path }) => languageFor(path) !== undefined);
  if (code.length === 0 || code.length > maxFiles) return undefined;
  const sources: SourceFile[] = [];
  for (const { path } of code) {
    const file = await readText(workspace, path);
    const language = file.ok ? languageFor(path, file.value.text) : undefined;
    if (!file.ok || language === undefined) continue;
    await prepareLanguage(language);
    const { text, sha256 } = file.value;
    const facts = language.parse(text, path);
    sources.push({
      path,
      hash: sha256,
      language: language.id,
      role: roleOf(path, language.id, text),
      facts: () => facts,
    });
  }
  const manifests: Manifest[] = [];
  for (const { path } of entries.filter((entry) => isTargetManifest(entry.path))) {
    const file = await readText(workspace, path);
    if (file.ok) manifests.push({ path, text: file.value.text });
  }
  return graphOf(buildGraph(sources, undefined, manifests));
}
