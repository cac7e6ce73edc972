import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { isLoopback } from "../../workspace/network/loopback.ts";
import type { Host } from "../protocol/host.ts";
import { startToolsets } from "../protocol/start.ts";
import { createHttpHost } from "./http.ts";
import type { Ending } from "./lifecycle.ts";
import { listenOn, originOf } from "./listen.ts";
import { surviveStrays } from "./strays.ts";

export interface Listen {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
}

export interface Listening {
  /** The URL that clients use. */
  readonly url: string;
  readonly ending: Omit<Ending, "needsParent">;
}

/** Starts listening and leaves it to the caller when to end. */
export async function startHttp(host: Host, listen: Listen): Promise<Result<Listening>> {
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
  const started = await listenOn(http.listener, listen);
  if (!started.ok) return started;
  surviveStrays(host.runtime.log);
  const stop = startToolsets(host, http.changed);
  const close = async () => {
    stop();
    await http.close();
  };
  return ok({
    url: `${originOf(listen.host, started.value)}/mcp`,
    ending: { drained: http.drained, close, flushed: host.audit.flushed },
  });
}
