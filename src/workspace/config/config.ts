import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
import { clipText } from "../../kernel/clip.ts";
import { type Fault, fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { readText } from "../files/files.ts";
import { errnoOf } from "../paths/errno.ts";
import { literalPath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import {
  type ConfigWarning,
  environmentLayer,
  firstWarnings,
  type Layer,
  type Merged,
  mergeSection,
  type Origin,
  originOf,
  originText,
  unknownKeys,
} from "./layers.ts";
import { type KeyShape, shapeAt, shapeOf } from "./schema.ts";
import { isTable, parseToml, type Table } from "./toml.ts";
import { type LegacyNames, projectConfigFile, userConfigFolder } from "./user-folders.ts";

/** The settings of all layers. Each section is checked by the schema of its caller. */
export interface Config {
  /** The values of a section, defaults filled in by the schema. */
  readonly section: <S extends z.ZodType>(name: string, schema: S) => Result<z.infer<S>>;
  /**
   * Who set a key of a section that has been read (`"command"`, `"http.port"`); undefined for a default. A table
   * counts as the project's as soon as one of its values is: a command line is only as trustworthy as its least
   * trusted part, so check each of its keys.
   */
  readonly origin: (section: string, key: string) => Origin | undefined;
  /** Settings without effect, in the sections that have been read so far. */
  readonly warnings: readonly ConfigWarning[];
}

export interface ConfigSources {
  /** Default: no project file. */
  readonly workspace?: Workspace;
  readonly env?: NodeJS.ProcessEnv;
  /** Values from the command line, by section and key; undefined ones are ignored. */
  readonly flags?: Readonly<Record<string, Table>>;
  /** Earlier programs whose names are read too, lowest priority first. */
  readonly legacy?: readonly LegacyNames[];
  /** A file from the command line; it overrides the other files. */
  readonly file?: string | undefined;
  /** The sections that exist; others cause a warning. */
  readonly sections?: readonly string[];
}

/**
 * Reads the layers: the project's file, the user's file, the environment, the flags. A later one overrides an earlier
 * one, and no file need exist. `HEWTO_<SECTION>_<KEY>` sets a key (`HEWTO_MCP_HTTP_PORT` is `http.port` of `[mcp]`);
 * an empty variable sets nothing.
 *
 * @example
 * const config = await loadConfig({ workspace, flags: { mcp: { transport: "stdio" } } })
 * const mcp = config.ok ? config.value.section("mcp", McpSettings) : config
 */
export async function loadConfig(sources: ConfigSources): Promise<Result<Config>> {
  const { env = process.env, flags = {}, sections, legacy = [] } = sources;
  const files = await readFiles(sources, env);
  if (!files.ok) return files;
  // Flags omit the unit of a key: `--timeout` sets `timeout_seconds`.
  const flagSource = (path: readonly string[]) =>
    `--${path
      .at(-1)
      ?.replace(/_seconds$/, "")
      .replaceAll("_", "-")}`;
  const flagLayer: Layer = { kind: "flag", table: flags, sourceOf: flagSource };
  return ok(openConfig({ files: files.value, flagLayer, env, sections, legacy }));
}

/** All existing files, in order; the first that cannot be read is a fault. */
async function readFiles(
  { workspace, legacy = [], file }: ConfigSources,
  env: NodeJS.ProcessEnv,
): Promise<Result<Layer[]>> {
  const projects = workspace ? [...legacy.map(({ project }) => project), projectConfigFile] : [];
  const users = [...legacy.map(({ user }) => user), undefined].map((name) =>
    join(userConfigFolder(env, name), "config.toml"),
  );
  const layers: Layer[] = [];
  for (const read of [
    ...projects.map((name) => () => (workspace ? readProjectFile(workspace, name) : ok(undefined))),
    ...users.map((path) => () => readUserFile(path)),
    ...(file === undefined ? [] : [() => readNamedFile(file)]),
  ]) {
    const layer = await read();
    if (!layer.ok) return layer;
    if (layer.value) layers.push(layer.value);
  }
  return ok(layers);
}

interface Opened {
  readonly files: readonly Layer[];
  readonly flagLayer: Layer;
  readonly env: NodeJS.ProcessEnv;
  readonly sections: readonly string[] | undefined;
  readonly legacy: readonly LegacyNames[];
}

function openConfig({ files, flagLayer, env, sections, legacy }: Opened): Config {
  const warnings = new Map<string, ConfigWarning>();
  const merged = new Map<string, Merged>();
  const warn = (list: readonly ConfigWarning[]) => {
    for (const warning of list) warnings.set(warning.message, warning);
  };
  if (sections)
    warn(files.flatMap((layer) => firstWarnings(unknownSections(layer, sections), layer, "sections")));
  return {
    section: (name, schema) => {
      const shape = shapeOf(schema);
      const environment = environmentLayer(name, shape, env);
      const before = legacy.map(({ variables }) => environmentLayer(name, shape, env, variables).layer);
      const layers = [...files, ...before, environment.layer, flagLayer];
      const misplaced = layers.find(
        (layer) => layer.table[name] !== undefined && !isTable(layer.table[name]),
      );
      if (misplaced) return notATable(name, misplaced);
      const values = mergeSection(name, layers);
      merged.set(name, values);
      warn([...environment.warnings, ...unknownKeys(name, values, shape)]);
      const parsed = schema.safeParse(values.value);
      return parsed.success ? ok(parsed.data) : fail(invalidValue(name, parsed.error.issues, values, shape));
    },
    origin: (section, key) => {
      const layer = layerOf(merged.get(section), key);
      return layer && originOf(layer, [section, ...key.split(".")]);
    },
    get warnings() {
      return [...warnings.values()];
    },
  };
}

/** The layer that set a key, or the least trusted layer that set a key below it. */
function layerOf(merged: Merged | undefined, key: string): Layer | undefined {
  const own = merged?.setBy.get(key);
  if (own) return own;
  const below = [...(merged?.setBy ?? [])]
    .filter(([path]) => path.startsWith(`${key}.`))
    .map(([, layer]) => layer);
  return below.find((layer) => layer.kind === "project") ?? below.at(-1);
}

function invalidValue(
  section: string,
  issues: readonly z.core.$ZodIssue[],
  merged: Merged,
  shape: KeyShape,
): Fault {
  const problems = issues.map((issue) => describeIssue(section, issue, merged, shape));
  const [first, ...others] = problems;
  const more = others.length === 0 ? "" : ` And ${count(others.length, "more problem")}.`;
  const remedy = "Fix the value, or remove it to use the default.";
  const details = { problems: problems.map((problem) => problem.message) };
  return fault("invalid_config", `${first?.message ?? ""}${more}`, remedy, {
    subject: { key: first?.key },
    details,
  });
}

function describeIssue(
  section: string,
  issue: z.core.$ZodIssue,
  merged: Merged,
  shape: KeyShape,
): { readonly key: string; readonly message: string } {
  const names = issue.path.filter((part) => typeof part === "string");
  const layer = layerOf(merged, names.join("."));
  const where = layer ? `${originText(originOf(layer, [section, ...names]))}: ` : "";
  const positions = issue.path.filter((part) => typeof part === "number").map((part) => `[${part}]`);
  const key = [section, ...names].join(".") + positions.join("");
  const value = valueAt(merged.value, issue.path);
  const actual =
    value === undefined ? "is not set" : `is ${clipText(JSON.stringify(value), 80, "it is longer")}`;
  const isPlain = plainIssues.has(issue.code) || typeof value === "number";
  const allowed = isPlain ? (shapeAt(shape, issue.path)?.allowed ?? "") : "";
  if (issue.code === "too_small" && value === "")
    return { key, message: `${where}${key} must not be empty.` };
  if (allowed === "") return { key, message: `${where}${key} ${actual}: ${issue.message}.` };
  return { key, message: `${where}${key} must be ${allowed}, but ${actual}.` };
}

/** The issues for which "must be …" says everything. */
const plainIssues: ReadonlySet<string> = new Set(["invalid_type", "invalid_value", "invalid_union"]);

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(value)) return valueAt(value[Number(first)], rest);
  return isTable(value) ? valueAt(value[String(first)], rest) : undefined;
}

function unknownSections(layer: Layer, sections: readonly string[]): (() => ConfigWarning)[] {
  return Object.keys(layer.table)
    .filter((name) => !sections.includes(name))
    .map((name) => () => {
      const origin = originOf(layer, [name]);
      const what = isTable(layer.table[name])
        ? `the section [${name}] is unknown. ${didYouMean(name, sections)}`
        : `the key ${name} is not in a section.`;
      return { message: `${originText(origin)}: ${what}`.trim(), key: name, origin };
    });
}

function notATable(name: string, layer: Layer): Result<never> {
  const message = `${originText(originOf(layer, [name]))}: ${name} must be a section.`;
  return fail(
    fault("invalid_config", message, `Write [${name}] and its keys below it.`, { subject: { key: name } }),
  );
}

async function readUserFile(path: string): Promise<Result<Layer | undefined>> {
  try {
    return toLayer("user", await readFile(path, "utf8"), path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return ok(undefined);
    if (errno === "EISDIR")
      return fail(fault("not_a_file", `${path} is a folder.`, "Replace it with a file.", { path }));
    const message = `${path} cannot be read: ${errno ?? String(error)}.`;
    return fail(fault("unreadable_file", message, "Check its permissions.", { path }));
  }
}

async function readNamedFile(path: string): Promise<Result<Layer | undefined>> {
  const layer = await readUserFile(path);
  if (!layer.ok || layer.value) return layer;
  return fail(fault("path_not_found", `There is no file ${path}.`, "Check --config.", { path }));
}

async function readProjectFile(workspace: Workspace, name: string): Promise<Result<Layer | undefined>> {
  const file = await readText(workspace, literalPath(name), { maxBytes: 1024 * 1024 });
  if (file.ok) return toLayer("project", file.value.text, name);
  // A dangling link shows that settings are expected, so it is an error.
  const isAbsent = file.fault.code === "path_not_found" && file.fault.details?.["link"] === undefined;
  return isAbsent ? ok(undefined) : file;
}

function toLayer(kind: "user" | "project", text: string, file: string): Result<Layer> {
  const table = parseToml(text, file);
  return table.ok ? ok({ kind, table: table.value, sourceOf: () => file, text }) : table;
}
