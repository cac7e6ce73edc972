import { type CatalogEntry, usedLayouts } from "../../catalog.ts";
import { version } from "../../kernel/version.ts";
import type { Runtime } from "../../operation/runtime.ts";
import type { Profile } from "../../profiles.ts";
import type { Audit } from "../tools/audit.ts";
import { Listing, moreTool } from "../tools/listing.ts";
import { TASKS_EXTENSION } from "../tools/task-extension.ts";
import { TaskStore } from "../tools/tasks.ts";
import { lazyRegistry, type Registry } from "./registry.ts";

/** Everything that the servers of one process share. */
export interface Host {
  readonly profile: Profile;
  readonly entries: readonly CatalogEntry[];
  readonly runtime: Runtime;
  readonly registry: () => Promise<Registry>;
  /** Settles when the first request has loaded the registry. */
  readonly loaded: Promise<Registry>;
  readonly audit: Audit;
  /** The tasks of clients of 2026-07-28, which have no session that could hold them. */
  readonly tasks: TaskStore;
  /** Decides what is listed, where the profile leaves that to the workspace. */
  readonly listing: Listing | undefined;
  /** The only protocol generation to serve; both when undefined. */
  readonly protocol: ProtocolPin | undefined;
  /** What a client should know about the workspace besides its path. */
  readonly note?: string | undefined;
}

export type ProtocolPin = "2025-11-25" | "2026-07-28";

export function createHost(options: Omit<Host, "registry" | "loaded" | "tasks" | "listing">): Host {
  const { profile, entries, runtime } = options;
  const listing = profile.auto ? new Listing(() => usedLayouts(runtime.workspace)) : undefined;
  const load = lazyRegistry(profile, entries, listing);
  let announce: (registry: Registry) => void = () => {};
  const loaded = new Promise<Registry>((resolve) => {
    announce = resolve;
  });
  let whole: Promise<unknown> | undefined;
  const registry = async () => {
    // Resources and prompts are read without `invoke()`, which recovers before each call.
    whole ??= settleUnfinished(runtime);
    const [made] = await Promise.all([load(), whole]);
    announce(made);
    return made;
  };
  // In this generation only a protocol error makes a task fail, and clients ask for its status.
  const tasks = new TaskStore(
    runtime.clock,
    () => {},
    () => false,
  );
  return { ...options, registry, loaded, tasks, listing };
}

async function settleUnfinished({ workspace, log }: Runtime): Promise<void> {
  const { recover, setAsideNote } = await import("../../workspace/write/journal/recover.ts");
  const { setAside } = await recover(workspace);
  for (const place of setAside) log("warning", setAsideNote(place));
}

export function serverInfo(host: Host) {
  return {
    name: host.profile.serverName,
    title: host.profile.serverName === "hewto" ? "Hewto" : `Hewto (${host.profile.serverName})`,
    version,
  };
}

/** Short, because some hosts cut instructions at 2,048 characters. */
export function instructions(host: Host): string {
  const { workspace } = host.runtime;
  const intro = `Hewto keeps code and its specifications in sync. Workspace: ${workspace.root}`;
  return [
    intro,
    ...(host.note === undefined ? [] : [host.note]),
    ...(host.profile.release === undefined ? [] : [host.profile.release]),
    ...host.entries
      .filter(({ name }) => host.listing?.isUsed(name) ?? true)
      .map((entry) => entry.instructions),
    ...(host.listing === undefined ? [] : [`Tools that are not listed: call ${moreTool}.`]),
  ].join("\n");
}

/** Some profiles have no tool that may run as a task. */
export function offersTasks(host: Host): boolean {
  return host.entries.some((entry) => entry.offers.tasks);
}

export function capabilities(host: Host, era: "legacy" | "modern") {
  const offers = (kind: "resources" | "prompts") => host.entries.some((entry) => entry.offers[kind]);
  const tasks = offersTasks(host) ? era : undefined;
  const extensions = Object.assign(
    {},
    ...host.entries.map((entry) => entry.extensions ?? {}),
    tasks === "modern" ? { [TASKS_EXTENSION]: {} } : {},
  );
  return {
    tools: { listChanged: true },
    logging: {},
    ...(offers("resources") ? { resources: { subscribe: true, listChanged: true } } : {}),
    ...(offers("prompts") ? { prompts: { listChanged: true } } : {}),
    ...(offers("resources") || offers("prompts") ? { completions: {} } : {}),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
    ...(tasks === "legacy" ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } } : {}),
  };
}
