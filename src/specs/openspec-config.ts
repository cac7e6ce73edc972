import * as z from "zod";
import { isRecord } from "../kernel/json.ts";
import { readText } from "../workspace/files/files.ts";
import { literalPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";

/** What `openspec/config.yaml` says to the author of a change. */
export interface OpenSpecConfig {
  readonly path: WorkspacePath;
  /** The schema of changes that name none. */
  readonly schema: string | undefined;
  /** For every artifact and operation. */
  readonly context: string | undefined;
  /** By artifact. */
  readonly rules: ReadonlyMap<string, readonly string[]>;
  /** By operation: `apply`, `archive`. */
  readonly guidance: ReadonlyMap<string, readonly string[]>;
  /** Another checkout that holds the specs, by the id that `openspec store register` gave it. */
  readonly store: string | undefined;
  /** Other stores whose specs the project builds on. */
  readonly references: readonly string[];
  /** The line of `schema`. */
  readonly schemaLine: number;
  /** What could not be read; the rest holds. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

const files = [literalPath("openspec/config.yaml"), literalPath("openspec/config.yml")];

/** OpenSpec's own limit. */
const maxContextBytes = 50 * 1024;
const maxReferences = 100;

function emptyConfig(path: WorkspacePath): OpenSpecConfig {
  const nothing = { schema: undefined, context: undefined, store: undefined, references: [], problems: [] };
  return { path, ...nothing, rules: new Map(), guidance: new Map(), schemaLine: 1 };
}

const Texts = z.array(z.string()).transform((list) => list.filter((text) => text !== ""));

/** The configuration of a project; undefined where it has none. */
export async function readConfig(workspace: Workspace): Promise<OpenSpecConfig | undefined> {
  for (const path of files) {
    const file = await readText(workspace, path, { maxBytes: 1_000_000 });
    if (file.ok) return configOf(file.value.text, path);
    if (file.fault.code !== "path_not_found")
      return { ...emptyConfig(path), problems: [{ line: 1, message: file.fault.message }] };
  }
  return undefined;
}

let latest: { readonly text: string; readonly config: OpenSpecConfig } | undefined;

/** The configuration is asked for once for each change; its text seldom differs. */
async function configOf(text: string, path: WorkspacePath): Promise<OpenSpecConfig> {
  if (latest?.text !== text || latest.config.path !== path)
    latest = { text, config: await parseConfig(text, path) };
  return latest.config;
}

async function parseConfig(text: string, path: WorkspacePath): Promise<OpenSpecConfig> {
  const { fieldPosition, readYamlMapping } = await import("../markdown/yaml/yaml-read.ts");
  const reading = readYamlMapping(text.replace(/^\uFEFF/, ""));
  if (!reading.ok) {
    const problems = reading.problems.map(({ line, message }) => ({ line, message }));
    return { ...emptyConfig(path), problems };
  }
  const { mapping } = reading;
  const problems: { line: number; message: string }[] = [];
  const wrong = (at: readonly string[], what: string) =>
    problems.push({
      line: fieldPosition(mapping, at)?.line ?? 1,
      message: `\`${at.join(".")}\` must be ${what}.`,
    });
  const textAt = (key: string): string | undefined => {
    const value = mapping.data[key];
    if (typeof value === "string" && value !== "") return value;
    if (value !== undefined) wrong([key], "text");
    return undefined;
  };
  const listsAt = (key: string, inner?: string): Map<string, readonly string[]> => {
    const value = mapping.data[key] ?? {};
    if (!isRecord(value)) wrong([key], "a mapping");
    const lists = new Map<string, readonly string[]>();
    for (const [name, held] of isRecord(value) ? Object.entries(value) : []) {
      const list = inner === undefined ? held : isRecord(held) ? held[inner] : undefined;
      const parsed = Texts.safeParse(list);
      if (parsed.success && parsed.data.length > 0) lists.set(name, parsed.data);
      else if (list !== undefined && !parsed.success) wrong([key, name], "a list of texts");
    }
    return lists;
  };
  /** An id, or `{ id, remote }`; a repeated one counts once. */
  const referencesAt = (): string[] => {
    const value = mapping.data["references"] ?? [];
    if (!Array.isArray(value)) wrong(["references"], "a list of store ids");
    const ids = new Set<string>();
    for (const each of Array.isArray(value) ? value.slice(0, maxReferences) : []) {
      const id = isRecord(each) ? each["id"] : each;
      if (typeof id === "string" && id !== "") ids.add(id);
      else wrong(["references"], "a list of store ids");
    }
    return [...ids];
  };
  const context = textAt("context");
  const isTooLong = context !== undefined && Buffer.byteLength(context) > maxContextBytes;
  if (isTooLong) wrong(["context"], "at most 50 KB");
  return {
    path,
    schema: textAt("schema"),
    context: isTooLong ? undefined : context,
    rules: listsAt("rules"),
    guidance: listsAt("operations", "guidance"),
    store: textAt("store"),
    references: referencesAt(),
    schemaLine: fieldPosition(mapping, ["schema"])?.line ?? 1,
    problems,
  };
}
