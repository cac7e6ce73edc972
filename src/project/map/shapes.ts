import * as z from "zod";
import { states } from "../../trace/state/state.ts";
import { workKinds, workStates } from "../work/item.ts";

const Counts = z.partialRecord(z.enum(states), z.number().int());

export const MapNode = z.object({
  id: z.string().describe("`spec:openspec:booking`, `work:change:add-waiting-list`, `module:src/booking`"),
  kind: z.enum(["spec", "work", "module"]),
  label: z.string().describe("Its id or folder"),
  native: z.string().optional().describe("What its own tool calls it, such as `OpenSpec change`"),
  path: z.string().optional(),
  requirements: z.number().int().optional(),
  states: Counts.optional().describe("How many requirements and scenarios are in each state"),
  work: z.object({ kind: z.enum(workKinds), state: z.enum(workStates) }).optional(),
  files: z.number().int().optional().describe("Of a module"),
  tests: z.number().int().optional().describe("Of those, test files"),
});
export type MapNode = z.infer<typeof MapNode>;

export const edgeKinds = ["changes", "verifies", "implements", "uses", "overlaps", "blocked_by"] as const;

export const MapEdge = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.enum(edgeKinds),
  weight: z.number().int().describe("How many requirements, links or references it stands for"),
});
export type MapEdge = z.infer<typeof MapEdge>;

export interface ProjectMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}
