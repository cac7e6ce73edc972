import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import { operation, writing } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { SpecFinding } from "../../specs/findings.ts";
import { openProject } from "../../specs/project.ts";
import { checkoutOf } from "../../workspace/git/checkout.ts";
import { commit } from "../../workspace/write/commit.ts";
import { reasonLines } from "../archive/plan.ts";
import { redline } from "../delta/redline.ts";
import { planFix } from "../fix/fix.ts";
import { paintDiff } from "./redlines.ts";

const change_id = z.string().describe("Change id");
const dropped = z
  .enum(["remove", "keep"])
  .default("remove")
  .describe(
    "Scenarios of the spec that a MODIFIED requirement leaves out: remove or rename them by name, or repeat them",
  );

const Output = z.object({
  change_id: z.string(),
  persisted: z.boolean().describe("Whether anything was written"),
  repairs: z.array(
    z.object({ rule: z.string(), file: z.string(), line: z.number().int(), message: z.string() }),
  ),
  files: z.array(z.object({ path: z.string(), diff: z.string() })),
  remaining: z.array(SpecFinding).describe("Errors and warnings that need a person"),
  notes: z.array(z.string()).optional(),
  root: z.string(),
  branch: z.string().optional(),
});
type Output = z.infer<typeof Output>;

const dialectNote =
  "`#### REMOVED Scenario:` and `#### RENAMED Scenario:` are headings of Hewto: OpenSpec 1.13 rejects a delta that has them.";

/** Which scenarios were meant to go is a guess, so the command shows its diff first and writes only with --yes. */
export const fixChange = operation({
  name: "changes_fix",
  title: "Fix change",
  summary: "Repairs what is mechanical in the deltas of a change, and lists what is left.",
  details: "Shows the diff; writes it only when asked.",
  icon: "change",
  effects: { ...writing, idempotent: true },
  preview: { mode: "preview" },
  served: { never: "agents edit the files of a change themselves, and each finding names its fix" },
  cli: {
    words: "changes fix",
    examples: ["changes fix add-login", "changes fix add-login --dropped keep --yes"],
    positionals: ["change_id"],
    input: z.object({
      change_id,
      dropped,
      yes: z.boolean().default(false).describe("Write the repairs (default: only show them)"),
    }),
    toInput: ({ yes, ...given }) => ({ ...given, mode: yes ? ("persist" as const) : ("preview" as const) }),
  },
  input: z.object({
    change_id,
    dropped,
    mode: z.enum(["preview", "persist"]).default("preview").describe("Whether to write"),
  }),
  output: Output,
  run: async ({ workspace, signal, touched }, input) => {
    const planned = await planFix(await openProject(workspace), input.change_id, input.dropped);
    if (!planned.ok) return planned;
    const { change, files, remaining, plan } = planned.value;
    const isWritten = input.mode === "persist" && files.length > 0;
    if (isWritten) {
      const committed = await commit(workspace, plan, { signal, tool: "changes fix" });
      if (!committed.ok) return committed;
      for (const { path } of files) touched(path);
    }
    const isDialect = files.some(({ repairs }) => repairs.some((repair) => repair.isDialect === true));
    return ok({
      change_id: change.entry.id,
      persisted: isWritten,
      repairs: files.flatMap(({ path, repairs }) =>
        repairs.map(({ rule, line, message }) => ({ rule, file: path, line, message })),
      ),
      files: files.map(({ path, before, after }) => ({ path, diff: hunks(redline(before, after)) })),
      remaining: [...remaining],
      notes: isDialect ? [dialectNote] : undefined,
      ...(await checkoutOf(workspace)),
    });
  },
  text: (output, _input, surface) => fixText(output, surface),
  human: (output, _given, style, surface) => fixText(output, surface, style),
});

const contextLines = 2;

/** The changed lines of a redline with a few around them. */
function hunks(diff: string): string {
  const lines = diff.split("\n");
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some((line) => /^[-+] /.test(line));
  const kept = lines.map((line, at) => (isNear(at) ? line : undefined));
  return kept
    .flatMap((line, at) =>
      line !== undefined ? [line] : kept[at - 1] !== undefined || at === 0 ? ["  …"] : [],
    )
    .join("\n");
}

function fixText(output: Output, surface: Surface, style?: Style): string {
  const { change_id, repairs, files, remaining, persisted, notes = [] } = output;
  const lines = files.flatMap(({ path, diff }) => [printable(path), paintDiff(printable(diff), style), ""]);
  lines.push(...repairs.map(({ rule, message }) => `- ${rule}: ${printable(message)}`));
  if (repairs.length === 0) lines.push(`Nothing in ${change_id} can be repaired mechanically.`);
  else if (persisted)
    lines.push(`Wrote ${count(repairs.length, "repair")} to ${count(files.length, "file")}.`);
  else {
    const flag = surface.argument(fixChange, "yes");
    lines.push(`${count(repairs.length, "repair")}; nothing was written. Pass ${flag} to write them.`);
  }
  for (const note of notes)
    lines.push(
      `Note: ${note} Pass ${surface.argument(fixChange, "dropped")} keep to repeat the scenarios instead.`,
    );
  if (remaining.length > 0) {
    const when = repairs.length === 0 ? "" : " after that";
    lines.push(`Left for you${when}:`, reasonLines(remaining));
  }
  return lines.join("\n");
}
