import * as z from "zod";
import { Problem } from "../../kernel/finding.ts";
import { RequirementShape } from "../../specs/operations/shapes.ts";

export const sections = ["proposal", "tasks", "design", "verification", "deltas"] as const;
export type ChangeSection = (typeof sections)[number];

export const DeltaShape = z.object({
  added: z.array(RequirementShape),
  modified: z.array(RequirementShape),
  removed: z.array(
    z.object({ name: z.string(), reason: z.string().optional(), migration: z.string().optional() }),
  ),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
});

export type DeltaShape = z.infer<typeof DeltaShape>;

export const TasksShape = z.object({
  markdown: z.string(),
  completed: z.number().int(),
  total: z.number().int(),
  items: z.array(
    z.object({ id: z.string().optional(), text: z.string(), done: z.boolean(), line: z.number().int() }),
  ),
});

export type TasksShape = z.infer<typeof TasksShape>;

export const ChangeShape = z.object({
  id: z.string(),
  title: z.string().optional(),
  proposal: z.string().optional().describe("proposal.md as it is"),
  tasks: TasksShape.optional(),
  design: z.string().optional().describe("design.md as it is, if there is one"),
  verification: z.string().optional().describe("verification.md as it is, if there is one"),
  deltas: z.record(z.string(), DeltaShape).optional().describe("Requirement changes by capability"),
  problems: z.array(Problem).optional().describe("Documents that are missing or cannot be read"),
});
export type ChangeShape = z.infer<typeof ChangeShape>;
