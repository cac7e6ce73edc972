import type * as z from "zod";
import { createArtifactTool } from "../../artifacts/operations/lifecycle.ts";
import { newChange, undoArchive } from "../../changes/operations/change-commands.ts";
import { fixChange } from "../../changes/operations/fix.ts";
import { redlineLines } from "../../changes/operations/redlines.ts";
import { validateChange, validateSpec } from "../../changes/operations/validate.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { archiveWork } from "../../project/work/operations/archive-work.ts";
import { nameForChange } from "../../workflow/changes/new-change.ts";
import type { Effect, Event } from "../state/events.ts";
import type { Row } from "../state/rows.ts";
import { call } from "./call.ts";
import { workKey } from "./lists.ts";
import { newFeature } from "./trees.ts";

type Of<K extends Effect["do"]> = Extract<Effect, { do: K }>;

/** Creates work in the chosen format. A change and a feature wait for `specify`, which gets the description. */
export async function newWork(runtime: Runtime, effect: Of<"new-work">): Promise<Result<Event>> {
  const { format, description, worktree } = effect;
  if (format === "feature") return newFeature(runtime, description, worktree);
  if (format === "specification") return newSpecification(runtime, description);
  const name = await nameForChange(runtime.workspace, description);
  const empty = await call(runtime, newChange, { name, empty: true });
  // Only OpenSpec has a file for a change without documents; elsewhere an empty change would not exist.
  const hasFiles = !empty.ok || empty.value.files.length > 0;
  const created = hasFiles ? empty : await call(runtime, newChange, { name });
  if (!created.ok) return created;
  const { id, path } = created.value;
  return ok({
    type: "work-created",
    row: workKey("change", path),
    description,
    note: `Created the change ${id}.`,
  });
}

async function newSpecification(runtime: Runtime, title: string): Promise<Result<Event>> {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const created = await call(runtime, createArtifactTool, {
    kind: "specification",
    name,
    title,
    mode: "persist",
  });
  if (!created.ok) return created;
  const { handle, path } = created.value;
  return ok({ type: "work-created", row: handle, description: "", note: `Created ${handle} at ${path}.` });
}

/** Says whether a change or spec is valid; its findings are shown where it is not. */
export async function validate(runtime: Runtime, { kind, name }: Row): Promise<Result<Event>> {
  const answer =
    kind === "change"
      ? await call(runtime, validateChange, { change_id: name })
      : await call(runtime, validateSpec, { spec_id: name });
  if (!answer.ok) return answer;
  const { valid, errors, warnings } = answer.value;
  const findings = [...errors, ...warnings];
  const found = findings.length === 0 ? "no findings" : count(findings.length, "finding");
  const text = `${valid ? "Valid" : "Not valid"}: ${kind} ${name}, ${found}.`;
  return ok({ type: "work-changed", text, ...(findings.length > 0 ? { tab: "findings" } : {}) });
}

/** Shows the repairs of a change as a diff, or writes them. */
export async function fix(runtime: Runtime, { id, write }: Of<"fix">): Promise<Result<Event>> {
  const mode = write ? "persist" : "preview";
  const answer = await call(runtime, fixChange, { change_id: id, mode });
  if (!answer.ok) return answer;
  const { repairs, files, remaining, notes = [] } = answer.value;
  const left = remaining.map(({ file, line, message }) => `  ${file}:${line} ${message}`);
  if (write) {
    const after =
      left.length === 0 ? "No findings are left." : `${count(left.length, "finding")} left for you.`;
    return ok({ type: "work-changed", text: `Wrote ${count(repairs.length, "repair")} to ${id}. ${after}` });
  }
  const text = [
    ...files.flatMap(({ path, diff }) => [path, diff, ""]),
    ...repairs.map(({ rule, message }) => `${rule}: ${message}`),
    ...notes.map((note) => `Note: ${note}`),
    ...(left.length > 0 ? ["", `Left for you${repairs.length === 0 ? "" : " after that"}:`, ...left] : []),
  ].join("\n");
  if (repairs.length > 0)
    return ok({
      type: "review",
      title: `Write ${count(repairs.length, "repair")} to ${id}?`,
      text,
      purpose: { kind: "fix", id },
    });
  const nothing = `Nothing in ${id} can be repaired mechanically.`;
  if (left.length === 0) return ok({ type: "notice", text: `${nothing} It has no findings.`, bad: false });
  return ok({ type: "review", title: nothing, text: text.trim(), purpose: { kind: "read" } });
}

/** Shows what archiving would write, and asks; or why it cannot be archived. */
export async function previewArchive(runtime: Runtime, row: Row): Promise<Result<Event>> {
  const input = { id: row.locator, dry_run: true, allow_open_tasks: true };
  const preview = await call(runtime, archiveWork, input);
  if (!preview.ok) return preview;
  const { refused, open_tasks, already_archived, change_id: id } = preview.value;
  const text = archiveLines(preview.value).join("\n");
  if (refused !== undefined || already_archived)
    return ok({
      type: "review",
      title: `${id} cannot be archived`,
      text,
      purpose: { kind: "read" },
    });
  const open = open_tasks.length === 0 ? "" : ` with ${count(open_tasks.length, "open task")}`;
  const purpose = { kind: "archive", id, allowOpenTasks: open_tasks.length > 0 } as const;
  return ok({ type: "review", title: `Archive ${id}${open}?`, text, purpose });
}

type Preview = z.output<typeof archiveWork.output>;

/** The redline, the files that would be written, and the sums; or the reasons against it. */
export function archiveLines({
  redlines,
  specs,
  refused = [],
  archived_as,
  totals,
  notes = [],
}: Preview): string[] {
  const written = specs
    .filter(({ action }) => action !== "unchanged")
    .map(({ action, path }) => `${action} ${path}`);
  const reasons = refused.map(({ file, line, message }) => `${file}:${line} ${message}`);
  return [
    ...(reasons.length > 0 ? ["It cannot be archived yet:", ...reasons, ""] : []),
    ...redlineLines(redlines),
    ...(reasons.length > 0 ? [] : [...written, `moved to ${archived_as}`, sumsOf(totals)]),
    ...notes.map((note) => `Note: ${note}`),
  ];
}

function sumsOf({ added, modified, removed, renamed }: Preview["totals"]): string {
  return `${added} added, ${modified} modified, ${removed} removed, ${renamed} renamed`;
}

export async function archiveNow(runtime: Runtime, effect: Of<"archive-now">): Promise<Result<Event>> {
  const { id, allowOpenTasks } = effect;
  const answer = await call(runtime, archiveWork, { id, allow_open_tasks: allowOpenTasks, dry_run: false });
  if (!answer.ok) return answer;
  const { archived_as, totals } = answer.value;
  return ok({ type: "archived", id, text: `Archived ${id} as ${archived_as}: ${sumsOf(totals)}.` });
}

export async function undo(runtime: Runtime, { id }: Of<"undo">): Promise<Result<Event>> {
  const answer = await call(runtime, undoArchive, { change_id: id });
  if (!answer.ok) return answer;
  const { path } = answer.value;
  return ok({
    type: "work-changed",
    text: `Undid the archive of ${id}; it is back in ${path}.`,
    row: workKey("change", path),
  });
}
