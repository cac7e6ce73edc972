import { type CatalogEntry, catalog } from "../../catalog.ts";
import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Host, ProtocolPin } from "../../mcp/protocol/host.ts";
import { createHost } from "../../mcp/protocol/host.ts";
import { type Audit, createAudit } from "../../mcp/tools/audit.ts";
import { endWith } from "../../mcp/transports/lifecycle.ts";
import type { Listening } from "../../mcp/transports/serve-http.ts";
import { type Grants, withoutModel } from "../../operation/context.ts";
import type { FlagSpec, Flags } from "../../operation/flags.ts";
import { createRuntime } from "../../operation/runtime.ts";
import { chooseProfile, type Profile, profiles } from "../../profiles.ts";
import { appendCalls } from "../../workspace/state/call-log.ts";
import type { Command } from "../command.ts";
import { noProject, openNamed, workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { providerFor } from "../provider.ts";
import { forPeople, reportFault } from "../report.ts";
import { canAsk } from "../terminal/ask-line.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { accessFrom } from "./mcp-access.ts";
import { banner } from "./mcp-banner.ts";

const DEFAULT_PORT = 7333;

const serverFlags: readonly FlagSpec[] = [
  {
    name: "profile",
    kind: "string",
    value: "NAME",
    choices: profiles.map((profile) => profile.name),
    summary: "compatibility profile to serve (default: all)",
  },
  {
    name: "toolsets",
    kind: "string",
    value: "A,B",
    summary:
      "serve these toolsets with all their tools; all for every one (default: auto, what the workspace needs)",
  },
  {
    name: "reader",
    kind: "string",
    value: "WHO",
    choices: ["agent", "person"],
    summary: "who reads the answers: agents get the names of tools, people get commands (default: agent)",
  },
  {
    name: "transport",
    kind: "string",
    value: "T",
    choices: ["stdio", "http", "sse"],
    summary: "how clients connect (default: stdio)",
  },
  { name: "host", kind: "string", value: "ADDRESS", summary: "address to listen on (default: 127.0.0.1)" },
  {
    name: "port",
    kind: "integer",
    value: "N",
    summary: `port to listen on, 0 for any free one (default: ${DEFAULT_PORT})`,
  },
  {
    name: "token",
    kind: "string",
    value: "SECRET",
    summary: "bearer token that HTTP clients must send (default: HEWTO_TOKEN, else a new random one)",
  },
  { name: "no-token", kind: "boolean", summary: "serve HTTP clients without a token; loopback only" },
  {
    name: "protocol",
    kind: "string",
    value: "VERSION",
    choices: ["2025-11-25", "2026-07-28"],
    summary: "serve only this protocol generation",
  },
  {
    name: "allow-root",
    kind: "list",
    value: "DIR",
    summary: "also let code tools read this folder and its subfolders; may be repeated",
  },
  { name: "audit-file", kind: "string", value: "FILE", summary: "also write the audit lines to this file" },
];

/** Flags that only a listener has a use for. */
const listenerFlags = ["host", "port", "token", "no-token"];

/** `hewto mcp`; `entries` is a parameter so that the conformance fixtures run on this very host. */
export function mcpCommand(entries: readonly CatalogEntry[] = catalog): Command {
  return {
    words: "mcp",
    summary: "Serve the tools to an AI agent over MCP",
    examples: ["mcp --workspace ~/project", "mcp --toolsets specs,code", "mcp --transport http --port 7333"],
    flags: [...serverFlags, ...entries.flatMap((entry) => entry.flags)],
    run: (line, terminal) => serve(line, terminal, entries),
  };
}

async function serve(
  line: ParsedLine,
  terminal: Terminal,
  entries: readonly CatalogEntry[],
): Promise<number> {
  // The protocol machinery is most of the start; it loads while the workspace is being opened.
  const overStdio =
    (line.flags.transport ?? "stdio") === "stdio" ? import("../../mcp/transports/serve-stdio.ts") : undefined;
  const prepared = await prepare(line, terminal, entries);
  if (!prepared.ok) return reportFault(prepared.fault, terminal, false);
  const { host, transport } = prepared.value;
  if (overStdio) {
    if (canAsk(terminal)) terminal.err(stdioNotice);
    (await overStdio).serveOverStdio(host);
    return forever();
  }
  const listening = await listenForClients(host, line, terminal, transport === "sse" ? "sse" : "http");
  if (!listening.ok) return reportFault(listening.fault, terminal, false);
  terminal.err(listening.value.banner);
  endWith({ needsParent: false, ...listening.value.ending });
  return forever();
}

/** Listens on the address that was asked for; on any free port if the usual one is taken. */
export async function listenForClients(
  host: Host,
  line: ParsedLine,
  terminal: Terminal,
  transport: "http" | "sse",
): Promise<Result<Listening & { readonly banner: string }>> {
  const { startHttp } = await import("../../mcp/transports/serve-http.ts");
  const address = typeof line.flags.host === "string" ? line.flags.host : "127.0.0.1";
  const wanted = typeof line.flags.port === "number" ? line.flags.port : undefined;
  const access = accessFrom(line.flags, terminal.env);
  if (!access.ok) return access;
  const { token } = access.value;
  let listening = await startHttp(host, { host: address, port: wanted ?? DEFAULT_PORT, token });
  if (!listening.ok && listening.fault.code === "port_in_use" && wanted === undefined) {
    listening = await startHttp(host, { host: address, port: 0, token });
  }
  if (!listening.ok) return listening;
  const { url } = listening.value;
  return ok({ ...listening.value, banner: banner(host, url, transport, access.value, terminal.errStyle) });
}

/** Typed by a person, the command would seem to hang. */
const stdioNotice = `This is an MCP server on standard input and output, normally started by your agent. Run \`hewto install\`
to connect one, or \`hewto mcp --transport http\` to listen on an address instead. Press Ctrl-C to stop.
`;

/** The server of a command line; `withAudit` may also send its audit elsewhere. */
export async function prepare(
  line: ParsedLine,
  terminal: Terminal,
  entries: readonly CatalogEntry[],
  withAudit: (audit: Audit) => Audit = (audit) => audit,
): Promise<Result<{ host: Host; transport: "stdio" | "http" | "sse" }>> {
  if (line.positionals.length > 0) return unexpected(line.positionals);
  const text = (name: string) =>
    typeof line.flags[name] === "string" ? String(line.flags[name]) : undefined;
  const profile = chooseProfile(text("profile") ?? "all", text("toolsets"));
  if (!profile.ok) return profile;
  const transport = transportOf(profile.value, text("transport") ?? "stdio");
  if (!transport.ok) return transport;
  const port = line.flags.port;
  if (typeof port === "number" && (port < 0 || port > 65535)) {
    return fail(
      fault("invalid_argument", `--port must be from 0 to 65535; got ${port}.`, "0 takes any free port."),
    );
  }
  const listening = listenerFlags.filter((name) => line.flags[name] !== undefined);
  if (transport.value === "stdio" && listening.length > 0) return notListening(profile.value, listening);
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return workspace;
  const grants = await grantsOf(line, terminal, { transport: transport.value, profile: profile.value });
  if (!grants.ok) return grants;
  const flags = flagsOf(line);
  const served = entries.filter((entry) => profile.value.toolsets.includes(entry.name));
  for (const entry of served) {
    const checked = await entry.check?.(flags, workspace.value);
    if (checked && !checked.ok) return checked;
  }
  const provided = await providerFor(workspace.value, terminal.env);
  if (provided.withheld !== undefined) terminal.err(`${withoutModel(await forPeople(provided.withheld))}\n`);
  const runtime = createRuntime({
    workspace: workspace.value,
    flags: { ...flags, ...profile.value.flags },
    grants: grants.value,
    ...provided,
    log: (level, message) => void (level === "debug" || terminal.err(`${message}\n`)),
  });
  const what = text("workspace") === undefined ? await noProject(workspace.value, terminal.env) : undefined;
  const note = what === undefined ? undefined : startedIn(what);
  if (note !== undefined) terminal.err(`Workspace: ${workspace.value.root}. ${note}\n`);
  const host = createHost({
    profile: { ...profile.value, reader: text("reader") === "person" ? "person" : "agent" },
    entries: served,
    runtime,
    audit: withAudit(
      createAudit(text("audit-file"), terminal.err, (lines) => appendCalls(workspace.value, lines)),
    ),
    protocol: pinOf(text("protocol")),
    note,
  });
  await host.listing?.look(performance.now());
  return ok({ host, transport: transport.value });
}

/** Some hosts start servers in any folder; an agent would then look for specs where there are none. */
function startedIn(what: string): string {
  return `Hewto was started in ${what}, which is not a project. Add --workspace PATH to its entry in your MCP host, or run \`hewto install HOST --scope project\` in the project.`;
}

function transportOf(profile: Profile, wanted: string): Result<"stdio" | "http" | "sse"> {
  const transport = profile.transports.find((candidate) => candidate === wanted);
  if (transport) return ok(transport);
  const message = `The profile ${profile.name} serves ${profile.transports.join(" and ")} only, not ${wanted}: its contract forbids network endpoints.`;
  return fail(
    fault(
      "transport_refused",
      message,
      `Start it with --transport ${profile.transports[0]}, or choose another profile.`,
    ),
  );
}

/** Over stdio there is no listener, and a client of the named port would wait forever. */
function notListening({ transports }: Profile, names: readonly string[]): Result<never> {
  const flags = names.map((name) => `--${name}`).join(" and ");
  const verb = names.length === 1 ? "has" : "have";
  const remedy = transports.includes("http")
    ? `Add --transport http, or leave ${flags} out.`
    : `Leave ${flags} out: this profile serves stdio only.`;
  return fail(fault("invalid_argument", `${flags} ${verb} no effect with --transport stdio.`, remedy));
}

/**
 * The folders that were named, and over stdio, where the client runs as this person, the client's own roots. The
 * `swiftindex` profile also takes the person's other projects, as the server that it stands in for does.
 */
async function grantsOf(
  line: ParsedLine,
  terminal: Terminal,
  { transport, profile }: { readonly transport: string; readonly profile: Profile },
): Promise<Result<Grants>> {
  const named = line.flags["allow-root"];
  const roots: string[] = [];
  for (const directory of Array.isArray(named) ? named : []) {
    const opened = await openNamed("allow-root", directory, terminal);
    if (!opened.ok) return opened;
    roots.push(opened.value.root);
  }
  const isStdio = transport === "stdio";
  return ok({ roots, clientRoots: isStdio, projects: isStdio && profile.name === "swiftindex" });
}

function flagsOf(line: ParsedLine): Flags {
  return Object.fromEntries(
    Object.entries(line.flags).map(([name, value]) => [
      name,
      typeof value === "number" ? String(value) : value,
    ]),
  );
}

function pinOf(protocol: string | undefined): ProtocolPin | undefined {
  return protocol === "2025-11-25" || protocol === "2026-07-28" ? protocol : undefined;
}

function unexpected(words: readonly string[]): Result<never> {
  const names = profiles.map((profile) => profile.name);
  const hint = words.map((word) => didYouMean(word, names)).find((text) => text !== "");
  const remedy = hint ? `Choose a profile with --profile NAME. ${hint}` : "Add --help to see its flags.";
  return fail(fault("unknown_command", `hewto mcp takes no arguments (got \`${words.join(" ")}\`).`, remedy));
}

/** Serving ends by `process.exit` in the lifecycle, never by returning. */
function forever(): Promise<number> {
  return new Promise(() => {});
}
