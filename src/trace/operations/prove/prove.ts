import { fault } from "../../../kernel/fault.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { count } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import type { FlagSpec } from "../../../operation/flags.ts";
import { operation, writing } from "../../../operation/operation.ts";
import { createStyle } from "../../../operation/style.ts";
import type { Surface } from "../../../operation/surface.ts";
import { walkAll } from "../../../workspace/walk/walk.ts";
import { SourceTree } from "../../evidence/rests/source-tree.ts";
import { readSegments } from "../../evidence/store/store.ts";
import { measureTests } from "../../prove/coverage.ts";
import { StoredRuns, storeRun } from "../../prove/evidence.ts";
import { allowedCommands, type Commands, runBaselines, shownCommand, withCopy } from "../../prove/open.ts";
import { branchCode, branchKey, runWithoutBranch } from "../../prove/revert.ts";
import type { Trace } from "../../read/trace.ts";
import type { LeafState } from "../../state/state.ts";
import type { DiscoveredTest } from "../../tests/model.ts";
import { openCode, openTrace } from "../open.ts";
import { selectLeaves } from "./leaves.ts";
import { type ProveInputs, runMutants, testsOf } from "./mutants.ts";
import { type Input, Input as InputShape, Output, type ProvedLeaf } from "./shapes.ts";
import { render } from "./text.ts";
import { noCodeKnown, revertLeaf, steadyGroups } from "./verdicts.ts";

const trustFlag: FlagSpec = {
  name: "trust",
  kind: "boolean",
  summary: "run the tests of this project without asking, this time",
};

/** Changes the code of requirements in a copy and runs their tests: what no test notices is shown. */
export const proveRequirement = operation({
  name: "prove_requirement",
  title: "Prove requirement",
  summary:
    "Changes the code of requirements in a copy of the project, and shows which changes their tests miss",
  details:
    "Runs the linked tests only. The project's own files are not touched. Needs permission for the test command, which only the user can give. A surviving change whose line shares words with the requirement is usually a missing check.",
  icon: "check",
  // Tests are programs of the project: they may do anything that the user may.
  effects: { ...writing, openWorld: true },
  taskSupport: "optional",
  cli: {
    words: "prove",
    summary: "Change code in a copy and see which tests notice",
    positionals: ["addresses..."],
    flags: [trustFlag],
    examples: [
      "prove booking/reserve-a-place",
      "prove --revert --changed-since origin/main",
      "prove --changed-since origin/main --budget 300",
    ],
  },
  input: InputShape,
  output: Output,
  exitCode: ({ leaves }) => {
    if (leaves.some(({ verdict }) => verdict === "insensitive" || verdict === "unnoticed")) return 1;
    return leaves.some(({ verdict }) => verdict === "blocked") ? 3 : 0;
  },
  run,
  text: (output, _input, surface) => render(output, surface, createStyle(false, 80), budgetOf(surface)),
  human: (output, _given, style, surface) => render(output, surface, style, budgetOf(surface)),
});

function budgetOf(surface: Surface): string {
  return surface.argument(proveRequirement, "budget");
}

async function run(context: Context, input: Input): Promise<Result<Output>> {
  const started = performance.now();
  const since = input.changed_since ?? (input.revert ? "HEAD" : undefined);
  const opened = await openTrace(context, since);
  if (!opened.ok) return opened;
  const trace = opened.value;
  if (input.revert && trace.base === undefined) return noGit();
  const leaves = selectLeaves(trace, input);
  if (!leaves.ok) return leaves;
  const tests = testsOf(leaves.value);
  const isTrusted = context.isByPerson && context.flags["trust"] === true;
  const { run: settings } = trace.settings;
  const commands = await allowedCommands(context.workspace, tests, settings, { env: process.env, isTrusted });
  if (!commands.ok) return commands;
  const done = await proveLeaves(context, trace, leaves.value, commands.value, input);
  if (!done.ok) return done;
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const shown = [...new Set([...commands.value.byFile.values()].map(shownCommand))];
  return ok({ ...done.value, mode: input.revert ? "revert" : "mutants", commands: shown, seconds });
}

type Proved = Omit<Output, "mode" | "commands" | "seconds">;

async function proveLeaves(
  context: Context,
  trace: Trace,
  leaves: readonly LeafState[],
  commands: Commands,
  input: Input,
): Promise<Result<Proved>> {
  if (leaves.length === 0) {
    const notes = trace.states.size === 0 ? ["No requirements found: no specs, features or artifacts."] : [];
    return ok({ leaves: [], left_out: 0, reverted: [], notes });
  }
  const { workspace, signal } = context;
  const walked = await walkAll(workspace, { signal });
  if (!walked.ok) return walked;
  const all = [...trace.scan.files.values()].flatMap((facts) => facts.tests);
  const tree = new SourceTree(workspace, walked.value, all);
  const code = input.revert ? undefined : await openCode(context);
  const stored = new StoredRuns(readSegments(workspace));
  context.progress({ done: 0, total: leaves.length, message: "copying the project" });
  const settings = { run: trace.settings.run, env: process.env, signal };
  return withCopy(workspace, tree, settings, async (runner) => {
    const baselines = await runBaselines(runner, testsOf(leaves), all, commands, (at, total, file) =>
      context.progress({ done: at, total, message: `running the tests of ${file} unchanged` }),
    );
    if (!baselines.ok) return baselines;
    const inputs = {
      trace,
      tree,
      code,
      stored,
      runner,
      baselines: baselines.value,
      missing: commands.missing,
    };
    return input.revert ? revert(context, leaves, inputs) : mutate(context, leaves, inputs, input);
  });
}

async function mutate(
  context: Context,
  leaves: readonly LeafState[],
  inputs: ProveInputs,
  input: Input,
): Promise<Result<Proved>> {
  const { tree, stored } = inputs;
  const measured = input.coverage ? await measure(context, inputs) : ok(undefined);
  if (!measured.ok) return measured;
  const ran = await runMutants(context, leaves, inputs, input);
  if (!ran.ok) return ran;
  const run = { passed: passedIn(inputs), tried: ran.value.tried, ...measured.value };
  const kept = await storeRun(context.workspace, run, tree, stored, context.clock());
  if (!kept.ok) return kept;
  return ok({
    leaves: [...ran.value.leaves],
    left_out: ran.value.leftOut,
    reverted: [],
    notes: [
      ...(measured.value?.notes ?? []),
      ...ran.value.notes,
      ...(await codeNotes(context, inputs, ran.value.leaves)),
    ],
  });
}

/** How the code of requirements can be found, where none was. */
async function codeNotes(
  { recommend }: Context,
  { code }: ProveInputs,
  leaves: readonly ProvedLeaf[],
): Promise<string[]> {
  const unknown = leaves.filter(({ reason }) => reason === noCodeKnown).length;
  if (unknown === 0) return [];
  const next =
    code === undefined
      ? await recommend({
          operation: "index_codebase",
          args: { path: "." },
          to: "find what their tests call",
        })
      : "Name it with a comment `[IMPLEMENTS: ADDRESS]` above the code.";
  return [`No code is known for ${count(unknown, "requirement")}. ${next}`.trimEnd()];
}

/** What each linked test executes, which then is the code that is changed. */
async function measure(context: Context, { baselines, runner, tree, stored }: ProveInputs) {
  const groups = [...baselines.values()].flatMap((each) => (each.kind === "steady" ? [each.group] : []));
  const total = groups.reduce((sum, { tests }) => sum + tests.length, 0);
  let done = 0;
  const measured = await measureTests(runner, groups, tree, ({ titles }) =>
    context.progress({ done: done++, total, message: `measuring "${titles.at(-1)}"` }),
  );
  if (measured.ok) for (const [test, items] of measured.value.executed) stored.addExecuted(test, items);
  return measured;
}

async function revert(
  context: Context,
  leaves: readonly LeafState[],
  inputs: ProveInputs,
): Promise<Result<Proved>> {
  const { trace, tree, runner, baselines, missing, stored } = inputs;
  const code = await branchCode(context.workspace, trace, tree);
  if (!code.ok) return code;
  const groups = [...baselines.values()].flatMap((each) => (each.kind === "steady" ? [each.group] : []));
  const ran = await runWithoutBranch(runner, groups, code.value, (at) =>
    context.progress({
      done: at,
      total: groups.length,
      message: "running the tests without the code of the branch",
    }),
  );
  if (!ran.ok) return ran;
  if (code.value.files.length > 0) {
    const reverted = { code: await branchKey(code.value, tree), unnoticed: ran.value };
    const run = { passed: passedIn(inputs), reverted };
    const kept = await storeRun(context.workspace, run, tree, stored, context.clock());
    if (!kept.ok) return kept;
  }
  const { mixed, files } = code.value;
  const mixedNote = `${count(mixed.length, "file")} with tests and code not taken back: ${mixed.slice(0, 5).join(", ")}.`;
  return ok({
    leaves: leaves.map((leaf) =>
      revertLeaf(trace.graph.short(leaf.node), leaf, trace.base, {
        ...steadyGroups(leaf, baselines, missing),
        unnoticed: ran.value,
        hasCode: files.length > 0,
      }),
    ),
    left_out: 0,
    reverted: files.map(({ path }) => path),
    notes: mixed.length === 0 ? [] : [mixedNote],
  });
}

function passedIn({ baselines }: ProveInputs): Set<DiscoveredTest> {
  return new Set([...baselines.values()].flatMap((each) => (each.kind === "steady" ? each.group.tests : [])));
}

function noGit(): Result<never> {
  const message = "There is no git commit to compare with, so there is no code of a branch to take back.";
  return fail(fault("git_failed", message, "Run it in a clone, or leave out the option to revert."));
}
