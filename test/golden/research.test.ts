import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeResearch } from "../../src/code/operations/code-research.ts";
import { fitAnswer } from "../../src/operation/budget/budget.ts";
import { invoke } from "../../src/operation/invoke.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { indexFolder } from "../support/code-index.ts";
import { agentWith } from "../support/operations.ts";
import { temporaryFolder } from "../support/temporary.ts";

const surface = agentWith({ code_research: codeResearch });

/** An indexed copy of some folders, and how to ask about it. */
async function copied(folders: readonly string[]) {
  const root = await temporaryFolder();
  for (const folder of folders) await cp(folder, join(root, folder), { recursive: true });
  await indexFolder(root);
  const runtime = createRuntime({ workspace: { root }, log: () => {} });
  return async (query: string) => {
    const { signal } = new AbortController();
    const answer = await invoke(runtime, codeResearch, { query }, { signal });
    if (!answer.ok) throw new Error(answer.fault.message);
    const { structured, content } = fitAnswer(codeResearch, answer.value, surface);
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    return { text, json: JSON.stringify(structured) };
  };
}

const ferry = sharedByFile(() => copied(["examples/ferry"]));
const own = sharedByFile(() => copied(["src/operation", "src/mcp", "src/kernel"]));

/** Answers that a person has read: enough to act on without opening another file. */
const golden: readonly (readonly [string, string])[] = [
  ["confirm", "how is a booking confirmed?"],
  ["cancel", "where is it decided that a booking can no longer be cancelled?"],
  ["callers", "who calls nextCrossing?"],
  ["breaks", "what breaks if I add a parameter to Crossing?"],
  ["implements", "which types implement Clock?"],
  ["path", "how does book get from BookingService.book to nextCrossing?"],
  ["test", "which test covers a full crossing?"],
  ["settings", "where is the deadline for a cancellation configured or described?"],
  ["unknown", "who calls refundTheTicket()?"],
  ["near", "callers of nextCrosing"],
  ["full", "what happens when a crossing has no free place?"],
  ["uses", "what uses BookingError?"],
  ["symbol", "BookingService"],
  ["number", "how is a booking number made?"],
  ["calls", "what does BookingService.cancel call?"],
  ["absent", "where is the payment by credit card made?"],
  ["test-callers", "which tests call BookingService.book?"],
];

describe("golden answers about the example", () => {
  it.each(golden)("%s: %s", async (name, query) => {
    const ask = await ferry();
    const { text } = await ask(query);
    await expect(`${query}\n\n${text}\n`).toMatchFileSnapshot(`../fixtures/research/${name}.txt`);
  });
});

/** What an answer about our own source must name, in both forms, to be of use. */
const facts: readonly (readonly [string, readonly string[]])[] = [
  ["how is an answer shrunk to its budget?", ["fitAnswer", "shrink", "budget/budget.ts"]],
  ["who calls fitAnswer?", ["answer()", "src/mcp/tools/answer.ts"]],
  ["what breaks if I add a parameter to parseArguments?", ["invoke()", "callWithin()"]],
  ["where are wrong arguments turned into a message?", ["arguments.ts", "parseArguments"]],
  ["path from callTool to perform", ["invoke()", "perform()"]],
  ["where is a bug turned into a fault?", ["guarded", "faultOf"]],
  ["where is a misspelled name matched with a near one?", ["nearest.ts", "editDistance"]],
  ["how does a tools/call request become an answer?", ["callTool", "invoke"]],
  ["which types implement Transport?", ["SseTransport", "StdioTransport"]],
  ["who calls dropUndefined?", ["perform()", "src/operation/runtime.ts"]],
  ["what is Result?", ["src/kernel/result.ts"]],
  ["how are undefined fields dropped from an answer?", ["perform"]],
  [
    "which test checks that null counts as an argument that was left out?",
    ["takes null for an optional argument"],
  ],
];

describe("answers about our own source", () => {
  it.each(facts)("%s", async (query, names) => {
    const ask = await own();
    const { text, json } = await ask(query);
    for (const name of names) {
      expect(text).toContain(name);
      expect(json).toContain(name);
    }
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_000);
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(6_000);
  });

  it("have the same places in both forms", async () => {
    const ask = await own();
    for (const [query] of facts) {
      const { text, json } = await ask(query);
      const places = new Set(text.match(/\b[\w/-]+\.ts:\d+/g));
      for (const place of places) {
        const [path = "", line = ""] = place.split(":");
        expect(json.includes(place) || (json.includes(path) && json.includes(line)), place).toBe(true);
      }
    }
  });
});
