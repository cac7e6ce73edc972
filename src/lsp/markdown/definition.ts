import type { Location, Position } from "vscode-languageserver/node";
import { specPath } from "../../changes/library.ts";
import { readSpec } from "../../specs/read.ts";
import { lineRange, linesOf, nameRange, uriOf } from "../session/positions.ts";
import type { OpenFile, Session } from "../session/session.ts";
import { deltaKindOf, entryAt, findTarget, specKindOf, targetSpec } from "./entries.ts";
import { idDefinition } from "./ids.ts";
import { linkDefinition } from "./links.ts";
import { changesOf } from "./touching.ts";

/** From a delta to the requirement, from a requirement to the changes that touch it, from a link to its heading. */
export async function markdownDefinition(
  session: Session,
  file: OpenFile,
  position: Position,
): Promise<Location[]> {
  const linked = await linkDefinition(session, file, position);
  if (linked !== undefined) return [linked];
  const { vocabulary } = await file.folder.territory();
  const entry = entryAt(file.text, vocabulary, position.line + 1);
  if (entry === undefined)
    return [...(await capabilityAt(session, file, position)), ...(await idDefinition(file, position))];
  const delta = deltaKindOf(file);
  const target = delta && (await targetSpec(session, file, delta));
  if (target !== undefined) {
    const found = findTarget(target, entry);
    if (found === undefined) return [];
    const { line, name } = found.scenario ?? found.requirement;
    const range = nameRange(linesOf(target.text), line, name);
    return [{ uri: uriOf(file.folder.workspace, target.path), range }];
  }
  const spec = specKindOf(file);
  const touching = spec === undefined ? [] : await changesOf(session, file, spec, entry);
  return touching.map(({ path, text, entry: { line, name } }) => ({
    uri: uriOf(file.folder.workspace, path),
    range: nameRange(linesOf(text), line, name),
  }));
}

/** A capability in backticks in a document of a change: its spec. */
async function capabilityAt(session: Session, file: OpenFile, position: Position): Promise<Location[]> {
  const change = file.kinds.find((kind) => kind.kind === "change");
  if (change === undefined) return [];
  const name = codeAt(linesOf(file.text)[position.line] ?? "", position.character);
  if (name === undefined || !/^[\p{L}\p{N}][\p{L}\p{N}_-]*(?:\/[\p{L}\p{N}_-]+)*$/u.test(name)) return [];
  const { layout } = change;
  const { folder } = file;
  const path = specPath({ entry: { id: name, name, layout, path: layout.changes } }, name);
  const text = await session.textAt({ folder, path });
  if (text === undefined) return [];
  const { vocabulary } = await folder.territory();
  const { titleLine } = readSpec(text, vocabulary);
  return [{ uri: uriOf(folder.workspace, path), range: lineRange(linesOf(text), Math.max(1, titleLine)) }];
}

/** The code span of a line around a column. */
export function codeAt(line: string, character: number): string | undefined {
  for (const match of line.matchAll(/`([^`]+)`/g))
    if (match.index <= character && character <= match.index + match[0].length) return match[1];
  return undefined;
}
