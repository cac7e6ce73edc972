import { isRecord } from "../kernel/json.ts";
import { type LoadedSpec, titleOf } from "./library.ts";
import type { FileStamp } from "./stamp.ts";
import { termsOf } from "./terms.ts";

/** Something that a search can find: a spec, a requirement or a scenario. Short keys: there are thousands. */
export interface IndexEntry {
  /** Requirement; empty for the spec itself. */
  readonly r: string;
  /** Scenario, if it is one. */
  readonly s?: string;
  readonly line: number;
  /** Terms of its name, each between blanks: ` list spec tool `. */
  readonly n: string;
  /** Terms of its text, likewise. */
  readonly t: string;
}

export interface IndexedFile extends FileStamp {
  readonly path: string;
  readonly sha256: string;
  readonly readAt: number;
  readonly entries: readonly IndexEntry[];
}

/** What a search needs to know of all specs. Everything in it can be made again from the files. */
export interface SpecIndex {
  readonly version: typeof indexVersion;
  readonly files: readonly IndexedFile[];
}

/** Goes up when terms are made differently, so that an older index is made anew. */
export const indexVersion = 1;

/** The entries of one spec: itself with its purpose, each requirement, each scenario. */
export function indexSpec(loaded: LoadedSpec): IndexEntry[] {
  const { entry, spec } = loaded;
  const entries = [entryOf("", undefined, spec.titleLine, `${entry.name} ${titleOf(loaded)}`, spec.purpose)];
  for (const { name, line, description, scenarios } of spec.requirements) {
    entries.push(entryOf(name, undefined, line, name, description));
    for (const scenario of scenarios) {
      const steps = scenario.steps.map((step) => step.text).join(" ");
      entries.push(entryOf(name, scenario.name, scenario.line, scenario.name, `${steps} ${scenario.notes}`));
    }
  }
  return entries;
}

/** The index in a text; undefined for anything else, an older version included. */
export function parseIndex(text: string): SpecIndex | undefined {
  try {
    const data: unknown = JSON.parse(text);
    if (!isRecord(data) || data["version"] !== indexVersion || !Array.isArray(data["files"]))
      return undefined;
    const files: IndexedFile[] = data["files"].filter(isIndexedFile);
    return files.length === data["files"].length ? { version: indexVersion, files } : undefined;
  } catch {
    return undefined;
  }
}

function isIndexedFile(value: unknown): value is IndexedFile {
  if (!isRecord(value) || !Array.isArray(value["entries"])) return false;
  const texts = [value["path"], value["sha256"]].every((each) => typeof each === "string");
  const numbers = ["size", "mtimeMs", "ctimeMs", "ino", "readAt"].every(
    (key) => typeof value[key] === "number",
  );
  return texts && numbers && value["entries"].every(isEntry);
}

function isEntry(value: unknown): value is IndexEntry {
  if (!isRecord(value)) return false;
  const isText = (key: string) => typeof value[key] === "string";
  return isText("r") && isText("n") && isText("t") && typeof value["line"] === "number";
}

function entryOf(r: string, s: string | undefined, line: number, name: string, text: string): IndexEntry {
  return { r, ...(s === undefined ? {} : { s }), line, n: joined(name), t: joined(text) };
}

/** ` one two three `: whether a term is in it is one `includes`. */
function joined(text: string): string {
  return ` ${termsOf(text).join(" ")} `;
}
