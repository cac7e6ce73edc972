import type { Server } from "@modelcontextprotocol/server";
import { contextFor } from "../../operation/runtime.ts";
import type { Change } from "../../operation/toolset.ts";
import type { Host } from "./host.ts";
import type { Registry } from "./registry.ts";
import { isWatched } from "./resources.ts";

const WARM_UP_MS = 100;

/**
 * Starts what toolsets do in the background (a registry that refreshes) once they are loaded, and passes
 * on when a catalog changed. Loading waits until `initialize` has been answered: it must come first.
 * Returns the stop.
 */
export function startToolsets(host: Host, changed: (what: Change) => void): () => void {
  const abort = new AbortController();
  const stops: (() => void)[] = [];
  const complain = (error: unknown) =>
    host.runtime.log("error", `toolset: ${error instanceof Error ? error.message : String(error)}`);
  const warmUp = setTimeout(() => host.registry().catch(complain), WARM_UP_MS).unref();
  const begin = (registry: Registry) => {
    if (abort.signal.aborted) return;
    const context = contextFor(host.runtime, { signal: abort.signal });
    for (const toolset of registry.toolsets) {
      const stop = toolset.start?.(context, changed);
      if (stop) stops.push(stop);
    }
  };
  host.listing?.onChange(() => changed("tools"));
  host.loaded.then(begin).catch(complain);
  return () => {
    clearTimeout(warmUp);
    abort.abort();
    host.tasks.close();
    for (const stop of stops) stop();
  };
}

/** Notifies the clients of these servers; a client that just went away is ignored. */
export function announce(servers: Iterable<Server>, what: Change): void {
  for (const server of servers) send(server, what).catch(() => {});
}

async function send(server: Server, what: Change): Promise<void> {
  if (typeof what === "object") {
    if (isWatched(server, what.resource)) await server.sendResourceUpdated({ uri: what.resource });
  } else if (what === "tools") await server.sendToolListChanged();
  else if (what === "resources") await server.sendResourceListChanged();
  else await server.sendPromptListChanged();
}
