import { posix } from "node:path";
import { withoutTrailing } from "../../../kernel/text.ts";
import { splitOutside } from "../types/type-text.ts";
import { type Manifest, moduleName, type Target } from "./target.ts";

const kinds: Readonly<Record<string, Target["kind"]>> = {
  target: "library",
  executableTarget: "executable",
  testTarget: "test",
  macro: "macro",
  plugin: "plugin",
  systemLibrary: "system",
};

/**
 * The targets of a `Package.swift`, as far as they are written as literals. The manifest is a program; what it
 * computes is not known, and such a target is found by its folder like any other.
 */
export function packageTargets({ path, text }: Manifest, files: readonly string[]): Target[] {
  const { masked, strings } = maskStrings(withoutComments(text));
  const folder = posix.dirname(path) === "." ? "" : posix.dirname(path);
  const targets: Target[] = [];
  for (const found of masked.matchAll(/\.(\w+)\s*\(/g)) {
    const kind = kinds[found[1] ?? ""];
    const inner = kind && insideBracket(masked, found.index + found[0].length - 1);
    const values = inner === undefined ? undefined : argumentsOf(inner);
    const name = values && literal(values.get("name"), strings);
    // `.target(name: "X")` inside a list of dependencies has the same shape, but nothing else in it.
    if (!kind || !values || name === undefined || isDependency(masked, found.index)) continue;
    const written = literal(values.get("path"), strings);
    const places = placesOf(folder, name, kind, written, files);
    const sources = stringsIn(values.get("sources"), strings);
    targets.push({
      name: moduleName(name),
      kind,
      manifest: path,
      places: places.flatMap((place) =>
        sources.length > 0 ? sources.map((source) => posix.join(place, source)) : [place],
      ),
      excluded: places.flatMap((place) =>
        stringsIn(values.get("exclude"), strings).map((each) => posix.join(place, each)),
      ),
      dependencies: dependenciesIn(values.get("dependencies") ?? "", strings),
    });
  }
  return targets;
}

const folders: Readonly<Record<string, readonly string[]>> = {
  test: ["Tests", "Sources", "Source", "src", "srcs"],
  plugin: ["Plugins"],
};
const ordinary = ["Sources", "Source", "src", "srcs"];

/** Where a target's files are: as written, else the first of the usual folders that has files. */
function placesOf(
  folder: string,
  name: string,
  kind: Target["kind"],
  written: string | undefined,
  files: readonly string[],
): string[] {
  if (written !== undefined) return [normal(posix.join(folder, written))];
  const usual = (folders[kind] ?? ordinary).map((each) => posix.join(folder, each, name));
  return usual.filter((place) => files.some((file) => file.startsWith(`${place}/`))).slice(0, 1);
}

/** "." is the root itself. */
function normal(path: string): string {
  return withoutTrailing(path, "/").replace(/^\.$/, "");
}

function isDependency(masked: string, at: number): boolean {
  // Brackets that are open here, innermost first: a dependency is in the list of another target.
  let depth = 0;
  for (let place = at - 1; place >= 0; place--) {
    const char = masked[place] ?? "";
    if (")]}".includes(char)) depth++;
    else if ("([{".includes(char) && depth-- === 0) {
      if (char === "[")
        return /dependencies\s*:\s*$/.test(masked.slice(0, place)) && isInTarget(masked, place);
      return false;
    }
  }
  return false;
}

/** `dependencies:` of a target, not of the package. */
function isInTarget(masked: string, at: number): boolean {
  let depth = 0;
  for (let place = at - 1; place >= 0; place--) {
    const char = masked[place] ?? "";
    if (")]}".includes(char)) depth++;
    else if ("([{".includes(char) && depth-- === 0) return /\.\w+\s*$/.test(masked.slice(0, place));
  }
  return false;
}

function argumentsOf(inner: string): Map<string, string> {
  const found = splitOutside(inner, ",").map((part) => /^\s*(\w+)\s*:\s*([\s\S]*)$/.exec(part));
  return new Map(found.flatMap((each) => (each?.[1] ? [[each[1], each[2] ?? ""] as const] : [])));
}

/** `"A"`, `.target(name: "A")`, `.product(name: "A", package: "p")`: the first string of each. */
function dependenciesIn(list: string, strings: readonly string[]): string[] {
  const inner = insideBracket(list, list.indexOf("["));
  return splitOutside(inner ?? "", ",").flatMap((part) => stringsIn(part, strings).slice(0, 1));
}

function literal(text: string | undefined, strings: readonly string[]): string | undefined {
  const found = /^\s*"(\d+)"\s*$/.exec(text ?? "")?.[1];
  return found === undefined ? undefined : strings[Number(found)];
}

function stringsIn(text: string | undefined, strings: readonly string[]): string[] {
  return [...(text ?? "").matchAll(/"(\d+)"/g)].map((found) => strings[Number(found[1])] ?? "");
}

function insideBracket(text: string, open: number): string | undefined {
  let depth = 0;
  for (let at = open; at >= 0 && at < text.length; at++) {
    const char = text[at] ?? "";
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char) && --depth === 0) return text.slice(open + 1, at);
  }
  return undefined;
}

/** Strings become numbers, so that brackets in them count for nothing. */
function maskStrings(text: string): { masked: string; strings: string[] } {
  const strings: string[] = [];
  const masked = text.replace(
    /"((?:\\.|[^"\\\n]){0,500})"/g,
    (_, content: string) => `"${strings.push(content) - 1}"`,
  );
  return { masked, strings };
}

function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n]){0,500}")|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|\/\/[^\n]*/g,
    (_, string?: string) => string ?? " ",
  );
}
