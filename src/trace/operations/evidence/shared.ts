import * as z from "zod";
import { fault } from "../../../kernel/fault.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { count, printable } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import { operation } from "../../../operation/operation.ts";
import { withStore } from "../../../store/operations/configured.ts";
import type { Repo, Store } from "../../../store/store.ts";
import type { EvidenceSegment } from "../../evidence/model.ts";
import { limits } from "../../evidence/read/limits.ts";
import { readExport } from "../../evidence/store/export.ts";
import { readSegments, storeSegments } from "../../evidence/store/store.ts";
import { noEvidence } from "./export.ts";

const kind = "evidence";
/** As many runs as anybody asks about; older ones stay in the store. */
const maxPulled = 100;
const served = { never: "a step of a CI moves evidence between machines" };

const Pushed = z.object({
  repo: z.string(),
  runs: z.int(),
  added: z.int().describe("Runs that were not there yet"),
});

export const pushEvidence = operation({
  name: "push_evidence",
  title: "Push evidence",
  summary: "Publishes the evidence of this machine in the shared store",
  icon: "artifact",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  served,
  cli: { words: "evidence push" },
  input: z.object({}),
  output: Pushed,
  run: (context) => withRepo(context, (store, repo) => push(context, store, repo)),
  text: ({ repo, runs, added }) =>
    `Published ${count(added, "new run")} of ${runs} as evidence of ${printable(repo)}.`,
});

async function push(context: Context, store: Store, repo: Repo): Promise<Result<z.infer<typeof Pushed>>> {
  // What came from other machines is theirs to publish.
  const own = readSegments(context.workspace).filter(({ source }) => source === "local");
  if (own.length === 0) return noEvidence();
  const documents = own.map((segment) => new TextEncoder().encode(JSON.stringify(segment)));
  const added = await store.documents.put(kind, repo.id, documents);
  return added.ok ? ok({ repo: repo.name, runs: own.length, added: added.value }) : added;
}

const Pulled = z.object({
  repo: z.string(),
  runs: z.int(),
  is_new: z.boolean().describe("False if all of it was already here"),
  damaged: z.int().describe("Documents that are not evidence, and were left out"),
  left_out: z.int().describe("Older runs"),
});

export const pullEvidence = operation({
  name: "pull_evidence",
  title: "Pull evidence",
  summary: "Takes the evidence of other machines from the shared store",
  icon: "artifact",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  served,
  cli: { words: "evidence pull" },
  input: z.object({}),
  output: Pulled,
  run: (context) => withRepo(context, (store, repo) => pull(context, store, repo)),
  text: ({ repo, runs, is_new, damaged, left_out }) => {
    const state = is_new ? "" : "; nothing new";
    const bad = damaged > 0 ? `; ${count(damaged, "document")} left out as damaged` : "";
    const older = left_out > 0 ? `; ${count(left_out, "older run")} left in the store` : "";
    return `Took ${count(runs, "run")} of ${printable(repo)}${state}${bad}${older}.`;
  },
});

async function pull(context: Context, store: Store, repo: Repo): Promise<Result<z.infer<typeof Pulled>>> {
  const ids = await store.documents.ids(kind, repo.id);
  if (!ids.ok) return ids;
  const segments: EvidenceSegment[] = [];
  let damaged = 0;
  for (const id of ids.value.slice(0, maxPulled)) {
    const bytes = await store.documents.get(kind, repo.id, id);
    if (!bytes.ok) return bytes;
    const isReadable = bytes.value !== undefined && bytes.value.length <= limits.parsedBytes;
    const read = isReadable ? readExport(new TextDecoder().decode(bytes.value)) : undefined;
    if (read) segments.push(...read);
    else damaged++;
  }
  const stored = await storeSegments(context.workspace, segments, context.clock());
  if (!stored.ok) return stored;
  const left_out = Math.max(0, ids.value.length - maxPulled);
  return ok({ repo: repo.name, runs: segments.length, is_new: stored.value.isNew, damaged, left_out });
}

/** Work on the repository of the workspace in the store of the settings. */
function withRepo<T>(
  context: Context,
  work: (store: Store, repo: Repo) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withStore(context, async (store, settings) => {
    const { repoNameAt } = await import("../../../store/repo-name.ts");
    const name = settings.repo || (await repoNameAt(context.workspace.root)) || context.workspace.root;
    const repo = await store.repos.find(name);
    if (!repo.ok) return repo;
    if (repo.value) return work(store, repo.value);
    const suggest = { operation: "store_add", args: { source: "." }, to: "add it" };
    const message = `The store ${store.address} has no repository \`${printable(name)}\`.`;
    return fail(fault("repo_not_found", message, "", { suggest }));
  });
}
