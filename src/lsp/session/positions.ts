import { pathToFileURL } from "node:url";
import type { Position, Range } from "vscode-languageserver/node";
import { splitLines } from "../../markdown/blocks/lines.ts";
import { absolutePath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

/** The lines of a text without their ends, as editors count them. */
export function linesOf(text: string): string[] {
  return splitLines(text, 0).map((line) => line.text);
}

/** What is written on a line, which counts from 1: from its first letter to its last. */
export function lineRange(lines: readonly string[], line: number): Range {
  const at = Math.max(0, Math.min(line, Math.max(1, lines.length)) - 1);
  const text = lines[at] ?? "";
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  return rangeOn(at, start, end);
}

/** All of some lines, which count from 1, both ends included. */
export function blockRange(lines: readonly string[], from: number, to: number): Range {
  const last = Math.max(from, Math.min(to, lines.length));
  return { start: position(from - 1, 0), end: position(last - 1, lines[last - 1]?.length ?? 0) };
}

/** Where a name is written on a line, which counts from 1: its last occurrence, else the whole line. */
export function nameRange(lines: readonly string[], line: number, name: string): Range {
  const at = name === "" ? -1 : (lines[line - 1] ?? "").lastIndexOf(name);
  return at < 0 ? lineRange(lines, line) : rangeOn(line - 1, at, at + name.length);
}

/** A range on one line, counted from 0. */
export function rangeOn(line: number, from: number, to: number): Range {
  return { start: position(line, from), end: position(line, to) };
}

export function position(line: number, character: number): Position {
  return { line, character };
}

export function isInside({ start, end }: Range, { line, character }: Position): boolean {
  const isAfter = line > start.line || (line === start.line && character >= start.character);
  return isAfter && (line < end.line || (line === end.line && character <= end.character));
}

export function uriOf(workspace: Workspace, path: WorkspacePath): string {
  return pathToFileURL(absolutePath(workspace, path)).href;
}
