import * as z from "zod";
import { ok, type Result } from "../../../kernel/result.ts";
import { count, printable } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import { operation } from "../../../operation/operation.ts";
import { withRepo } from "../../../store/operations/configured.ts";
import type { Repo, Store } from "../../../store/store.ts";
import { evidenceKind, takeEvidence } from "../../evidence/store/shared.ts";
import { readSegments } from "../../evidence/store/store.ts";
import { noEvidence } from "./export.ts";

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
  const added = await store.documents.put(evidenceKind, repo.id, documents);
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
  const taken = await takeEvidence(store, repo.id, context.workspace, context.clock());
  if (!taken.ok) return taken;
  const { runs, isNew, damaged, leftOut } = taken.value;
  return ok({ repo: repo.name, runs, is_new: isNew, damaged, left_out: leftOut });
}
