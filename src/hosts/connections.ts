import { basename, dirname, isAbsolute } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { isRecord } from "../kernel/json.ts";
import { readText, statPath } from "../workspace/files/files.ts";
import { insideWorkspace, literalPath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";
import { isProgramOnPath } from "../workspace/process/run.ts";
import { type ConfigFormat, type HostSpec, hostTable } from "./host-table.ts";
import { configFile, presentName, type Scope } from "./install.ts";

/** An entry of ours in a host's configuration. */
export interface Connection {
  readonly host: string;
  readonly title: string;
  readonly scope: Scope;
  /** Absolute. */
  readonly file: string;
  /** The server's name there. */
  readonly name: string;
  /** Why the host cannot start it; absent when it can. */
  readonly problem?: string;
}

/** Which hosts start Hewto, and whether what they would start is there. Files that cannot be read hold none. */
export async function findConnections(
  base: Workspace,
  scope: Scope,
  env: NodeJS.ProcessEnv,
): Promise<Connection[]> {
  const found = await Promise.all(hostTable.map((host) => connectionsOf(host, base, scope, env)));
  return found.flat();
}

async function connectionsOf(host: HostSpec, base: Workspace, scope: Scope, env: NodeJS.ProcessEnv) {
  const file = configFile(host, scope, process.platform);
  const path = file.ok ? await insideWorkspace(base, await presentName(base, file.value, host)) : file;
  const text = path.ok ? await readText(base, path.value) : path;
  if (!text.ok) return [];
  const config = parsed(host.format, text.value.text);
  const servers = isRecord(config) && isRecord(config[host.table]) ? config[host.table] : {};
  const connections: Connection[] = [];
  for (const [name, entry] of Object.entries(isRecord(servers) ? servers : {})) {
    const words = wordsOf(entry);
    if (!words.some(isHewto)) continue;
    const problem = await problemOf(words, env);
    const place = { host: host.id, title: host.title, scope, file: `${base.root}/${text.value.path}` };
    connections.push({ ...place, name, ...(problem === undefined ? {} : { problem }) });
  }
  return connections;
}

function parsed(format: ConfigFormat, text: string): unknown {
  try {
    if (format === "json") return parseJsonc(text, [], { allowTrailingComma: true });
    return format === "toml" ? parseToml(text) : parseYaml(text);
  } catch {
    return undefined;
  }
}

/** The command line of an entry, however its host spells it. */
function wordsOf(entry: unknown): string[] {
  if (!isRecord(entry)) return [];
  return [entry["command"], entry["cmd"], entry["args"]]
    .flat()
    .filter((word): word is string => typeof word === "string");
}

function isHewto(word: string): boolean {
  return ["hewto", "hewto.js", "hewto.cmd"].includes(basename(word.replaceAll("\\", "/")));
}

async function problemOf(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const [command = ""] = words;
  if (!(await isProgramOnPath(command, env))) return `starts \`${command}\`, which is not there`;
  const script = words.find((word) => isAbsolute(word) && isHewto(word));
  if (script !== undefined && !(await isFile(script))) return `starts \`${script}\`, which is not there`;
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  const folder = await openWorkspace(dirname(path));
  if (!folder.ok) return false;
  const found = await statPath(folder.value, literalPath(basename(path)));
  // A link out of its folder is how global installs look: it is there, wherever it leads.
  return found.ok ? found.value?.kind === "file" : found.fault.code === "path_escape";
}
