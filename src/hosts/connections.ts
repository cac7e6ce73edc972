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

/** An entry for Hewto in a host's configuration. */
export interface Connection {
  readonly host: string;
  readonly title: string;
  readonly scope: Scope;
  /** Absolute. */
  readonly file: string;
  /** The server's name there. */
  readonly name: string;
  /** Why the host cannot start the server; absent when it can. */
  readonly problem?: string | undefined;
}

/** The hosts that start Hewto, and whether the program they start exists. Unreadable files are skipped. */
export async function findConnections(
  base: Workspace,
  scope: Scope,
  env: NodeJS.ProcessEnv,
): Promise<Connection[]> {
  const connections = await Promise.all(hostTable.map((host) => connectionsOf(host, base, scope, env)));
  return connections.flat();
}

async function connectionsOf(host: HostSpec, base: Workspace, scope: Scope, env: NodeJS.ProcessEnv) {
  const file = configFile(host, scope, process.platform);
  const path = file.ok ? await insideWorkspace(base, await presentName(base, file.value, host)) : file;
  const text = path.ok ? await readText(base, path.value) : path;
  if (!text.ok) return [];
  const config = parseConfig(host.format, text.value.text);
  const servers = isRecord(config) && isRecord(config[host.table]) ? config[host.table] : {};
  const connections: Connection[] = [];
  for (const [name, entry] of Object.entries(isRecord(servers) ? servers : {})) {
    const command = commandLineOf(entry);
    if (!command.some(isHewto)) continue;
    const problem = await problemOf(command, env);
    const file = `${base.root}/${text.value.path}`;
    connections.push({ host: host.id, title: host.title, scope, file, name, problem });
  }
  return connections;
}

function parseConfig(format: ConfigFormat, text: string): unknown {
  try {
    if (format === "json") return parseJsonc(text, [], { allowTrailingComma: true });
    return format === "toml" ? parseToml(text) : parseYaml(text);
  } catch {
    return undefined;
  }
}

/** The command line of an entry, in any host's format. */
function commandLineOf(entry: unknown): string[] {
  if (!isRecord(entry)) return [];
  return [entry["command"], entry["cmd"], entry["args"]]
    .flat()
    .filter((part): part is string => typeof part === "string");
}

function isHewto(path: string): boolean {
  return ["hewto", "hewto.js", "hewto.cmd"].includes(basename(path.replaceAll("\\", "/")));
}

async function problemOf(command: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const [program = ""] = command;
  if (!(await isProgramOnPath(program, env))) return `starts \`${program}\`, which does not exist`;
  const script = command.find((part) => isAbsolute(part) && isHewto(part));
  if (script !== undefined && !(await isFile(script))) return `starts \`${script}\`, which does not exist`;
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  const folder = await openWorkspace(dirname(path));
  if (!folder.ok) return false;
  const stat = await statPath(folder.value, literalPath(basename(path)));
  // Global installs are links to outside their folder, which is fine.
  return stat.ok ? stat.value?.kind === "file" : stat.fault.code === "path_escape";
}
