import { arch, platform, release } from "node:os";
import { clip, clipLine } from "../../kernel/clip.ts";
import { count } from "../../kernel/text.ts";
import { homeFolder } from "../../workspace/config/user-folders.ts";
import { statPath } from "../../workspace/files/files.ts";
import { gitVersion } from "../../workspace/git/command.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { readBugs } from "../../workspace/state/bug-log.ts";
import { listStateFiles, readStateFile } from "../../workspace/state/files.ts";
import { stateFolder, stateRoot } from "../../workspace/state/folder.ts";
import { listLayouts } from "../init/survey.ts";
import type { Diagnosis } from "./diagnose.ts";
import { redact } from "./redact.ts";
import { type SettingsSources, summarizeSettings } from "./settings.ts";
import { indexText } from "./workspace.ts";

const maxFindings = 50;
const maxSettings = 100;
const maxBugs = 3;
const maxLogLines = 20;
const maxLogBytes = 16 * 1024 * 1024;
const maxLineLength = 300;

/** What a bug report needs, as Markdown. Secrets and the contents of files are never in it. */
export async function bugReport(diagnosis: Diagnosis, sources: SettingsSources): Promise<string> {
  const { workspace, env } = sources;
  const settings = await summarizeSettings(sources);
  const parts = [
    "# Hewto report",
    "<!-- Printed by `hewto doctor --report`. Secrets are removed; please read it before you post it. -->",
    await overview(diagnosis, sources),
    "## Settings",
    list(settings.rows, maxSettings, ({ key, value, source }) => `- \`${key}\`: ${value} (${source})`),
    "## Findings",
    list(
      diagnosis.findings,
      maxFindings,
      ({ severity, area, message }) => `- ${severity}, ${area}: ${message}`,
    ),
    "## Recent internal errors",
    bugs(env),
    "## End of the last run log",
    await logTail(workspace),
  ];
  const folders = [
    { path: workspace.root, name: "WORKSPACE" },
    { path: homeFolder(env), name: "~" },
  ];
  return redact(`${parts.join("\n\n")}\n`, { env, secrets: settings.secrets, folders });
}

async function overview(diagnosis: Diagnosis, { workspace, env }: SettingsSources): Promise<string> {
  const git = await gitVersion(workspace.root, env);
  const layouts = (await listLayouts(workspace)).map(({ name, path, holds }) => {
    const documents = Object.entries(holds).map(([noun, number]) => count(number, noun));
    return `${name} in ${path} (${documents.join(", ")})`;
  });
  const agents = diagnosis.agents.filter(({ found }) => found).map(({ id }) => id);
  const hosts = new Set(diagnosis.connections.map(({ host }) => host));
  const { agent } = diagnosis;
  const rows = [
    ["Hewto", diagnosis.version],
    ["Node", diagnosis.node],
    ["Platform", `${platform()} ${release()} ${arch()}`],
    ["git", git.ok ? git.value.replace(/^git version /, "") : "not found"],
    ["Workspace", diagnosis.workspace.git ? "git repository" : "not a git repository"],
    ["Layouts", layouts.join(", ")],
    ["Index", indexText(diagnosis.index)],
    [
      "Agent",
      agent.ok ? `ok: ${[agent.name, agent.version].join(" ").trim()}` : `not ok: ${agent.error ?? ""}`,
    ],
    ["Agents on the PATH", agents.join(", ")],
    ["Connected hosts", [...hosts].join(", ")],
  ];
  const cells = rows.map(([name = "", text = ""]) => `| ${name} | ${cell(text) || "none"} |`);
  return ["| | |", "|---|---|", ...cells].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s+/g, " ").trim();
}

function list<T>(items: readonly T[], limit: number, line: (item: T) => string): string {
  if (items.length === 0) return "None.";
  const { shown, leftOut } = clip(items, limit);
  const lines = shown.map((item) => clipLine(line(item).replace(/\s+/g, " "), 2 * maxLineLength));
  return [...lines, ...(leftOut > 0 ? [`- … and ${leftOut} more`] : [])].join("\n");
}

function bugs(env: NodeJS.ProcessEnv): string {
  const last = readBugs(env).slice(-maxBugs);
  if (last.length === 0) return "None.";
  return last
    .map(({ at, version, stack }) => `${at}, Hewto ${version}:\n\n${fenced(stack.split("\n"))}`)
    .join("\n\n");
}

/** Only the lines of Hewto and the errors of the agent: the others are the conversation. */
async function logTail(workspace: Workspace): Promise<string> {
  const folder = `${stateRoot(workspace)}/logs`;
  let newest: { readonly name: string; readonly mtimeMs: number } | undefined;
  for (const name of listStateFiles(folder)) {
    const stat = await statPath(workspace, literalPath(`${stateFolder}/logs/${name}`));
    const mtimeMs = stat.ok ? stat.value?.mtimeMs : undefined;
    if (mtimeMs !== undefined && mtimeMs > (newest?.mtimeMs ?? 0)) newest = { name, mtimeMs };
  }
  const bytes = newest && readStateFile(folder, newest.name, maxLogBytes);
  if (newest === undefined || bytes === undefined) return "None.";
  const lines = new TextDecoder()
    .decode(bytes)
    .split("\n")
    .filter((line) => /^\S+ \[(?:SYS|ERR)\] /.test(line));
  return lines.length === 0 ? "No errors." : fenced(lines.slice(-maxLogLines));
}

function fenced(lines: readonly string[]): string {
  const texts = lines.map((line) => clipLine(line, maxLineLength).replaceAll("```", "'''"));
  return ["```text", ...texts, "```"].join("\n");
}
