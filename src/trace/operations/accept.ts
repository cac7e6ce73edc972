import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import { commit } from "../../workspace/write/commit.ts";
import { counts } from "../links/model.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { type EntryChange, planEntries } from "../records/plan.ts";
import { wordChanges } from "../report/word-changes.ts";
import { openTrace } from "./open.ts";

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "is not a date such as 2027-01-31")
  .optional();

const Accepted = z.object({
  address: z.string(),
  revision: z.string(),
  before: z.string().optional().describe("The text at the base"),
  text: z.string(),
  tests: z.array(z.string()),
});
type Accepted = z.infer<typeof Accepted>;

/** A person says that the tests of a requirement still fit its text. Machines run; people accept. */
export const acceptRequirement = operation({
  name: "trace_accept",
  title: "Accept requirement",
  summary: "Notes that the tests of a requirement still fit its text",
  icon: "check",
  effects: { ...writing, idempotent: true },
  served: { never: "only a person can say that tests still fit a changed text" },
  cli: {
    words: "trace accept",
    positionals: ["addresses..."],
    examples: ["trace accept booking/reserve-a-place#the-crossing-is-full --yes", "trace accept --all --yes"],
  },
  input: z.object({
    addresses: z.array(z.string()).default([]).describe("Requirements, scenarios or statements"),
    all: z.boolean().default(false).describe("Every live leaf: pins the texts as they are now"),
    manual: z.string().optional().describe("Note a result by hand instead, with these words"),
    until: day.describe("The last day on which a result by hand counts"),
    yes: z
      .boolean()
      .default(false)
      .describe("Write it; without this flag it only shows what would be accepted"),
  }),
  output: z.object({ accepted: z.array(Accepted), written: z.boolean(), files: z.array(z.string()) }),
  run: async (context, input) => {
    const opened = await openTrace(context);
    if (!opened.ok) return opened;
    const nodes = nodesToAccept(opened.value, input);
    if (!nodes.ok) return nodes;
    const changes = nodes.value.map((node): EntryChange => {
      const manual =
        input.manual === undefined
          ? undefined
          : { text: node.revision, until: input.until, note: input.manual };
      return { node, changes: manual === undefined ? { accepted: node.revision } : { manual } };
    });
    const accepted = nodes.value.map((node) => acceptedOf(opened.value, node));
    if (!input.yes) return ok({ accepted, written: false, files: [] });
    const files = await write(context, opened.value, changes, "trace accept");
    return files.ok ? ok({ accepted, written: true, files: files.value }) : files;
  },
  text: (output) => acceptText(output, createStyle(false, 80)),
  human: (output, _given, style) => acceptText(output, style),
});

function nodesToAccept(
  { graph, states }: Trace,
  { addresses, all }: { addresses: readonly string[]; all: boolean },
): Result<RequirementNode[]> {
  const isLive = ({ phase, change }: RequirementNode) => phase === "live" && change === undefined;
  if (all) return ok(graph.nodes.filter((node) => isLeaf(node) && isLive(node)));
  const nodes: RequirementNode[] = [];
  for (const address of addresses) {
    const found = graph.find(address);
    if (!found.ok) return found;
    const own = states.has(found.value.address) ? [found.value] : graph.leavesOf(found.value);
    nodes.push(...own);
  }
  if (nodes.length > 0) return ok(nodes);
  const suspect = [...states.values()]
    .filter(({ state }) => state === "suspect")
    .map(({ node }) => graph.short(node));
  const hint = suspect.length === 0 ? "Nothing is suspect." : `Suspect: ${suspect.slice(0, 10).join(", ")}.`;
  return fail(fault("invalid_argument", "Name a requirement to accept.", hint));
}

function acceptedOf({ graph, base, linksOf }: Trace, node: RequirementNode): Accepted {
  const before = base?.nodes.moved.find(({ to }) => to.address === node.address)?.from.text;
  const tests = linksOf(node.address)
    .filter(counts)
    .map(({ test, file, line }) => test?.titles.join(" > ") ?? `${file}:${line}`);
  return { address: graph.short(node), revision: node.revision, before, text: node.text, tests };
}

function acceptText(
  { accepted, written, files }: { accepted: readonly Accepted[]; written: boolean; files: readonly string[] },
  style: Style,
): string {
  const maxShown = 20;
  const lines = accepted
    .slice(0, maxShown)
    .flatMap(({ address, before, text, tests }) => [
      style.bold(printableLine(address)),
      ...(before === undefined
        ? text.split("\n").map((line) => `  ${printableLine(line)}`)
        : [`  ${wordChanges(before, text, style)}`]),
      ...tests.map((test) => `  test  ${printableLine(test)}`),
      ...(tests.length === 0 ? ["  no test"] : []),
    ]);
  if (accepted.length > maxShown) lines.push(`… and ${accepted.length - maxShown} more`);
  const what = count(accepted.length, "requirement");
  lines.push(
    written
      ? `Accepted ${what}; wrote ${count(files.length, "file")}.`
      : `Would accept ${what}. Pass --yes to write it.`,
  );
  return lines.join("\n");
}

/** Writes entries of records in one plan; gives the files. */
export async function write(
  context: Context,
  { records }: Trace,
  changes: readonly EntryChange[],
  tool: string,
): Promise<Result<string[]>> {
  const edits = planEntries(records, changes);
  const committed = await commit(context.workspace, { label: tool, edits }, { signal: context.signal, tool });
  if (!committed.ok) return committed;
  const files = edits.flatMap((edit) => ("path" in edit ? [edit.path] : []));
  for (const file of files) context.touched(file);
  return ok(files);
}

export const waiveRequirement = operation({
  name: "trace_waive",
  title: "Waive requirement",
  summary: "Excuses a requirement from having a test, until a day",
  icon: "check",
  effects: { ...writing, idempotent: true },
  served: { never: "only a person can excuse a requirement" },
  cli: {
    words: "trace waive",
    positionals: ["addresses..."],
    examples: ['trace waive booking/groups --until 2027-01-31 --reason "no test system"'],
  },
  input: z.object({
    addresses: z.array(z.string()).min(1).describe("Requirements, scenarios or statements"),
    until: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, "is not a date such as 2027-01-31")
      .describe("The last day, in UTC"),
    reason: z.string().min(1).describe("Why"),
    of: z.enum(["test", "code"]).default("test").describe("What it may go without"),
  }),
  output: z.object({ waived: z.array(z.string()), until: z.string(), files: z.array(z.string()) }),
  run: async (context, { addresses, until, reason, of }) => {
    const opened = await openTrace(context);
    if (!opened.ok) return opened;
    const today = context.clock().toISOString().slice(0, 10);
    if (until < today)
      return fail(
        fault("invalid_argument", `${until} is in the past (today is ${today}).`, "Name a later day."),
      );
    const nodes = nodesToAccept(opened.value, { addresses, all: false });
    if (!nodes.ok) return nodes;
    const changes = nodes.value.map(
      (node): EntryChange => ({ node, changes: { waiver: { text: node.revision, of, until, reason } } }),
    );
    const files = await write(context, opened.value, changes, "trace waive");
    if (!files.ok) return files;
    return ok({
      waived: nodes.value.map((node) => opened.value.graph.short(node)),
      until,
      files: files.value,
    });
  },
  text: ({ waived, until, files }) =>
    `Waived until ${until}: ${waived.map(printableLine).join(", ")}. Wrote ${files.join(", ")}.`,
});
