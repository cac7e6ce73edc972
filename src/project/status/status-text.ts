import { clipLine } from "../../kernel/clip.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { workRows } from "../work/text.ts";
import type { NextStep } from "./next-steps.ts";
import type { StatusReviews } from "./reviews.ts";
import type { ProjectStatus } from "./status.ts";
import type { FindingGroup } from "./summary.ts";

/** At most 35 lines, whatever the repository holds. */
export function statusText(status: ProjectStatus, style: Style, surface: Surface): string {
  return [
    heading(status, style),
    ...contents(status),
    ...inFlight(status, style, surface),
    ...problems(status, style),
    ...nextLines(status.next, style, surface),
  ].join("\n");
}

function heading({ root, branch, formats }: ProjectStatus, style: Style): string {
  const where = branch === undefined ? "" : ` on ${printableLine(branch)}`;
  const format = formats.length === 0 ? "no specs yet" : formats.join(", ");
  return `${style.bold(printableLine(root))}${where}: ${format}`;
}

function contents({ has, work_by_state: states, reviews }: ProjectStatus): string[] {
  const parts = [
    states.in_progress ? `${states.in_progress} in progress` : "",
    states.ready ? `${states.ready} ready` : "",
    states.drafting ? `${states.drafting} drafting` : "",
    states.done ? `${states.done} done` : "",
  ].filter((part) => part !== "");
  const rows: (readonly [string, string])[] = [
    ["specs", has.specs === 0 ? "" : `${has.specs} with ${count(has.requirements, "requirement")}`],
    ["requirements", has.specs > 0 || has.requirements === 0 ? "" : String(has.requirements)],
    ["work", has.work === 0 ? "" : `${has.work} in flight (${parts.join(", ")})`],
    ["reviews", reviews === undefined ? "" : reviewText(reviews)],
    ["skills", has.skills === 0 ? "" : String(has.skills)],
    ["index", has.index ? "built" : "not built"],
  ];
  return rows.filter(([, text]) => text !== "").map(([name, text]) => `  ${name.padEnd(14)}${text}`);
}

function reviewText({ open_comments, on, approved, stale_approvals }: StatusReviews): string {
  const names = (ids: readonly string[]) => ids.map(printableLine).join(", ");
  return [
    open_comments === 0 ? "no open comments" : `${count(open_comments, "open comment")} on ${names(on)}`,
    ...(approved === 0 ? [] : [`${approved} approved`]),
    ...(stale_approvals.length === 0 ? [] : [`changed after approval: ${names(stale_approvals)}`]),
  ].join(", ");
}

function inFlight(
  { in_flight, in_flight_left_out }: ProjectStatus,
  style: Style,
  surface: Surface,
): string[] {
  if (in_flight.length === 0) return [];
  const rows = workRows(
    in_flight.map((item) => ({ ...item, label: item.kind.replace("_", " "), path: "" })),
    style,
  );
  const all = surface.reference({ operation: "list_work" });
  const more =
    in_flight_left_out === 0 ? [] : [`  … and ${in_flight_left_out} more${all ? ` (${all})` : ""}`];
  return ["", style.bold("In flight, last written first"), ...rows.map((row) => `  ${row}`), ...more];
}

function problems(status: ProjectStatus, style: Style): string[] {
  const { errors, warnings, remarks, findings, findings_left_out, not_checked } = status;
  const left = not_checked.map((note) => `  Not checked: ${note}`);
  if (errors + warnings === 0) {
    const verdict = remarks > 0 ? `No errors or warnings, ${count(remarks, "note")}` : "No problems found";
    return ["", style.good(`${verdict}${left.length === 0 ? "" : " in what was checked"}.`), ...left];
  }
  const sums = `${count(errors, "error")}, ${count(warnings, "warning")}`;
  const more = findings_left_out === 0 ? [] : [`  … and ${count(findings_left_out, "more rule")}`];
  const head = errors > 0 ? style.bad(sums) : style.warn(sums);
  return ["", head, ...findings.map((group) => groupRow(group, style)), ...more, ...left];
}

function groupRow({ rule, severity, count: times, file, line, message }: FindingGroup, style: Style): string {
  const mark = severity === "error" ? style.bad("error  ") : style.warn("warning");
  const head = `  ${mark} ${String(times).padStart(4)} × ${rule}: `;
  const where = `${printableLine(file)}:${line} `;
  const space = Math.max(30, Math.min(style.width, 160) - 20 - rule.length - where.length);
  return `${head}${where}${style.dim(clipLine(message, space))}`;
}

function nextLines(next: readonly NextStep[], style: Style, surface: Surface): string[] {
  const lines = next.flatMap(({ operation, args, command, to }) => {
    const call =
      (operation === undefined ? undefined : surface.reference({ operation, args, command })) ??
      (command === undefined ? undefined : surface.reference({ command }));
    const ask = command === undefined ? "" : surface.recommend({ command, to });
    return call === undefined ? (ask === "" ? [] : [`  ${ask}`]) : [`  ${call} ${style.dim(`to ${to}`)}`];
  });
  return lines.length === 0 ? [] : ["", style.bold("Next"), ...lines];
}
