import * as z from "zod";
import { mutationOperators } from "../../prove/mutants/table.ts";

export const verdicts = [
  "sensitive",
  "insensitive",
  "undecided",
  "blocked",
  "notices",
  "unnoticed",
  "existing",
] as const;

const Survivor = z.object({
  id: z.string().describe("For `dismissed` in the record of the requirement"),
  file: z.string(),
  line: z.number().int(),
  symbol: z.string(),
  operator: z.enum(mutationOperators),
  before: z.string().describe("The line as it is"),
  after: z.string().describe("The line with the change that no linked test noticed"),
  shared: z.array(z.string()).describe("Rare words that the line shares with the requirement"),
});

export const ProvedLeaf = z.object({
  address: z.string(),
  name: z.string(),
  file: z.string(),
  line: z.number().int(),
  verdict: z
    .enum(verdicts)
    .describe(
      "sensitive: a linked test noticed a change; insensitive: none of three or more was noticed; undecided: too few could be tried; blocked: the tests did not run or did not pass unchanged. With revert: notices, unnoticed (a new or changed test passes without the branch's code), existing (the branch changes no code)",
    ),
  reason: z.string(),
  tests: z.array(z.object({ test: z.string(), line: z.number().int() })),
  tried: z.number().int(),
  killed: z.number().int(),
  invalid: z.number().int().describe("Changes that did not build or load, and do not count"),
  stored: z.number().int().describe("Of those tried, results of an earlier run over the same code and tests"),
  survivors: z.array(Survivor).describe("Best first: by the words that they share with the requirement"),
  left_out: z.number().int().describe("Survivors that are not listed"),
  dismissed: z.number().int(),
});
export type ProvedLeaf = z.infer<typeof ProvedLeaf>;

export const Input = z.object({
  addresses: z
    .array(z.string())
    .max(200)
    .default([])
    .describe("Requirements, scenarios or statements; default: all that have tests"),
  changed_since: z
    .string()
    .optional()
    .describe(
      "Only requirements whose text or tests differ from the commit where the branch left this revision",
    ),
  revert: z
    .boolean()
    .default(false)
    .describe("Instead of changes: run the tests once more with the product code of the branch taken back"),
  coverage: z
    .boolean()
    .default(false)
    .describe(
      "First run each linked test alone and measure which code it executes, as far as its runner can",
    ),
  budget: z.int().min(1).max(86_400).default(120).describe("Seconds for the changes; none is begun later"),
  mutants: z
    .int()
    .min(1)
    .max(500)
    .optional()
    .describe("Changes to try for each requirement; default: 12, or 3 in compiled languages"),
  seed: z.int().min(0).default(1).describe("Chooses the changes; the same seed takes the same ones"),
});
export type Input = z.infer<typeof Input>;

export const Output = z.object({
  mode: z.enum(["mutants", "revert"]),
  leaves: z.array(ProvedLeaf),
  left_out: z.number().int().describe("Requirements for which the time was not enough"),
  commands: z.array(z.string()).describe("The commands that ran the tests, in a copy of the project"),
  reverted: z.array(z.string()).describe("With revert: the files that were taken back"),
  notes: z.array(z.string()),
  seconds: z.number(),
});
export type Output = z.infer<typeof Output>;
