import type { Hover, Position } from "vscode-languageserver/node";
import { blockOf, blockText } from "../../changes/delta/blocks.ts";
import { lineRange, linesOf } from "../session/positions.ts";
import { code, quoted } from "../session/quote.ts";
import type { OpenFile, Session } from "../session/session.ts";
import { deltaKindOf, type Entry, entryAt, findTarget, specKindOf, targetSpec } from "./entries.ts";
import { idHover } from "./ids.ts";
import { stateText } from "./state-text.ts";
import { changesOf } from "./touching.ts";

/** On a heading of a delta: what the spec says now. On a heading of a spec: its tests, and what would change it. */
export async function markdownHover(
  session: Session,
  file: OpenFile,
  position: Position,
): Promise<Hover | undefined> {
  const { vocabulary } = await file.folder.territory();
  const entry = entryAt(file.text, vocabulary, position.line + 1);
  if (entry === undefined) return idHover(file, position);
  const value = (await ofDelta(session, file, entry)) ?? (await ofSpec(session, file, entry));
  if (value === undefined) return undefined;
  return { contents: { kind: "markdown", value }, range: lineRange(linesOf(file.text), entry.line) };
}

async function ofDelta(session: Session, file: OpenFile, entry: Entry): Promise<string | undefined> {
  const kind = deltaKindOf(file);
  if (kind === undefined) return undefined;
  const target = await targetSpec(session, file, kind);
  if (entry.section === "added" && (target === undefined || findTarget(target, entry) === undefined))
    return `Added to ${code(kind.name)} by ${code(kind.change)}.`;
  const found = target && findTarget(target, entry);
  if (target === undefined || found === undefined)
    return `${code(kind.name)} has no requirement ${code(entry.requirement)}.`;
  const block = blockOf(target.spec.document, found.requirement);
  const piece = block.pieces.find(({ name, isScenario }) => isScenario && name === entry.scenario);
  if (entry.scenario !== undefined && piece === undefined)
    return `${code(entry.requirement)} of ${code(kind.name)} has no scenario ${code(entry.scenario)}.`;
  const text = piece?.text ?? blockText(block);
  return `Now in ${code(target.path)}:\n\n${quoted(text)}`;
}

async function ofSpec(session: Session, file: OpenFile, entry: Entry): Promise<string | undefined> {
  const kind = specKindOf(file);
  if (kind === undefined) return undefined;
  const { graph } = await file.folder.requirements();
  const node = graph.nodes.find((each) => each.file === file.path && each.line === entry.line);
  const touching = await changesOf(session, file, kind, entry);
  const changes = touching.map(({ change, section }) => `- ${code(change)} (${section})`);
  const lines = [
    ...(node === undefined ? [] : [code(graph.short(node)), stateText(file.folder, node)]),
    ...(changes.length === 0 ? [] : [`Open changes:\n\n${changes.join("\n")}`]),
  ];
  return lines.length === 0 ? undefined : lines.join("\n\n");
}
