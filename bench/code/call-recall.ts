import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type BuiltGraph, buildGraph, type SourceFile } from "../../src/code/graph/build/build.ts";
import { isManifest } from "../../src/code/graph/build/inputs.ts";
import { walkCode } from "../../src/code/index/update.ts";
import { dialectOf } from "../../src/code/languages/dialects.ts";
import type { LanguageId, ParsedFile } from "../../src/code/languages/language.ts";
import { languageFor, prepareLanguage } from "../../src/code/languages/registry.ts";
import { roleOf } from "../../src/code/roles.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { plainCode } from "./plain-code.ts";
import { isStandardName } from "./standard-names.ts";

/** Call lines of some functions, and how many of them the graph has. */
export interface CallRecall {
  readonly language: LanguageId;
  readonly functions: number;
  readonly otherFolders: Lines;
  readonly sameFolder: Lines;
  /** Functions of which the graph has no reference at all. */
  readonly withoutReferences: number;
  /** `path:line name`, other folders first. */
  readonly misses: readonly string[];
}

interface Lines {
  wanted: number;
  found: number;
  /** Of those found: by name only. */
  possible: number;
}

interface Source extends SourceFile {
  readonly code: string;
  readonly parsed: ParsedFile;
}

const maxFunctions = 30;
const maxBytes = 400_000;

/**
 * Of functions whose name is unique in the repository and that are called from another folder: which call lines the
 * graph has. What a search for the name with a parenthesis finds is the truth, comments and strings left out.
 */
export async function callRecallOf(folder: string, only?: LanguageId): Promise<CallRecall[]> {
  const { sources, manifests } = await read(folder);
  const built = buildGraph(sources, undefined, manifests);
  const languages = new Set(sources.map(({ language }) => merged(language)));
  const all = [...languages].map((language) => recallOf(sources, built, language));
  return all.filter(({ language, functions }) => functions > 0 && (!only || language === only));
}

async function read(folder: string) {
  const walked = await walkCode({ root: folder }, new AbortController().signal);
  const files = walked.ok ? walked.value.filter(({ size }) => size < maxBytes) : [];
  const sources: Source[] = [];
  const manifests: { path: string; text: string }[] = [];
  for (const { path } of files) {
    const text = readFileSync(join(folder, path), "utf8");
    if (isManifest(path)) manifests.push({ path, text });
    const language = languageFor(path, text);
    const role = language && roleOf(path, language.id, text);
    if (!language || role === undefined || role === "vendored" || role === "generated") continue;
    await prepareLanguage(language);
    const parsed = language.parse(text, path);
    const code = plainCode(text, language.id);
    sources.push({
      path,
      hash: sha256(text),
      language: language.id,
      role,
      parsed,
      code,
      facts: () => parsed,
    });
  }
  return { sources, manifests };
}

function recallOf(all: readonly Source[], built: BuiltGraph, language: LanguageId): CallRecall {
  const sources = all.filter((source) => merged(source.language) === language);
  const places = callPlaces(sources);
  const functions = uniqueFunctions(sources)
    .map(({ name, folders }) => ({ name, calls: places.get(name) ?? [], folders }))
    .filter(({ calls, folders }) => calls.some(({ path }) => !folders.has(posix.dirname(path))))
    .sort((a, b) => (sha256(a.name) < sha256(b.name) ? -1 : 1))
    .slice(0, maxFunctions);
  const edges = edgesByName(built, new Set(functions.map(({ name }) => name)));
  const other: Lines = { wanted: 0, found: 0, possible: 0 };
  const same: Lines = { wanted: 0, found: 0, possible: 0 };
  const misses: string[] = [];
  let withoutReferences = 0;
  for (const { name, calls, folders } of functions) {
    const own = edges.get(name) ?? new Map<string, string>();
    if (own.size === 0) withoutReferences++;
    for (const { path, line } of calls) {
      const isSame = folders.has(posix.dirname(path));
      const count = isSame ? same : other;
      const confidence = own.get(`${path}:${line}`);
      count.wanted++;
      if (confidence !== undefined) count.found++;
      if (confidence === "possible") count.possible++;
      if (confidence === undefined) misses.push(`${isSame ? "same " : "other"} ${path}:${line} ${name}`);
    }
  }
  misses.sort();
  return {
    language,
    functions: functions.length,
    otherFolders: other,
    sameFolder: same,
    withoutReferences,
    misses,
  };
}

/** Functions and methods outside tests whose name nothing else in the repository has, with their folders. */
function uniqueFunctions(sources: readonly Source[]): { name: string; folders: Set<string> }[] {
  const variables = new Set<string>();
  const byName = new Map<string, { entities: Set<string>; folders: Set<string>; isFunction: boolean }>();
  for (const { path, role, parsed, language } of sources) {
    for (const { name, qualifiedName, kind } of parsed.declarations) {
      const entry = byName.get(name) ?? { entities: new Set(), folders: new Set(), isFunction: true };
      byName.set(name, entry);
      entry.entities.add(qualifiedName);
      entry.folders.add(posix.dirname(path));
      const isFunction = (kind === "function" || kind === "method") && role === "source";
      entry.isFunction &&= isFunction && !isStandard(language, name);
    }
    // A parameter that holds a function is called like one.
    for (const { name, kind } of parsed.typings) if (kind !== "property") variables.add(name);
  }
  return [...byName].flatMap(([name, { entities, folders, isFunction }]) =>
    isFunction && entities.size === 1 && isCompound(name) && !variables.has(name) ? [{ name, folders }] : [],
  );
}

function isStandard(language: LanguageId, name: string): boolean {
  return dialectOf(language).ordinaryMembers.has(name) || isStandardName(language, name);
}

/** A name of one word is too often one of the standard library too: `replace`, `position`. */
function isCompound(name: string): boolean {
  return name.length >= 6 && /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/.test(name) && /^\w+$/.test(name);
}

/** Lines that call a name, by name; a name that is also declared in a way that the parser did not see has none. */
function callPlaces(sources: readonly Source[]): Map<string, { path: string; line: number }[]> {
  const places = new Map<string, { path: string; line: number }[]>();
  const unclear = new Set<string>();
  for (const { path, code, parsed, language } of sources) {
    const isC = language === "c" || language === "cpp";
    const headers = new Set(parsed.declarations.map(({ name, headerLine }) => `${headerLine} ${name}`));
    for (const [index, text] of code.split("\n").entries()) {
      if (/^\s*#\s*(define\b|!?\[)/.test(text)) continue;
      const seen = new Set<string>();
      for (const match of text.matchAll(/(?<![\w$])([A-Za-z_]\w*)(?:::)?(?:<[\w\s,.:&[\]?']*>)?\(/g)) {
        const name = match[1] ?? "";
        if (seen.has(name) || headers.has(`${index + 1} ${name}`)) continue;
        // `std::load()` is not the repository's.
        if (/\bstd::$/.test(text.slice(0, match.index))) continue;
        seen.add(name);
        // `LIB_EXTERN int load(void);` begins at the margin, a call does not.
        if (isC && /^[A-Za-z_][\w\s*&:<>,]*[\s*&]$/.test(text.slice(0, match.index))) continue;
        if (declares.test(text.slice(0, match.index))) unclear.add(name);
        const list = places.get(name);
        if (list) list.push({ path, line: index + 1 });
        else places.set(name, [{ path, line: index + 1 }]);
      }
    }
  }
  for (const name of unclear) places.delete(name);
  return places;
}

const declares =
  /\b(def|func|fun|fn|function)\s+(<[^>]*>\s*)?(\([^)]*\)\s*)?([\w.<>]+\.)?$|^\s*(public|private|protected|internal|static|extern)\s[^=(]*$/;

/** By name of the target: the lines with an edge to it, and how sure it is. */
function edgesByName(built: BuiltGraph, names: ReadonlySet<string>): Map<string, Map<string, string>> {
  const nameOf = new Map<string, string>();
  for (const { shape } of built.files)
    for (const { key, name } of shape.symbols) if (names.has(name)) nameOf.set(`${shape.path} ${key}`, name);
  const edges = new Map<string, Map<string, string>>();
  for (const { shape, edges: own } of built.files)
    for (const { to, line, kind, confidence } of own) {
      const name = nameOf.get(`${to.path} ${to.key}`);
      if (name === undefined || kind === "overrides") continue;
      const lines = edges.get(name) ?? new Map<string, string>();
      edges.set(name, lines);
      const place = `${shape.path}:${line}`;
      if (lines.get(place) === undefined || confidence !== "possible") lines.set(place, confidence);
    }
  return edges;
}

/** Files of a language with two ids are one language. */
function merged(language: LanguageId): LanguageId {
  return language === "tsx" ? "typescript" : language;
}
