import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Era } from "../protocol/connection.ts";
import type { Host } from "../protocol/host.ts";
import { buildServer } from "../protocol/server.ts";
import { createSession } from "../protocol/session.ts";
import { announce, startToolsets } from "../protocol/start.ts";
import { recordEnd } from "../tools/record.ts";
import { endWith } from "./lifecycle.ts";
import { StdioTransport } from "./stdio.ts";
import { claimStdout } from "./stdout.ts";
import { surviveStrays } from "./strays.ts";

/** Serves one client over stdin and stdout until either end goes away. */
export function serveOverStdio(host: Host): void {
  surviveStrays(host.runtime.log);
  const session = createSession(host.runtime.workspace.root, "local", host.runtime.clock());
  const output = claimStdout();
  let end: (exitCode?: number) => void = () => {};
  const transport = new StdioTransport({ input: process.stdin, output: output.stream, onEnd: () => end() });
  const servers = new Set<Server>();
  const build = (era: Era) => {
    const server = buildServer(host, era, session);
    servers.add(server);
    return server;
  };
  const connection = connect(host, build, transport);
  const stop = startToolsets(host, (what) => announce(servers, what));
  end = endWith({
    needsParent: true,
    drained: () => transport.drained(),
    unread: output.unread,
    close: async () => {
      stop();
      await connection.close();
      recordEnd(host, session);
    },
    flushed: host.audit.flushed,
  });
}

function connect(
  host: Host,
  build: (era: Era) => Server,
  transport: StdioTransport,
): { close(): Promise<void> } {
  const onerror = (error: Error) => host.runtime.log("debug", error.message);
  if (host.protocol !== "2025-11-25") {
    const legacy = host.protocol === undefined ? "serve" : "reject";
    return serveStdio(({ era }) => build(era), { transport, legacy, onerror });
  }
  // Pinned: the newer revision's probe is an unknown method here.
  const server = build("legacy");
  server.onerror = onerror;
  server.connect(transport).catch(onerror);
  return server;
}
