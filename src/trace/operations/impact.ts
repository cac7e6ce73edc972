import * as z from "zod";
import type { Graph } from "../../code/graph/model/graph.ts";
import { findSymbols } from "../../code/research/question/symbols.ts";
import { clip } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { detectStack } from "../../workflow/read/stack.ts";
import { readText } from "../../workspace/files/files.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import { traceAtBase } from "../gate/base-trace.ts";
import { touchedLeaves } from "../gate/touched.ts";
import { type ChangedCode, changedCode, unknownReason } from "../impact/changed-code.ts";
import { runCommands } from "../impact/commands.ts";
import { type EndangeredLeaf, endangeredBy } from "../impact/endangered.ts";
import { type ImpactPath, paths } from "../impact/impact.ts";
import { counts } from "../links/model.ts";
import type { Trace } from "../read/trace.ts";
import { type LeafState, states } from "../state/state.ts";
import { testId } from "../tests/model.ts";
import { openGraph, openTrace } from "./open.ts";

const Input = z.object({
  changed_since: z
    .string()
    .optional()
    .describe("What the branch changed since it left this git revision; default: HEAD"),
  symbols: z.array(z.string()).default([]).describe("Functions, methods or types instead of a diff"),
  files: z.array(z.string()).default([]).describe("Files instead of a diff"),
  limit: z.int().min(1).max(1000).default(100).describe("Most requirements to list"),
});

const Endangered = z.object({
  address: z.string(),
  name: z.string(),
  state: z.enum(states),
  path: z
    .enum(paths)
    .describe("What connects it: its text, record or test changed, its test executed or reaches the code"),
  via: z.string().describe("The test or the document"),
});

const Output = z.object({
  requirements: z.array(Endangered),
  left_out: z.number().int(),
  tests: z.array(z.object({ test: z.string(), file: z.string(), line: z.number().int() })),
  commands: z.array(z.string()).describe("How to run these tests"),
  run_all: z.string().optional().describe("Why all tests should run"),
  changed: z.array(z.string()).describe("Declarations or files that changed"),
});
type Output = z.infer<typeof Output>;

export const traceImpact = operation({
  name: "trace_impact",
  title: "Trace impact",
  summary: "Lists the requirements that a change endangers, and the tests to run.",
  icon: "graph",
  effects: reading,
  cli: {
    words: "trace impact",
    positionals: ["symbols..."],
    summary: "Lists the requirements that a change endangers, and the tests to run",
    input: Input.extend({
      tests: z.boolean().default(false).describe("Print only the commands that run the tests"),
    }),
    toInput: ({ tests: _tests, ...input }) => input,
    examples: [
      "trace impact",
      "trace impact --changed-since origin/main --tests",
      "trace impact BookingService.cancel",
    ],
  },
  input: Input,
  output: Output,
  run,
  text: (output) => impactText(output),
  human: (output, { tests }) => (tests ? testsText(output) : impactText(output)),
});

async function run(context: Context, input: z.infer<typeof Input>): Promise<Result<Output>> {
  const opened = await openTrace(context, input.changed_since);
  if (!opened.ok) return opened;
  const trace = opened.value;
  const graph = await openGraph(context);
  const isDiff = input.symbols.length + input.files.length === 0;
  const code = isDiff ? await codeOfDiff(context, trace) : await codeAsked(context, input, graph);
  if (!code.ok) return code;
  const touched = isDiff ? await touchedBy(trace, context) : [];
  const { requirements, tests: toRun } = endangeredBy(trace, graph, code.value, touched);
  const all = sortedBy(requirements, ({ leaf }) => leaf.node.address).sort(
    (a, b) => paths.indexOf(a.path) - paths.indexOf(b.path),
  );
  const { shown, leftOut } = clip(all, input.limit);
  const { testing } = await detectStack(context.workspace);
  return ok({
    requirements: shown.map(({ leaf: { node, state }, path, via }) => {
      return { address: trace.graph.short(node), name: node.name, state, path, via };
    }),
    left_out: leftOut,
    tests: toRun.map((test) => ({ test: testId(test), file: test.file, line: test.range.startLine })),
    commands: runCommands([...new Set(toRun.map(({ file }) => file))], testing),
    run_all: isDiff ? runAll(trace) : undefined,
    changed: code.value.map(({ file, symbol }) => (symbol === undefined ? file : `${file}#${symbol}`)),
  });
}

async function codeOfDiff({ workspace }: Context, { base, scan }: Trace): Promise<Result<ChangedCode[]>> {
  if (base === undefined) {
    const message = "This folder is not a git repository, so there is no diff.";
    const remedy = "Give the functions, methods or types that change, or the files, or run it in a clone.";
    return fail(fault("git_failed", message, remedy));
  }
  const code: ChangedCode[] = [];
  for (const { path, status } of base.changed) {
    if (status === "deleted" || (scan.files.get(path)?.tests.length ?? 0) > 0) continue;
    const file = await readText(workspace, path);
    if (file.ok && unknownReason({ path, status }, false) === undefined && !/\.(?:md|txt)$/i.test(path))
      code.push(...(await changedCode(path, base.before.get(path), file.value.text)));
  }
  return ok(code);
}

async function codeAsked(
  { workspace }: Context,
  { symbols, files }: z.infer<typeof Input>,
  graph: Graph | undefined,
): Promise<Result<ChangedCode[]>> {
  const code: ChangedCode[] = [];
  for (const file of files) {
    const path = await insideWorkspace(workspace, file);
    if (!path.ok) return path;
    code.push({ file: path.value });
  }
  for (const name of symbols) {
    const found =
      graph === undefined ? [] : findSymbols(graph, name).filter(({ kind }) => kind !== "external");
    if (found.length === 0) {
      const suggest = { operation: "find_symbol", args: { name }, to: "find its name" };
      return fail(
        fault("symbol_not_found", `No symbol is called \`${printableLine(name)}\`.`, "", { suggest }),
      );
    }
    for (const { path, symbol } of found) code.push({ file: path, symbol: symbol?.qualifiedName ?? name });
  }
  return ok(code);
}

/** What the gate calls touched: certain, and by measured execution. */
async function touchedBy(trace: Trace, context: Context): Promise<EndangeredLeaf[]> {
  const base = await traceAtBase(trace, context.clock().toISOString().slice(0, 10));
  return [...touchedLeaves(trace, base).leaves.values()].map(({ leaf, by }) => {
    const first = by[0] ?? "text";
    const path: ImpactPath = first === "new" ? "text" : first === "code" ? "executed" : first;
    return { leaf, path, via: path === "text" ? leaf.node.file : viaOf(leaf) };
  });
}

function viaOf({ links, node }: LeafState): string {
  const test = links.find(({ link }) => counts(link) && link.test !== undefined)?.link.test;
  return test === undefined ? node.file : testId(test);
}

function runAll({ base, scan, records, graph }: Trace): string | undefined {
  const documents = new Set<string>(graph.nodes.map(({ file }) => file));
  for (const file of base?.changed ?? []) {
    const isTraced =
      scan.files.has(file.path) || documents.has(file.path) || file.path.startsWith(`${records.folder}/`);
    const reason = unknownReason(file, isTraced);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function impactText(output: Output): string {
  const { requirements, left_out: leftOut, tests, changed } = output;
  if (changed.length === 0 && requirements.length === 0 && output.run_all === undefined)
    return "Nothing that changed concerns a requirement.";
  const lines = requirements.map(
    ({ address, name, state, path, via }) =>
      `${path.padEnd(8)}  ${printableLine(address)}  ${printableLine(name)} (${state})  ${printableLine(via)}`,
  );
  if (leftOut > 0) lines.push(`… and ${leftOut} more`);
  const what = `${count(requirements.length + leftOut, "requirement")} endangered, ${count(tests.length, "test")} to run.`;
  return [...lines, what, ...testLines(output)].join("\n");
}

function testsText(output: Output): string {
  const lines = testLines(output);
  return lines.length === 0 ? "No test to run." : lines.join("\n");
}

function testLines({ commands, run_all: reason }: Output): string[] {
  const all = reason === undefined ? [] : [`Run all tests: ${printableLine(reason)}.`];
  return [...all, ...commands.map(printableLine)];
}
