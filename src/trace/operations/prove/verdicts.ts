import { count } from "../../../kernel/text.ts";
import type { Baseline, SteadyGroup } from "../../prove/baseline.ts";
import type { TriedMutant } from "../../prove/mutate.ts";
import { runnableTests } from "../../prove/prepare.ts";
import { changedTests } from "../../prove/revert.ts";
import type { Trace } from "../../read/trace.ts";
import type { LeafState } from "../../state/state.ts";
import { type DiscoveredTest, testId } from "../../tests/model.ts";
import type { ProvedLeaf } from "./shapes.ts";

const maxSurvivors = 10;
/** With fewer changes than this, none being noticed shows nothing. */
const minTried = 3;

/** The groups of a leaf whose tests pass unchanged, and why the others say nothing. */
export function steadyGroups(
  leaf: LeafState,
  baselines: ReadonlyMap<string, Baseline>,
  missing: readonly string[],
): { groups: SteadyGroup[]; blocked: string } {
  const groups: SteadyGroup[] = [];
  const tests = runnableTests(leaf);
  let blocked = "";
  for (const file of new Set(tests.map((test) => test.file))) {
    const baseline = baselines.get(file);
    if (baseline?.kind === "steady") {
      const own = baseline.group.tests.filter((test) => tests.includes(test));
      if (own.length > 0) groups.push({ ...baseline.group, tests: own });
      else blocked ||= `the linked tests of ${file} do not pass unchanged`;
    } else if (baseline?.kind === "blocked") blocked ||= baseline.reason;
    else if (missing.includes(file))
      blocked ||= `no test runner is known for ${file}: set \`one\` in [trace.run] of hewto.toml`;
  }
  return { groups, blocked };
}

export function blockedLeaf(address: string, leaf: LeafState, reason: string): ProvedLeaf {
  return { ...emptyLeaf(address, leaf), verdict: "blocked", reason };
}

export const noCodeKnown = "no code of it is known";

export function mutantLeaf(
  address: string,
  leaf: LeafState,
  all: readonly TriedMutant[],
  about: { readonly dismissed: ReadonlySet<string>; readonly candidates: number; readonly blocked: string },
): ProvedLeaf {
  const tried = all.filter(({ outcome }) => outcome !== "invalid");
  const killed = tried.filter(({ outcome }) => outcome !== "survived").length;
  const alive = tried.filter(({ outcome }) => outcome === "survived").map(({ candidate }) => candidate);
  const shown = alive.filter(({ id }) => !about.dismissed.has(id)).sort((a, b) => b.score - a.score);
  const verdict = killed > 0 ? "sensitive" : tried.length >= minTried ? "insensitive" : "undecided";
  const reasons = {
    sensitive: `${killed} of ${count(tried.length, "change")} noticed`,
    insensitive: `none of ${count(tried.length, "change")} noticed`,
    undecided: about.candidates === 0 ? noCodeKnown : `only ${count(tried.length, "change")} tried`,
  };
  return {
    ...emptyLeaf(address, leaf),
    verdict,
    reason: reasons[verdict],
    tried: tried.length,
    killed,
    invalid: all.length - tried.length,
    stored: tried.filter(({ isStored }) => isStored).length,
    survivors: shown
      .slice(0, maxSurvivors)
      .map(({ id, file, line, target, operator, before, after, shared }) => {
        return { id, file, line, symbol: target.name, operator, before, after, shared: [...shared] };
      }),
    left_out: Math.max(0, shown.length - maxSurvivors),
    dismissed: alive.length - shown.length,
  };
}

/** What the run without the code of the branch says about one leaf. */
export function revertLeaf(
  address: string,
  leaf: LeafState,
  base: Trace["base"],
  about: {
    readonly groups: readonly SteadyGroup[];
    readonly blocked: string;
    readonly unnoticed: ReadonlySet<DiscoveredTest>;
    readonly hasCode: boolean;
  },
): ProvedLeaf {
  const own = emptyLeaf(address, leaf);
  const ran = about.groups.flatMap((group) => group.tests);
  if (ran.length === 0) return { ...own, verdict: "blocked", reason: about.blocked };
  const changed = [...changedTests(leaf, base)].filter((test) => ran.includes(test));
  if (!about.hasCode) return { ...own, verdict: "existing", reason: "the branch changes no product code" };
  const noticing = ran.filter((test) => !about.unnoticed.has(test));
  if (noticing.length > 0)
    return {
      ...own,
      verdict: "notices",
      reason: `${titleOf(noticing[0])} fails without the code of the branch`,
    };
  const [blind] = changed;
  const reason =
    blind === undefined
      ? "its text changed, and every linked test passes without the code of the branch"
      : `${titleOf(blind)} is new or changed, and passes without the code of the branch`;
  return { ...own, verdict: "unnoticed", reason };
}

function titleOf(test: DiscoveredTest | undefined): string {
  return `"${test?.titles.at(-1) ?? ""}"`;
}

function emptyLeaf(address: string, leaf: LeafState): Omit<ProvedLeaf, "verdict" | "reason"> {
  const { name, file, line } = leaf.node;
  const tests = runnableTests(leaf).map((test) => ({ test: testId(test), line: test.range.startLine }));
  const none = { tried: 0, killed: 0, invalid: 0, stored: 0, left_out: 0, dismissed: 0 };
  return { address, name, file, line, tests, ...none, survivors: [] };
}
