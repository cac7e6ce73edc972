import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { isLoopback } from "../../workspace/network/loopback.ts";
import type { Host } from "../protocol/host.ts";
import { startToolsets } from "../protocol/start.ts";
import { createHttpHost } from "./http.ts";
import { endWith } from "./lifecycle.ts";
import { surviveStrays } from "./strays.ts";

export interface Listen {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
}

/** Starts listening; the result is the URL that clients use. The process then runs until it is stopped. */
export async function serveOverHttp(host: Host, listen: Listen): Promise<Result<string>> {
  if (!isLoopback(listen.host) && !listen.token) {
    return fail(
      fault(
        "token_required",
        `Refusing to listen on ${listen.host} without a token: everyone who reaches it could read and change this workspace.`,
        "Leave --no-token out, or listen on 127.0.0.1.",
      ),
    );
  }
  const http = createHttpHost(host, listen);
  const started = await new Promise<Result<number>>((resolve) => {
    http.listener.once("error", (error) => resolve(fail(listenFault(error, listen))));
    http.listener.listen(listen.port, listen.host, () => {
      const address = http.listener.address();
      resolve(ok(typeof address === "object" && address ? address.port : listen.port));
    });
  });
  if (!started.ok) return started;
  surviveStrays(host.runtime.log);
  const stop = startToolsets(host, http.changed);
  endWith({
    needsParent: false,
    drained: http.drained,
    close: async () => {
      stop();
      await http.close();
    },
    flushed: host.audit.flushed,
  });
  const name = listen.host.includes(":") ? `[${listen.host}]` : listen.host;
  return ok(`http://${name}:${started.value}/mcp`);
}

function listenFault(error: Error, { host, port }: Listen) {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return fault(
      "port_in_use",
      `Port ${port} on ${host} is already in use.`,
      "Choose another with --port N, or --port 0 for any free one.",
    );
  }
  return fault(
    "port_in_use",
    `Cannot listen on ${host}:${port}: ${error.message}.`,
    "Check --host and --port.",
  );
}
