/// <reference types="vscode" />
import type * as vscode from "vscode";

/** What the extension uses of the editor. Tests bring their own. */
export type Host = Pick<
  typeof vscode,
  | "window"
  | "commands"
  | "workspace"
  | "EventEmitter"
  | "TreeItem"
  | "ThemeIcon"
  | "Uri"
  | "StatusBarAlignment"
>;

/** Calls a command of the language server. */
export type Call = (command: string, ...args: unknown[]) => Promise<unknown>;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The records in a list of an answer. */
export function recordsIn(answer: unknown, name: string): Readonly<Record<string, unknown>>[] {
  const list = isRecord(answer) ? answer[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

export function textOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
