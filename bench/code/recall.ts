import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { walkCode } from "../../src/code/index/update.ts";
import { languageFor, prepareLanguage } from "../../src/code/languages/registry.ts";
import { roleOf } from "../../src/code/roles.ts";

export interface Recall {
  readonly language: string;
  readonly wanted: number;
  readonly found: number;
}

/** ctags kinds that Hewto treats as declarations. Its constants and variables are locals in many languages. */
const kinds: Readonly<Record<string, string>> = {
  c: "function struct enum typedef macro",
  cpp: "function struct class enum",
  csharp: "class interface method enum struct property",
  go: "func struct interface type const var",
  java: "class interface method enum field",
  javascript: "function method",
  kotlin: "class interface",
  php: "class interface function trait define",
  python: "class function member",
  ruby: "class module method singletonMethod",
  rust: "function struct enum method interface typedef macro",
  typescript: "class function interface enum method",
};
const mostFiles = 400;

/** How many of the names that ctags finds in each file are declared there, by language. */
export async function recallOf(folder: string): Promise<Recall[]> {
  const declared = new Map<string, { language: string; names: Set<string> }>();
  const walked = await walkCode({ root: folder }, new AbortController().signal);
  const files = walked.ok ? walked.value.filter(({ size }) => size < 400_000) : [];
  for (const { path } of files) {
    const file = join(folder, path);
    const text = readFileSync(file, "utf8");
    const language = languageFor(path, text);
    if (!language || kinds[language.id] === undefined || roleOf(path, language.id, text) !== "source")
      continue;
    if (declared.size >= mostFiles) break;
    await prepareLanguage(language);
    const names = language.parse(text, path).declarations.map(({ name }) => plain(name));
    declared.set(file, { language: language.id, names: new Set(names) });
  }
  const counts = new Map<string, { wanted: number; found: number }>();
  for (const { path, name, kind } of tagsOf([...declared.keys()])) {
    const own = declared.get(path);
    if (!own || !kinds[own.language]?.split(" ").includes(kind)) continue;
    const count = counts.get(own.language) ?? { wanted: 0, found: 0 };
    counts.set(own.language, count);
    count.wanted++;
    if (own.names.has(plain(name))) count.found++;
  }
  return [...counts].map(([language, count]) => ({ language, ...count }));
}

interface Tag {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
}

function tagsOf(files: readonly string[]): Tag[] {
  const args = ["--output-format=json", "--fields=+K", "-L", "-", "-f", "-"];
  const { stdout } = spawnSync("ctags", args, {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const tags: Tag[] = stdout.split("\n").flatMap((line) => (line.startsWith("{") ? JSON.parse(line) : []));
  return tags.filter(({ name }) => !/^(__anon|AnonymousFunction|<lambda>)/.test(name));
}

/** Without what the two write differently: spaces, scopes and the parts of a selector. */
function plain(name: string): string {
  return name
    .replace(/\s/g, "")
    .replace(/^.*(?:::|\.)(?=[\w~])/, "")
    .replace(/:.*$/, "");
}
