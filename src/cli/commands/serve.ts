import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { FlagSpec } from "../../operation/flags.ts";
import type { TeamOptions } from "../../team/serve.ts";
import { isHttpAddress } from "../../workspace/network/loopback.ts";
import type { Command } from "../command.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";

const DEFAULT_PORT = 7335;
const DRAIN_MS = 10_000;

const flags: readonly FlagSpec[] = [
  {
    name: "store",
    kind: "string",
    value: "URL",
    summary: "the shared store: postgres://… or file:///… (default: HEWTO_STORE_URL)",
  },
  { name: "tenant", kind: "string", value: "NAME", summary: "whose rows of the store (default: default)" },
  {
    name: "issuer",
    kind: "string",
    value: "URL",
    summary: "the authorization server whose tokens are accepted",
  },
  {
    name: "audience",
    kind: "string",
    value: "URL",
    summary: "the address of this server that tokens must name (default: the address it listens on)",
  },
  {
    name: "jwks",
    kind: "string",
    value: "URL",
    summary: "the keys of the issuer (default: from its metadata)",
  },
  {
    name: "grants",
    kind: "string",
    value: "FILE",
    summary: "JSON file that says who may see which repositories (default: the grants of the store)",
  },
  { name: "host", kind: "string", value: "ADDRESS", summary: "address to listen on (default: 127.0.0.1)" },
  {
    name: "port",
    kind: "integer",
    value: "N",
    summary: `port to listen on, 0 for any free one (default: ${DEFAULT_PORT})`,
  },
  { name: "audit-file", kind: "string", value: "FILE", summary: "also write the audit lines to this file" },
];

/** `hewto serve`: everything behind it is loaded when it is called for, and only then. */
export function serveCommand(): Command {
  return {
    words: "serve",
    usage: "",
    summary: "Serve the repositories of a shared store to a team over MCP",
    examples: ["serve --issuer https://id.example --grants grants.json"],
    flags,
    run,
  };
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const options = optionsFrom(line, terminal);
  if (!options.ok) return reportFault(options.fault, terminal, false);
  const { startTeam } = await import("../../team/serve.ts");
  const started = await startTeam(options.value);
  if (!started.ok) return reportFault(started.fault, terminal, false);
  const end = () => void started.value.end(DRAIN_MS).finally(() => process.exit(0));
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  // Serving ends by `process.exit`, never by returning.
  return new Promise(() => {});
}

function optionsFrom({ positionals, flags: given }: ParsedLine, terminal: Terminal): Result<TeamOptions> {
  const text = (name: string) => (typeof given[name] === "string" ? String(given[name]) : undefined);
  if (positionals.length > 0)
    return wrong(`hewto serve takes no arguments (got \`${positionals.join(" ")}\`).`);
  const port = typeof given["port"] === "number" ? given["port"] : DEFAULT_PORT;
  if (port < 0 || port > 65535) return wrong(`--port must be from 0 to 65535; got ${port}.`);
  const store = text("store") ?? terminal.env["HEWTO_STORE_URL"];
  if (!store) return wrong("hewto serve needs the address of a store.", "Add --store URL.");
  const issuer = text("issuer");
  if (!issuer) return wrong("hewto serve needs the address of an authorization server.", "Add --issuer URL.");
  if (!isHttpAddress(issuer)) return wrong(`--issuer must be an http or https address; got \`${issuer}\`.`);
  for (const name of ["audience", "jwks"])
    if (text(name) !== undefined && !isHttpAddress(text(name) ?? ""))
      return wrong(`--${name} must be an http:// or https:// address.`);
  return ok({
    store,
    tenant: text("tenant") ?? "default",
    host: text("host") ?? "127.0.0.1",
    port,
    issuer,
    audience: text("audience"),
    jwks: text("jwks"),
    grants: text("grants"),
    auditFile: text("audit-file"),
    write: terminal.err,
  });
}

function wrong(message: string, remedy = "Add --help to see its flags."): Result<never> {
  return fail(fault("invalid_argument", message, remedy));
}
