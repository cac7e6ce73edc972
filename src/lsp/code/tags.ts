import type { Hover, Location, Position, Range } from "vscode-languageserver/node";
import type { RequirementNode } from "../../trace/model/node.ts";
import type { SourceFacts } from "../../trace/sources/model.ts";
import { readText } from "../../workspace/files/files.ts";
import { stateText } from "../markdown/state-text.ts";
import { linesOf, nameRange, rangeOn, uriOf } from "../session/positions.ts";
import { code, quoted } from "../session/quote.ts";
import type { OpenFile } from "../session/session.ts";
import { referencesTo } from "./references.ts";
import { factsOfFile, graphOf } from "./tag-findings.ts";

/** The address in a tag under a cursor, and where it is written. */
interface Reference {
  readonly text: string;
  readonly range: Range;
}

export function referenceAt(
  { tags }: Pick<SourceFacts, "tags">,
  text: string,
  { line, character }: Position,
): Reference | undefined {
  const written = linesOf(text)[line] ?? "";
  for (const tag of tags) {
    const start = tag.line === line + 1 ? written.indexOf(tag.text) : -1;
    if (start < 0 || character < start || character > start + tag.text.length) continue;
    let from = start;
    for (const reference of tag.references) {
      const at = written.indexOf(reference, from);
      if (at >= 0 && at <= character && character <= at + reference.length)
        return { text: reference, range: rangeOn(line, at, at + reference.length) };
      from = Math.max(from, at + reference.length);
    }
  }
  return undefined;
}

async function resolved(file: OpenFile, position: Position) {
  const reference = referenceAt(await factsOfFile(file), file.text, position);
  if (reference === undefined) return undefined;
  const graph = await graphOf(file);
  return { reference, meant: graph.resolve(reference.text) };
}

/** The text and the state of the requirement that a tag names. */
export async function tagHover(file: OpenFile, position: Position): Promise<Hover | undefined> {
  const found = await resolved(file, position);
  if (found === undefined) return undefined;
  const { reference, meant } = found;
  const value =
    meant.kind === "one"
      ? describe(file, meant.node)
      : meant.kind === "several"
        ? `${code(reference.text)} means ${meant.nodes.map(({ address }) => code(address)).join(" and ")}.`
        : meant.kind === "unknown"
          ? `${code(meant.document.file)} cannot be read.`
          : `No requirement has the address ${code(reference.text)}.${nearestText(meant.nearest)}`;
  return { contents: { kind: "markdown", value }, range: reference.range };
}

function nearestText(nearest: readonly string[]): string {
  return nearest.length === 0 ? "" : ` Did you mean ${nearest.map(code).join(" or ")}?`;
}

function describe({ folder }: OpenFile, node: RequirementNode): string {
  const where = node.change === undefined ? "" : ` (planned in ${code(node.change)})`;
  return `${code(node.name)} — ${code(`${node.file}:${node.line}`)}${where}\n\n${quoted(node.text)}\n\n${stateText(folder, node)}`;
}

/** Where the requirement of a tag is written. */
export async function tagDefinition(file: OpenFile, position: Position): Promise<Location[]> {
  const found = await resolved(file, position);
  const { meant } = found ?? {};
  const nodes = meant?.kind === "one" ? [meant.node] : meant?.kind === "several" ? meant.nodes : [];
  const locations: Location[] = [];
  for (const node of nodes) locations.push(await locationOf(file, node));
  return locations;
}

/** Other tags, and the tests, of the requirement of a tag; its own place first. */
export async function tagReferences(
  file: OpenFile,
  position: Position,
  withDeclaration: boolean,
): Promise<Location[]> {
  const found = await resolved(file, position);
  if (found?.meant.kind !== "one") return [];
  const own = withDeclaration ? [await locationOf(file, found.meant.node)] : [];
  return [...own, ...(await referencesTo(file.folder, found.meant.node))];
}

async function locationOf({ folder }: OpenFile, { file, line, name }: RequirementNode): Promise<Location> {
  const text = await folder.read(() => readText(folder.workspace, file));
  const range = nameRange(linesOf(text.ok ? text.value.text : ""), line, name);
  return { uri: uriOf(folder.workspace, file), range };
}
