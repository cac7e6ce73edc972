import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { faultText } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import type { Surface } from "../../operation/surface.ts";
import type { SpecFinding } from "../../specs/findings.ts";
import type { AfterArchive } from "../../trace/archive/after.ts";
import type { LinkChanges } from "../../trace/archive/plan.ts";
import type { Trace } from "../../trace/read/trace.ts";
import { type RequiredLevel, levels as requiredLevels } from "../../trace/settings.ts";
import { isVerified, type LeafState } from "../../trace/state/state.ts";
import type { Companion } from "../archive/archive.ts";
import type { Assessment } from "../review/assess.ts";

export const Require = z
  .enum(requiredLevels)
  .optional()
  .describe("Refuse scenarios that become live below this level; default: those without a test are warnings");

/** What an archive does to links between requirements and tests. */
export const linkFields = {
  untested: z
    .array(z.object({ address: z.string(), name: z.string(), file: z.string(), line: z.number().int() }))
    .optional()
    .describe("Scenarios that become live without a test"),
  tags: z
    .array(z.object({ file: z.string(), line: z.number().int(), before: z.string(), after: z.string() }))
    .optional()
    .describe("Tags that follow a renamed requirement"),
  records: z.array(z.string()).optional().describe("Records that follow a renamed requirement"),
  retired: z.array(z.string()).optional().describe("Removed requirements that only a record still names"),
};
const Links = z.object({ ...linkFields, notes: z.array(z.string()) });
export type Links = z.infer<typeof Links>;

/** An archive waits this long for tests and tags to be read, unless it depends on them. */
const maxWaitMs = 10_000;

/**
 * Looks at the tests of what becomes live and plans the tags and records that follow renames. When the trace cannot
 * be read, the archive goes on and says so; with `require` it is refused.
 */
export async function archiveLinks(
  context: Context,
  assessment: Assessment,
  require: RequiredLevel | undefined,
  maxWait = maxWaitMs,
): Promise<Result<Companion & { readonly links: Links }>> {
  // Loaded when an archive needs it: reading tests loads the grammars of every language.
  const { openTrace } = await import("../../trace/operations/open.ts");
  const { afterArchive } = await import("../../trace/archive/after.ts");
  const { planLinkChanges } = await import("../../trace/archive/plan.ts");
  const { isLinking } = await import("../../trace/gate/untested.ts");
  const limit = require === undefined ? [AbortSignal.timeout(maxWait)] : [];
  const signal = AbortSignal.any([context.signal, ...limit]);
  const trace = await openTrace({ ...context, signal });
  if (!trace.ok) {
    if (require !== undefined || context.signal.aborted) return trace;
    const why = signal.aborted ? `reading the sources took over ${maxWait / 1000} s` : faultText(trace.fault);
    const note = `Tests and tags were not checked: ${why.replace(/\.?$/, ".")}`;
    return ok({ findings: [], files: [], links: { notes: [note] } });
  }
  const after = afterArchive(trace.value, assessment, context.clock().toISOString().slice(0, 10));
  const changes = await planLinkChanges(context.workspace, trace.value, after);
  const open = require === undefined ? after.leaves.filter(isUntested) : [];
  const findings =
    require === undefined
      ? []
      : after.leaves.flatMap((leaf) => below(trace.value, assessment, leaf, require));
  const isAdopted = isLinking(after.leaves) || isLinking([...trace.value.states.values()]);
  const links = linksOf(trace.value, assessment, after, changes, isAdopted ? open : []);
  const notes = isAdopted ? links.notes : [...links.notes, ...(await unlinkedNote(context, open.length))];
  return ok({ findings, files: changes.files, links: { ...links, notes } });
}

/** A project that has not begun to link tests would read a list of all that a change adds. */
async function unlinkedNote({ recommend }: Context, scenarios: number): Promise<string[]> {
  if (scenarios === 0) return [];
  const next = await recommend({ operation: "suggest_links", command: "link", to: "see which tests fit" });
  return [`${count(scenarios, "scenario")} of this change without a test. ${next}`.trimEnd()];
}

function isUntested({ state }: LeafState): boolean {
  return state === "open";
}

function below(
  trace: Trace,
  assessment: Assessment,
  { node, state, reason }: LeafState,
  require: RequiredLevel,
): SpecFinding[] {
  if (state === "waived" || isVerified(state, require)) return [];
  const { file, line } = placeOf(trace, assessment, node);
  const message = `"${node.name}" is ${state} (${reason}), and ${require} is required.`;
  return [{ rule: "scenario-untested", severity: "error", section: node.name, file, line, message }];
}

/** Where the change has the text; in the spec where it comes from a merge. */
function placeOf({ graph }: Trace, { change }: Assessment, node: LeafState["node"]) {
  return graph.get(`${node.address}?change=${change.entry.name}`) ?? node;
}

function linksOf(
  trace: Trace,
  assessment: Assessment,
  { graph, removed }: AfterArchive,
  { tags, files, unread }: LinkChanges,
  open: readonly LeafState[],
): Links {
  const sources = new Set<string>(tags.map(({ file }) => file));
  const records = files.map(({ path }) => path).filter((path) => !sources.has(path));
  const retired = removed
    .filter(({ address, part }) => part === undefined && trace.records.files.has(address.toLowerCase()))
    .map(({ address }) => address);
  const untested = open.map(({ node }) => {
    const { file, line } = placeOf(trace, assessment, node);
    return { address: graph.short(node), name: node.name, file, line };
  });
  const listed = <T>(list: readonly T[]) => (list.length === 0 ? undefined : [...list]);
  return {
    untested: listed(untested),
    tags: listed(tags),
    records: listed(records),
    retired: listed(retired),
    notes: unread.map((file) => `${file} cannot be read, so its tags keep the old address.`),
  };
}

/** The lines about tags, records and tests in the text of an archive. */
export function linkLines(
  { untested = [], tags = [], records = [], retired = [] }: Partial<Links>,
  isPersisted: boolean,
  surface: Surface,
): string[] {
  const will = isPersisted ? "" : "would be ";
  const lines = tags.map(
    ({ file, line, before, after }) =>
      `${will}retagged ${printableLine(file)}:${line} ${printableLine(before)} → ${printableLine(after)}`,
  );
  lines.push(...records.map((path) => `${will}updated ${printableLine(path)}`));
  if (retired.length > 0) {
    const tidy = surface.recommend({ operation: "trace_tidy", to: "drop such records" });
    const verb = isPersisted ? "Retired" : "Would retire";
    lines.push(
      `${verb}: ${retired.map(printableLine).join(", ")}; only a record names it. ${tidy}`.trimEnd(),
    );
  }
  if (untested.length > 0) {
    const { shown, leftOut } = clip(untested, 10);
    const verb = isPersisted ? "became" : "would become";
    const names = shown.map(({ address }) => `- ${printableLine(address)}`);
    const more = leftOut > 0 ? [`- and ${leftOut} more`] : [];
    const args = { address: untested[0]?.address ?? "" };
    const next = surface.recommend({ operation: "suggest_links", args, command: "link", to: "link tests" });
    const head =
      `Warning: ${count(untested.length, "scenario")} ${verb} live without a test. ${next}`.trimEnd();
    lines.push([head, ...names, ...more].join("\n"));
  }
  return lines;
}
