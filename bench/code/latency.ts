import { CodeIndex } from "../../src/code/index/fresh.ts";
import { indexFolder } from "../../src/code/index/home.ts";
import { searchCode } from "../../src/code/operations/search-code.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { search } from "../../src/code/search.ts";
import { defaultSemanticWeight } from "../../src/code/semantic/blend.ts";
import { meaningByModel } from "../../src/code/semantic/meaning.ts";
import { packagedModel } from "../../src/code/semantic/model/load.ts";
import type { Snapshot } from "../../src/code/store/snapshot.ts";
import { answer } from "../../src/mcp/tools/answer.ts";
import { withBudget } from "../../src/operation/budget/budget.ts";
import { noGrants } from "../../src/operation/context.ts";
import { invoke } from "../../src/operation/invoke.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import { agentSurface } from "../../src/operation/surface.ts";
import { type Cost, costOf, median } from "./cost.ts";

const never = new AbortController().signal;

/** What a search is made of, in this process: the first call, and the median of later ones. */
export interface Parts {
  readonly walk: Cost;
  readonly query: Cost;
  readonly rendering: Cost;
  readonly whole: Cost;
}

export async function searchParts(
  root: string,
  questions: readonly string[],
): Promise<{ cold: Parts; warm: Parts }> {
  const call = callerOf(root);
  const index = new CodeIndex({ root });
  let snapshot: Snapshot | undefined;
  const walk = () =>
    costOf(async () => {
      const fresh = await index.fresh({ signal: never, now: () => new Date() });
      if (!fresh.ok) throw new Error(fresh.fault.message);
      snapshot = fresh.value.snapshot;
    });
  const query = (question: string) =>
    costOf(async () => {
      if (!snapshot) throw new Error("The walk comes first.");
      const meaning = meaningByModel(packagedModel(), question, indexFolder({ root }));
      const semantic = meaning && { semantic: { meaning, weight: defaultSemanticWeight } };
      search(snapshot, { query: readQuery(question), root, limit: 20, ...semantic });
    });
  const parts = async (question: string): Promise<Parts> => {
    const own = { walk: await walk(), query: await query(question) };
    const { whole, rendering } = await call(question);
    return { ...own, rendering, whole };
  };
  const [first = "", ...rest] = questions;
  const cold = await parts(first);
  for (const question of rest.slice(0, 10)) await parts(question);
  const rows: Parts[] = [];
  for (const question of rest) rows.push(await parts(question));
  const of = (name: keyof Parts): Cost => median(rows.map((row) => row[name]));
  return {
    cold,
    warm: { walk: of("walk"), query: of("query"), rendering: of("rendering"), whole: of("whole") },
  };
}

/** The tool as the server calls it, without a transport. */
function callerOf(root: string) {
  const operation = withBudget(searchCode);
  const surface = agentSurface(
    () => undefined,
    () => undefined,
  );
  const runtime = createRuntime({ workspace: { root }, flags: {}, grants: noGrants, log: () => {} });
  return async (query: string) => {
    let rendering: Cost = { wall: 0, cpu: 0 };
    const whole = await costOf(async () => {
      const result = await invoke(runtime, operation, { query }, { signal: never, surface });
      if (!result.ok) throw new Error(result.fault.message);
      rendering = await costOf(async () => JSON.stringify(answer(operation, result.value, surface)));
    });
    return { whole, rendering };
  };
}
