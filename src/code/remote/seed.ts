import { fault } from "../../kernel/fault.ts";
import { sha256 } from "../../kernel/hash.ts";
import { fail, type Result } from "../../kernel/result.ts";
import { openStore } from "../../store/open.ts";
import { repoNameAt } from "../../store/repo-name.ts";
import { allowedStore } from "../../store/settings.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { readStateFile, stateFileAge, writeStateFile } from "../../workspace/state/files.ts";
import { ownCacheFolder } from "../../workspace/state/own-folder.ts";
import { analysisVersion } from "../index/home.ts";
import type { SeenFile } from "../index/plan.ts";
import type { Seed } from "../index/update.ts";
import { writeBase } from "./base-file.ts";
import { type Pulled, pullIndex } from "./pull.ts";

/** An index is built in about this time where there is no store. A slower store does not help. */
const connectMs = 2_000;
const statementMs = 5_000;
const maxPullMs = 60_000;
/** A store that did not answer is left alone for this time: not every checkout waits for it again. */
const restMs = 60_000;

/** Pulls from the store of the settings; undefined when there is none. Every failure is one that can be ignored. */
export async function newSeed(
  workspace: Workspace,
  entries: readonly SeenFile[],
  { folder, newId, signal }: Parameters<Seed>[1],
): Promise<Result<Pulled> | undefined> {
  const allowed = await allowedStore(workspace, process.env);
  if (!allowed.ok) return allowed;
  const { use, refusal } = allowed.value;
  if (!use) return fail(refusal);
  if (use.url === "") return undefined;
  const rest = `store-${sha256(use.url).slice(0, 16)}.away`;
  const state = ownCacheFolder();
  if (state !== undefined && readStateFile(state, rest, 10) && stateFileAge(state, rest) < restMs)
    return fail(fault("store_unavailable", "It did not answer a moment ago.", "", { retryable: true }));
  const repo = use.repo === "" ? await repoNameAt(workspace.root) : use.repo;
  if (repo === undefined)
    return fail(fault("store_missing", `${workspace.root} is not in a git repository.`, ""));
  const store = await openStore(use.url, { tenant: use.tenant, connectMs, statementMs, connections: 1 });
  if (!store.ok) return store;
  const limit = AbortSignal.timeout(maxPullMs);
  try {
    const pulled = await pullIndex({
      store: store.value,
      repo,
      workspace,
      entries,
      folder,
      newId,
      analysis: analysisVersion(),
      signal: AbortSignal.any([signal, limit]),
    });
    if (limit.aborted) return fail(fault("store_unavailable", "It is too slow.", "", { retryable: true }));
    if (pulled.ok && folder !== undefined) writeBase(folder, store.value.address, pulled.value.base);
    if (!pulled.ok && pulled.fault.code === "store_unavailable") remember(state, rest);
    return pulled;
  } finally {
    void store.value.close();
  }
}

function remember(folder: string | undefined, name: string): void {
  if (folder === undefined) return;
  try {
    writeStateFile(folder, name, "", { sync: false });
  } catch {
    // A read-only disk: the next checkout asks again.
  }
}
