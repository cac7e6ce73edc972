import * as z from "zod";
import type { Graph, GraphNode } from "../../code/graph/model/graph.ts";
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
import { type ImpactPath, paths, testsReaching } from "../impact/impact.ts";
import { counts } from "../links/model.ts";
import type { Trace } from "../read/trace.ts";
import { type LeafState, states } from "../state/state.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
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
type Endangered = z.infer<typeof Endangered>;

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
  const tests = [...trace.scan.files.values()].flatMap((facts) => facts.tests);
  const nodes = graph === undefined ? [] : nodesOf(graph, code.value);
  const reaching = graph === undefined ? new Map() : testsReaching(graph, nodes, tests);
  const endangered = new Map<string, Endangered>();
  if (isDiff) await addTouched(trace, context, endangered);
  for (const leaf of trace.states.values()) addReached(trace, leaf, code.value, reaching, endangered);
  const all = sortedBy([...endangered.values()], ({ address }) => address).sort(
    (a, b) => paths.indexOf(a.path) - paths.indexOf(b.path),
  );
  const toRun = tests.filter(
    (test) => (reaching.get(testId(test)) ?? "possible") !== "possible" || isOfLeaf(trace, test, endangered),
  );
  const { shown, leftOut } = clip(all, input.limit);
  const { testing } = await detectStack(context.workspace);
  return ok({
    requirements: shown,
    left_out: leftOut,
    tests: toRun.map((test) => ({ test: testId(test), file: test.file, line: test.range.startLine })),
    commands: runCommands([...new Set(toRun.map(({ file }) => file))], testing),
    run_all: isDiff ? runAll(trace) : undefined,
    changed: code.value.map(({ file, symbol }) => (symbol === undefined ? file : `${file}#${symbol}`)),
  });
}

async function codeOfDiff({ workspace }: Context, { base, scan }: Trace): Promise<Result<ChangedCode[]>> {
  if (base === undefined) {
    const message = "Not a git repository, so there is nothing to compare with.";
    return fail(fault("git_failed", message, "Name symbols or files."));
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

function nodesOf(graph: Graph, code: readonly ChangedCode[]): GraphNode[] {
  const files = new Map<string, Set<string> | undefined>();
  for (const { file, symbol } of code) {
    if (symbol === undefined) files.set(file, undefined);
    else if (!files.has(file) || files.get(file) !== undefined)
      files.set(file, (files.get(file) ?? new Set()).add(symbol));
  }
  return graph.nodes().filter(({ path, symbol, kind }) => {
    if (!files.has(path) || kind === "external") return false;
    const names = files.get(path);
    return names === undefined || (symbol !== undefined && names.has(symbol.qualifiedName));
  });
}

/** What the gate calls touched: certain, and by measured execution. */
async function addTouched(
  trace: Trace,
  context: Context,
  endangered: Map<string, Endangered>,
): Promise<void> {
  const base = await traceAtBase(trace, context.clock().toISOString().slice(0, 10));
  for (const { leaf, by } of touchedLeaves(trace, base).leaves.values()) {
    const first = by[0] ?? "text";
    const path: ImpactPath = first === "new" ? "text" : first === "code" ? "executed" : first;
    add(trace, leaf, path, path === "text" ? leaf.node.file : viaOf(leaf), endangered);
  }
}

function addReached(
  trace: Trace,
  leaf: LeafState,
  code: readonly ChangedCode[],
  reaching: ReadonlyMap<string, string>,
  endangered: Map<string, Endangered>,
): void {
  if (leaf.node.phase !== "live" || leaf.node.change !== undefined) return;
  for (const { link, outcome } of leaf.links) {
    const isTagged = code.some(
      ({ file, symbol }) => link.file === file && (symbol === undefined || symbol === link.symbol),
    );
    if (link.test === undefined) {
      if (isTagged) add(trace, leaf, "exact", link.symbol ?? link.file, endangered);
      continue;
    }
    const { grain, items = {} } = outcome?.rests ?? {};
    const isExecuted =
      (grain === "symbol" || grain === "file") &&
      code.some(({ file, symbol }) =>
        Object.keys(items).some((item) =>
          symbol === undefined ? item.replace(/#.*$/s, "") === file : item === `${file}#${symbol}`,
        ),
      );
    const reached = reaching.get(testId(link.test));
    const path = isExecuted ? "executed" : paths.find((each) => each === reached);
    if (path !== undefined && counts(link)) add(trace, leaf, path, testId(link.test), endangered);
  }
}

function add(
  { graph }: Trace,
  { node, state }: LeafState,
  path: ImpactPath,
  via: string,
  endangered: Map<string, Endangered>,
): void {
  const known = endangered.get(node.address);
  if (known !== undefined && paths.indexOf(known.path) <= paths.indexOf(path)) return;
  endangered.set(node.address, { address: graph.short(node), name: node.name, state, path, via });
}

function viaOf({ links, node }: LeafState): string {
  const test = links.find(({ link }) => counts(link) && link.test !== undefined)?.link.test;
  return test === undefined ? node.file : testId(test);
}

function isOfLeaf(trace: Trace, test: DiscoveredTest, endangered: ReadonlyMap<string, Endangered>): boolean {
  return [...endangered].some(
    ([address, { path }]) =>
      path !== "possible" && trace.linksOf(address).some((link) => counts(link) && link.test === test),
  );
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
