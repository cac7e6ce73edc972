import { randomUuid } from "../kernel/hash.ts";
import { ok, type Result } from "../kernel/result.ts";
import type { Ending } from "../mcp/transports/lifecycle.ts";
import { listenOn, originOf } from "../mcp/transports/listen.ts";
import { surviveStrays } from "../mcp/transports/strays.ts";
import { invoke } from "../operation/invoke.ts";
import type { Runtime } from "../operation/runtime.ts";
import { startCallLog } from "../workspace/state/call-log.ts";
import { createAccess } from "./access.ts";
import { createEvents, type PageEvents } from "./events.ts";
import { operationForPage } from "./lookup.ts";
import { createPage, type PageOptions } from "./server.ts";

export interface ServeOptions extends Omit<PageOptions, "host" | "access" | "events"> {
  readonly port: number;
}

/** A page that is being served. */
export interface Serving {
  /** With the token of this start. */
  readonly address: string;
  /** With a token that works once. */
  readonly oneTimeAddress: () => string;
  readonly root: string;
  readonly mayWrite: boolean;
  readonly events: PageEvents;
  readonly ending: Omit<Ending, "needsParent">;
}

/** The page is for the person at this machine. */
const host = "127.0.0.1";

/** Starts listening; the caller decides when to end. */
export async function serveWeb({ port: wanted, ...options }: ServeOptions): Promise<Result<Serving>> {
  const { workspace, clock, log } = options.runtime;
  let port = wanted;
  const access = createAccess(
    workspace,
    () => port,
    () => clock().getTime(),
  );
  // Agents' calls are shown from here on. A folder that cannot be written shows none.
  await startCallLog(workspace).catch(() => {});
  const events = createEvents(workspace, randomUuid());
  const listener = createPage({ ...options, host, access, events });
  const listening = await listenOn(listener, { host, port });
  if (!listening.ok) return listening;
  port = listening.value;
  surviveStrays(log);
  const warmUp = setTimeout(() => readAhead(options.runtime), warmUpMs).unref();
  const addressWith = (token: string) => `${originOf(host, port)}/?token=${token}`;
  return ok({
    address: addressWith(access.token),
    oneTimeAddress: () => addressWith(access.oneTimeToken()),
    root: workspace.root,
    mayWrite: options.mayWrite,
    events,
    ending: {
      drained: async () => {},
      close: async () => {
        clearTimeout(warmUp);
        events.close();
        listener.close();
        listener.closeAllConnections();
      },
      flushed: async () => {},
    },
  });
}

const warmUpMs = 20;

/** Reads what the first view asks for while the person opens the browser; its answer is then at hand. */
async function readAhead(runtime: Runtime): Promise<void> {
  const status = await operationForPage("project_status");
  if (status.ok) await invoke(runtime, status.value, {}, { signal: new AbortController().signal });
}
