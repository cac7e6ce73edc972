import type { Style } from "../../operation/style.ts";
import { scenarioText } from "../../specs/operations/shapes.ts";
import { reasonLines } from "../archive/plan.ts";
import type { ChangeShape, DeltaShape, Redline } from "./change-shape.ts";
import { redlineLines } from "./redlines.ts";

/** A change as Markdown, for models and people. */
export function changeText(change: ChangeShape, style?: Style): string {
  const { id, title, proposal, tasks, design, verification, deltas, problems = [] } = change;
  if (change.file !== undefined) return change.file.text;
  if (change.redlines !== undefined) return redlineText(change, change.redlines, style);
  const parts = [title === undefined ? `Change ${id}` : `Change ${id}: ${title}`];
  if (change.archived_as !== undefined) parts.push(`Archived: ${change.archived_as}`);
  parts.push(...problems.map(({ message }) => `Problem: ${message}`));
  if (proposal) parts.push(proposal.trim());
  if (tasks) parts.push(`Tasks: ${tasks.completed}/${tasks.total} done`, tasks.markdown.trim());
  if (design) parts.push(design.trim());
  if (verification) parts.push(verification.trim());
  for (const [capability, delta] of Object.entries(deltas ?? {})) parts.push(deltaText(capability, delta));
  const others = (change.files ?? []).filter((name) => !isShown(name));
  if (others.length > 0) parts.push(["Other files:", ...others.map((name) => `- ${name}`)].join("\n"));
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Documents whose text is above. */
function isShown(name: string): boolean {
  return /^(?:proposal|tasks|design|verification)\.md$|^specs\/.+\/spec\.md$/.test(name);
}

function redlineText(
  { id, refused = [], blocked_by: blockers = [] }: ChangeShape,
  redlines: readonly Redline[],
  style?: Style,
): string {
  const lines = redlineLines(redlines, style);
  if (redlines.length === 0) lines.push(`Archiving ${id} would change no requirement.`);
  if (blockers.length > 0) lines.push(`Blocked by ${blockers.join(", ")}.`);
  if (refused.length > 0) lines.push(`${id} cannot be archived yet:`, reasonLines(refused));
  return lines.join("\n");
}

function deltaText(capability: string, { added, modified, removed, renamed }: DeltaShape): string {
  const lines = [`Delta of ${capability}:`];
  for (const requirement of added) lines.push(`+ ${requirementText(requirement)}`);
  for (const requirement of modified) lines.push(`~ ${requirementText(requirement)}`);
  for (const { name, reason, migration } of removed) {
    const because = reason === undefined ? "" : ` (reason: ${reason})`;
    lines.push(`- ${name}${because}${migration === undefined ? "" : ` (migration: ${migration})`}`);
  }
  for (const { from, to } of renamed) lines.push(`> ${from} → ${to}`);
  return lines.join("\n");
}

function requirementText({ name, description, scenarios }: DeltaShape["added"][number]): string {
  const body = [description, ...scenarios.map(scenarioText)].filter((part) => part !== "");
  return [name, ...body.map((part) => part.replace(/^/gm, "    "))].join("\n");
}
