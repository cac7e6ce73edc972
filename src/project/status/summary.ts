import * as z from "zod";
import { clip, clipLine } from "../../kernel/clip.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { printableLine } from "../../kernel/text.ts";
import type { CheckFinding } from "../check/finding.ts";
import { WorkItem } from "../work/item.ts";

export const FindingGroup = z.object({
  rule: z.string(),
  severity: z.enum(["error", "warning"]),
  count: z.number().int(),
  file: z.string().describe("The first place"),
  line: z.number().int(),
  message: z.string(),
});
export type FindingGroup = z.infer<typeof FindingGroup>;

const maxMessage = 140;

/** Findings by rule: errors first, then the most frequent. */
export function groupFindings(findings: readonly CheckFinding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const { rule, severity, file, line, message } of findings) {
    const key = `${severity}\n${rule}`;
    const known = groups.get(key);
    const text = clipLine(printableLine(message), maxMessage);
    groups.set(
      key,
      known ? { ...known, count: known.count + 1 } : { rule, severity, count: 1, file, line, message: text },
    );
  }
  return [...groups.values()].sort(
    (a, b) => byCodePoint(a.severity, b.severity) || b.count - a.count || byCodePoint(a.rule, b.rule),
  );
}

/** What a status shows of a work item: its lists are cut, its path is in the details. */
export const StatusItem = WorkItem.omit({ path: true, label: true, authors: true, worktree: true });
export type StatusItem = z.infer<typeof StatusItem>;

const maxIds = 3;
const maxTitle = 60;

export function statusItem(work: WorkItem): StatusItem {
  const { path: _path, label: _label, authors: _authors, worktree: _worktree, ...item } = work;
  return {
    ...item,
    title: clipLine(printableLine(item.title), maxTitle),
    blocked_by: clip(item.blocked_by, maxIds).shown,
    overlaps: clip(item.overlaps, maxIds).shown,
  };
}
