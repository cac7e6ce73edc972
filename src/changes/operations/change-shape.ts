import * as z from "zod";
import { Problem } from "../../kernel/finding.ts";
import { SpecFinding } from "../../specs/findings.ts";
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

/** What a change would do to one requirement, or did not do yet. */
export const Redline = z.object({
  spec_id: z.string(),
  requirement: z.string(),
  operation: z.enum(["added", "modified", "removed", "renamed"]),
  from: z.string().optional(),
  kept: z.array(z.string()).describe("Scenarios that others added or changed since, which stay"),
  diff: z.string().describe("Lines: `- ` removed, `+ ` added, two spaces unchanged"),
  conflict: z
    .object({ base: z.string(), spec: z.string(), change: z.string() })
    .optional()
    .describe("Where both sides changed the text: when the change was written, in the spec, in the change"),
});
export type Redline = z.infer<typeof Redline>;

/** What Spec Oxide's clients get. */
export const ContractShape = z.object({
  id: z.string(),
  title: z.string().optional(),
  proposal: z.string().optional().describe("proposal.md as it is"),
  tasks: TasksShape.optional(),
  design: z.string().optional().describe("design.md as it is, if there is one"),
  verification: z.string().optional().describe("verification.md as it is, if there is one"),
  deltas: z.record(z.string(), DeltaShape).optional().describe("Requirement changes by capability"),
  problems: z.array(Problem).optional().describe("Documents that are missing or cannot be read"),
});

export const ChangeShape = ContractShape.extend({
  files: z.array(z.string()).optional().describe("Every file of the change, relative to its folder"),
  file: z.object({ path: z.string(), text: z.string() }).optional().describe("The file that was asked for"),
  redlines: z.array(Redline).optional().describe("With `diff`: what archiving would change, valid or not"),
  refused: z.array(SpecFinding).optional().describe("With `diff`: why archiving would be refused"),
  blocked_by: z.array(z.string()).optional().describe("Open changes that must be archived first"),
  archived_as: z.string().optional().describe("Folder of a change that is archived"),
});
export type ChangeShape = z.infer<typeof ChangeShape>;
