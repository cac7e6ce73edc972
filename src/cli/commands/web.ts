import { fileURLToPath } from "node:url";
import { catalog } from "../../catalog.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { endWith } from "../../mcp/transports/lifecycle.ts";
import type { FlagSpec } from "../../operation/flags.ts";
import { createRuntime, type Runtime } from "../../operation/runtime.ts";
import type { Serving } from "../../web/serve.ts";
import type { Command } from "../command.ts";
import { workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { providerFor } from "../provider.ts";
import { commandFor, forPeople, reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";

const DEFAULT_PORT = 7334;

const flags: readonly FlagSpec[] = [
  {
    name: "port",
    kind: "integer",
    value: "N",
    summary: `port to listen on, 0 for any free one (default: ${DEFAULT_PORT})`,
  },
  { name: "open", kind: "boolean", summary: "open the page in the browser" },
  { name: "write", kind: "boolean", summary: "let the page tick tasks, archive and do what else writes" },
  {
    name: "export",
    kind: "string",
    value: "DIR",
    summary: "write the page as files that need no server, and end",
  },
  { name: "mcp", kind: "boolean", summary: "also serve agents over MCP from the same process" },
];

/** `hewto web`: the page and what serves it are loaded when it is called for, and only then. */
export function webCommand(): Command {
  return {
    words: "web",
    usage: "",
    summary: "The page: what holds, what is in flight, what is verified",
    examples: ["web --open", "web --write --port 8080", "web --export site"],
    flags,
    run,
  };
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const checked = check(line);
  if (!checked.ok) return reportFault(checked.fault, terminal, false);
  if (typeof line.flags.export === "string") return writeExport(line.flags.export, line, terminal);
  const started = await start(line, terminal);
  if (!started.ok) return reportFault(started.fault, terminal, false);
  const { page, endings } = started.value;
  const all = (part: "drained" | "close" | "flushed") => async () => {
    await Promise.all(endings.map((ending) => ending[part]()));
  };
  endWith({ needsParent: false, drained: all("drained"), close: all("close"), flushed: all("flushed") });
  if (line.flags.open === true) await openBrowser(page, terminal);
  // Serving ends by `process.exit` in the lifecycle, never by returning.
  return new Promise(() => {});
}

function check({ positionals, flags: { port } }: ParsedLine): Result<undefined> {
  if (positionals.length > 0) {
    const message = `hewto web takes no arguments (got \`${positionals.join(" ")}\`).`;
    return fail(fault("unknown_command", message, "Name the folder with --workspace DIR."));
  }
  if (typeof port === "number" && (port < 0 || port > 65535)) {
    const message = `--port must be from 0 to 65535; got ${port}.`;
    return fail(fault("invalid_argument", message, "0 takes any free port."));
  }
  return ok(undefined);
}

interface Started {
  readonly page: Serving;
  readonly endings: readonly Serving["ending"][];
}

async function start(line: ParsedLine, terminal: Terminal): Promise<Result<Started>> {
  if (line.flags.mcp === true) return startWithMcp(line, terminal);
  const runtime = await runtimeFor(line, terminal);
  if (!runtime.ok) return runtime;
  const page = await servePage(line, runtime.value);
  if (!page.ok) return page;
  terminal.err(banner(page.value, terminal));
  return ok({ page: page.value, endings: [page.value.ending] });
}

/** Both listeners share one runtime, and the page hears of each call of an agent. */
async function startWithMcp(line: ParsedLine, terminal: Terminal): Promise<Result<Started>> {
  const { listenForClients, prepare } = await import("./mcp.ts");
  const mcpLine = { positionals: [], flags: { ...workspaceFlag(line), transport: "http" } };
  let publish: Serving["events"]["publish"] = () => {};
  const prepared = await prepare(mcpLine, terminal, catalog, (audit) => ({
    ...audit,
    record: (entry) => {
      audit.record(entry);
      publish({ kind: "audit", line: entry });
    },
  }));
  if (!prepared.ok) return prepared;
  const page = await servePage(line, prepared.value.host.runtime);
  if (!page.ok) return page;
  publish = page.value.events.publish;
  const clients = await listenForClients(prepared.value.host, mcpLine, terminal, "http");
  if (!clients.ok) return clients;
  terminal.err(`${clients.value.banner}\n${banner(page.value, terminal)}`);
  return ok({ page: page.value, endings: [page.value.ending, clients.value.ending] });
}

/** The page as a folder of files; what is left out is said. */
async function writeExport(folder: string, line: ParsedLine, terminal: Terminal): Promise<number> {
  const runtime = await runtimeFor(line, terminal);
  if (!runtime.ok) return reportFault(runtime.fault, terminal, false);
  const { exportPage } = await import("../../web/export/export.ts");
  const exported = await exportPage(folder, {
    runtime: runtime.value,
    assets: fileURLToPath(new URL("web-export", import.meta.url)),
    recommend: commandFor,
    wordFault: forPeople,
    signal: new AbortController().signal,
    progress: () => {},
  });
  if (!exported.ok) return reportFault(exported.fault, terminal, false);
  const { answers, bytes, left_out, folder: written } = exported.value;
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  terminal.out(
    `Wrote ${printableLine(written)}: ${count(answers, "answer")}, ${size}. Open its index.html.\n`,
  );
  if (left_out > 0)
    terminal.err(`${count(left_out, "answer")} left out: the workspace is too large for one export.\n`);
  return 0;
}

function workspaceFlag({ flags: { workspace } }: ParsedLine): { workspace?: string } {
  return typeof workspace === "string" ? { workspace } : {};
}

async function runtimeFor(line: ParsedLine, terminal: Terminal): Promise<Result<Runtime>> {
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return workspace;
  const provided = await providerFor(workspace.value, terminal.env);
  return ok(
    createRuntime({
      workspace: workspace.value,
      flags: workspaceFlag(line),
      ...provided,
      log: (level, message) => void (level === "debug" || terminal.err(`${message}\n`)),
    }),
  );
}

async function servePage(line: ParsedLine, runtime: Runtime): Promise<Result<Serving>> {
  const { serveWeb } = await import("../../web/serve.ts");
  const wanted = typeof line.flags.port === "number" ? line.flags.port : undefined;
  const options = {
    runtime,
    mayWrite: line.flags.write === true,
    recommend: commandFor,
    wordFault: forPeople,
    // The build puts the page next to the bundle.
    assets: fileURLToPath(new URL("web", import.meta.url)),
  };
  const serving = await serveWeb({ ...options, port: wanted ?? DEFAULT_PORT });
  const isTaken = !serving.ok && serving.fault.code === "port_in_use" && wanted === undefined;
  return isTaken ? serveWeb({ ...options, port: 0 }) : serving;
}

function banner({ address, root, mayWrite }: Serving, { errStyle: style }: Terminal): string {
  return [
    `${style.bold("Page")} of ${style.accent(root)}`,
    `  address    ${style.accent(address)}`,
    `  writing    ${mayWrite ? "on: the page can change files" : "off; pass --write to turn it on"}`,
    "",
    "The address is a key to this workspace: it works for this start only, and each browser needs it once.",
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}

async function openBrowser({ oneTimeAddress }: Serving, terminal: Terminal): Promise<void> {
  const { openInBrowser } = await import("../../workspace/process/browser.ts");
  if (await openInBrowser(oneTimeAddress(), terminal.env)) return;
  terminal.err("No browser could be started. Open the address above yourself.\n");
}
