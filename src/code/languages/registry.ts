import type { Language, LanguageId } from "./language.ts";
import { swift } from "./swift/swift.ts";
import { treeSitterLanguages } from "./tree-sitter/languages.ts";

/** Languages with a parser. Adding one is one line here. */
const languages: readonly Language[] = [swift, ...treeSitterLanguages];

const byExtension = new Map<string, Language>(
  languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);

/** What files are, parser or not. */
const documentLanguages: ReadonlyMap<string, LanguageId> = new Map([
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["mdx", "markdown"],
  ["mdc", "markdown"],
  ["json", "json"],
  ["jsonc", "json"],
  ["json5", "json"],
  ["yaml", "yaml"],
  ["yml", "yaml"],
  ["toml", "toml"],
]);

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The parser for a file; undefined for documents and unknown text. The language of a header is known by its text only. */
export function languageFor(path: string, text?: string): Language | undefined {
  const extension = extensionOf(path);
  if (extension !== "h" || text === undefined) return byExtension.get(extension);
  const id = languageOfHeader(text);
  return languages.find((language) => language.id === id);
}

/** Which of three languages a header is written in, as far as its lines tell. */
function languageOfHeader(text: string): "c" | "cpp" | "objective-c" {
  if (/^[ \t]*(?:@(?:interface|protocol|class|import|end)\b|#\s*import\b)/m.test(text)) return "objective-c";
  return cppLine.test(text) ? "cpp" : "c";
}

// Headers of C have an ending, those of C++ none: `#include <string>`.
const cppLine =
  /^[ \t]*(?:template[ \t]{0,20}<|(?:inline[ \t]{1,20})?namespace\b|class[ \t]{1,20}\w[^;\n]{0,300}[{:]|(?:public|private|protected)[ \t]{0,20}:|using[ \t]{1,20}\w|#[ \t]{0,20}include[ \t]{0,20}<[a-z_]{1,100}>)/m;

export function languageIdOf(path: string, text?: string): LanguageId {
  return languageFor(path, text)?.id ?? documentLanguages.get(extensionOf(path)) ?? "text";
}

/** Changes whenever any parser gives other facts. */
export function parserVersions(): string {
  return languages.map((language) => `${language.id}:${language.version}`).join(" ");
}

const prepared = new Map<LanguageId, Promise<void>>();

/** Makes sure that the parser of a language can be called in this thread. */
export async function prepareLanguage(language: Language): Promise<void> {
  if (!language.prepare) return;
  let ready = prepared.get(language.id);
  if (!ready) {
    ready = language.prepare();
    prepared.set(language.id, ready);
  }
  await ready;
}
