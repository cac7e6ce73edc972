import { scenarioText } from "../../specs/operations/shapes.ts";
import type { ChangeShape, DeltaShape } from "./change-shape.ts";

/** A change as Markdown, for models and people. */
export function changeText(change: ChangeShape): string {
  const { id, title, proposal, tasks, design, verification, deltas, problems = [] } = change;
  const parts = [title === undefined ? `Change ${id}` : `Change ${id}: ${title}`];
  parts.push(...problems.map(({ message }) => `Problem: ${message}`));
  if (proposal) parts.push(proposal.trim());
  if (tasks) parts.push(`Tasks: ${tasks.completed}/${tasks.total} done`, tasks.markdown.trim());
  if (design) parts.push(design.trim());
  if (verification) parts.push(verification.trim());
  for (const [capability, delta] of Object.entries(deltas ?? {})) parts.push(deltaText(capability, delta));
  return parts.filter((part) => part !== "").join("\n\n");
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
