import * as z from "zod";
import { linkSources } from "../links/model.ts";
import { nodeKinds } from "../model/node.ts";
import { states } from "../state/state.ts";

export const LinkedTest = z.object({
  test: z.string().describe("`file#suite > title`"),
  file: z.string(),
  line: z.number().int(),
  source: z.enum(linkSources).describe("What links it"),
  counts: z.boolean().describe("False for a link that is only possible"),
  status: z.string().optional().describe("The newest result"),
  fresh: z.boolean().optional().describe("Whether the result is of the sources as they are now"),
});

export const LinkedCode = z.object({
  file: z.string(),
  line: z.number().int(),
  symbol: z.string().optional(),
  role: z.enum(["check", "implements", "manual"]),
});

export const Leaf = z.object({
  address: z.string(),
  kind: z.enum(nodeKinds),
  name: z.string(),
  state: z.enum(states),
  reason: z.string(),
  text: z.string(),
  before: z.string().optional().describe("Of a suspect one: the text at the base"),
  revision: z.string(),
  level: z.string().optional(),
  file: z.string(),
  line: z.number().int(),
  tests: z.array(LinkedTest),
  code: z.array(LinkedCode),
  implementations: z
    .array(z.object({ name: z.string(), state: z.enum(states), reason: z.string() }))
    .optional()
    .describe("Of a requirement that several programs implement: the state for each"),
  note: z.string().optional().describe("What a waiver or a manual result says"),
  questions: z.array(z.string()).optional(),
});
export type Leaf = z.infer<typeof Leaf>;

export const TracedRequirement = z.object({
  address: z.string(),
  kind: z.enum(nodeKinds),
  name: z.string(),
  state: z.enum(states).describe("The worst state of its parts"),
  leaves: z.array(Leaf),
});
export type TracedRequirement = z.infer<typeof TracedRequirement>;

export const TracedSpec = z.object({ spec: z.string(), requirements: z.array(TracedRequirement) });

export const SpecCounts = z.object({
  format: z.string(),
  spec: z.string(),
  file: z.string(),
  requirements: z.number().int(),
  states: z.partialRecord(z.enum(states), z.number().int()).describe("How many leaves are in each state"),
});
export type SpecCounts = z.infer<typeof SpecCounts>;

export const TracedFormat = z.object({
  format: z.string(),
  requirements: z.number().int(),
  leaves: z.number().int(),
  states: z.partialRecord(z.enum(states), z.number().int()).describe("How many leaves are in each state"),
  checks: z.number().int().describe("Leaves that only comments in code claim"),
  outcomes: z.number().int().describe("Success criteria, which need a result by hand"),
  changes: z
    .object({ count: z.number().int(), added: z.number().int(), modified: z.number().int() })
    .optional(),
  specs: z.array(TracedSpec),
});
export type TracedFormat = z.infer<typeof TracedFormat>;
