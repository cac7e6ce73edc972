import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { agentWith } from "../../../test/support/operations.ts";
import { ok } from "../../kernel/result.ts";
import { operation, reading, writing } from "../operation.ts";
import { inputSchema } from "../schema.ts";
import { bytesPerToken, fitAnswer, withBudget } from "./budget.ts";
import { jsonBytes } from "./shrink.ts";

const Row = z.object({ id: z.string(), body: z.string(), tags: z.array(z.string()) });
const Answer = z.object({
  title: z.string(),
  rows: z.array(Row),
  notes: z.record(z.string(), z.string()),
  document: z.string(),
});

const read = operation({
  name: "read_all",
  title: "Read all",
  summary: "Reads",
  icon: "search",
  effects: reading,
  cli: { never: "a fixture of the tests" },
  input: z.object({ section: z.string().optional() }),
  output: Answer,
  run: async () => ok({ title: "", rows: [], notes: {}, document: "" }),
  text: ({ title, rows, notes, document }) =>
    [
      `# ${title}`,
      ...rows.map(({ id, body, tags }) => `- ${id}: ${body} (${tags.join(", ")})`),
      ...Object.entries(notes).map(([name, text]) => `${name}: ${text}`),
      document,
    ].join("\n"),
});
const tool = withBudget(read);
const surface = agentWith({ read_all: tool });

const row = fc.record({
  id: fc.string({ maxLength: 30 }),
  body: fc.string({ unit: "grapheme", maxLength: 2_000 }),
  tags: fc.array(fc.string({ maxLength: 20 }), { maxLength: 50 }),
});
const answers = fc.record({
  title: fc.string({ maxLength: 80 }),
  rows: fc.array(row, { maxLength: 80 }),
  // The parser that reads the answer below leaves out `__proto__`.
  notes: fc.dictionary(
    fc.string({ maxLength: 20 }).filter((key) => key !== "__proto__"),
    fc.string({ maxLength: 300 }),
    { maxKeys: 60 },
  ),
  document: fc.integer({ min: 0, max: 60_000 }).map((length) => 'Ein "Satz".\n'.repeat(length / 12)),
});

describe("an answer within its budget", () => {
  it("fits in both forms, keeps its shape, and counts what it left out", () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 300, max: 8_000 }), (output, budget) => {
        const { structured, content } = fitAnswer(tool, { input: { budget }, output }, surface);
        const [first, note] = content.map((block) => (block.type === "text" ? block.text : ""));
        expect(jsonBytes(structured)).toBeLessThanOrEqual(budget * bytesPerToken);
        expect(Buffer.byteLength(`${first}${note ?? ""}`)).toBeLessThanOrEqual(budget * bytesPerToken);
        const shown = Answer.parse(structured);
        expect(first).toBe(read.text(shown, {}, surface));
        const { omitted = [] } = z
          .object({
            omitted: z.array(z.object({ field: z.string(), items: z.number().optional() })).optional(),
          })
          .parse(structured);
        const missing = (field: string) => omitted.find((each) => each.field === field)?.items ?? 0;
        expect(shown.rows.length + missing("rows")).toBe(output.rows.length);
        expect(Object.keys(shown.notes).length + missing("notes")).toBe(Object.keys(output.notes).length);
      }),
      { numRuns: 60 },
    );
  });

  it("says what is missing and which argument brings it, in both forms", () => {
    const rows = Array.from({ length: 500 }, (_, n) => ({ id: `row-${n}`, body: "short", tags: [] }));
    const output = { title: "Rows", rows, notes: {}, document: "" };
    const { structured, content } = fitAnswer(tool, { input: { budget: 1_500 }, output }, surface);
    expect(structured).toMatchObject({
      omitted: [{ field: "rows", items: expect.any(Number) }],
      hint: expect.stringMatching(/^Pass `budget` \d+ for everything, or give `section` for one part\.$/),
    });
    expect(content.at(-1)).toMatchObject({
      text: expect.stringMatching(
        /^Left out to fit 1500 tokens: \d+ of rows\. Pass `budget` \d+ for everything/,
      ),
    });
  });

  it("is left as it is when it fits, and keeps to the ceiling where no budget is taken", () => {
    const small = { title: "Small", rows: [], notes: {}, document: "text" };
    expect(fitAnswer(tool, { input: { budget: 300 }, output: small }, surface).structured).toBe(small);
    const large = { ...small, document: "x".repeat(1_000_000) };
    const { structured } = fitAnswer(read, { input: {}, output: large }, surface);
    expect(jsonBytes(structured)).toBeLessThanOrEqual(32_000);
    expect(structured).toMatchObject({ omitted: [{ field: "document", characters: expect.any(Number) }] });
  });
});

describe("the budget argument", () => {
  it("is taken by what reads, and not by what writes", () => {
    expect(inputSchema(tool).properties?.budget).toMatchObject({
      minimum: 300,
      maximum: 8000,
      default: 1500,
    });
    const write = operation({ ...read, effects: writing });
    expect(withBudget(write)).toBe(write);
  });
});
