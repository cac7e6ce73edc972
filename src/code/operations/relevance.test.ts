import { describe, expect, it } from "vitest";
import * as z from "zod";
import { indexFolder } from "../../../test/support/code-index.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { createRegistry } from "../../mcp/protocol/registry.ts";
import { parseArguments } from "../../operation/arguments.ts";
import { contextFor, createRuntime } from "../../operation/runtime.ts";
import { profiles } from "../../profiles.ts";
import { codeToolset } from "./toolset.ts";

const files = {
  "src/breaker.ts":
    "/** Stops calling a service that failed too often. */\nexport class CircuitBreaker {\n  recordFailure() {}\n}\n",
  "src/cart.ts": "export function addToCart(item: string, cart: string[]) {\n  return [...cart, item];\n}\n",
  "src/invoice.ts":
    "/** Adds the tax to the total of an invoice. */\nexport function invoiceTotal(net: number, tax: number) {\n  return net + tax;\n}\n",
  "test/cart.test.ts": "import { addToCart } from '../src/cart';\naddToCart('book', []);\n",
};

const Answer = z.object({
  results: z.array(z.object({ path: z.string(), start_line: z.int(), relevance_percent: z.int() })),
  notice: z.string().optional(),
});

/** search_code as a profile serves it. */
async function searchAs(name: string) {
  const root = await temporaryTree(files);
  await indexFolder(root);
  const profile = profiles.find((each) => each.name === name);
  if (!profile) throw new Error(`no profile ${name}`);
  const registry = createRegistry([{ name: "code", toolset: codeToolset }], profile);
  const operation = registry.tools().find((each) => each.name === "search_code");
  if (!operation) throw new Error("search_code is not served");
  const runtime = createRuntime({ workspace: { root }, log: () => {} });
  const context = contextFor(runtime, { signal: new AbortController().signal });
  return async (query: string, limit = 20) => {
    const input = parseArguments(operation, { query, limit });
    if (!input.ok) throw new Error(input.fault.message);
    const output = await operation.run(context, input.value);
    if (!output.ok) throw new Error(output.fault.message);
    const { results, notice } = Answer.parse(output.value);
    return {
      places: results.map(({ path, start_line }) => `${path}:${start_line}`),
      percents: results.map(({ relevance_percent }) => relevance_percent),
      notice,
    };
  };
}

const questions = [
  "addToCart",
  "a service that failed too often",
  "tax of an invoice",
  "who gives up on a service that is down",
  "who calls sinkTheMoonlight() in the cart",
];

describe("relevance of search_code", () => {
  it("is calibrated in the profile all without changing the order of the profile swiftindex", async () => {
    const [own, dropIn] = [await searchAs("all"), await searchAs("swiftindex")];
    for (const question of questions) {
      const answer = await own(question);
      expect(answer.places.length).toBeGreaterThan(0);
      expect(answer.places).toEqual((await dropIn(question)).places);
      expect(answer.percents).toEqual([...answer.percents].sort((a, b) => b - a));
    }
  });

  it("keeps the numbers of the profile swiftindex, which says nothing of weak matches", async () => {
    const search = await searchAs("swiftindex");
    expect((await search("addToCart")).percents[0]).toBe(100);
    expect((await search("who calls sinkTheMoonlight() in the cart")).notice).toBeUndefined();
  });

  it("is high for an exact name", async () => {
    const { places, percents, notice } = await (await searchAs("all"))("addToCart");
    expect(places[0]).toBe("src/cart.ts:1");
    expect(percents[0]).toBeGreaterThanOrEqual(80);
    expect(notice).toBeUndefined();
  });

  it("is low for what the repository does not have, and says so", async () => {
    const search = await searchAs("all");
    for (const question of [
      "who calls sinkTheMoonlight() in the cart",
      "decode the total length of a video stream header",
    ]) {
      const { percents, notice } = await search(question);
      expect(percents.length).toBeGreaterThan(0);
      expect(Math.max(...percents), question).toBeLessThan(25);
      expect(notice).toContain("All matches are weak (relevance below 25 %)");
    }
  });

  it("is the same whatever the limit", async () => {
    const search = await searchAs("all");
    for (const question of questions)
      expect((await search(question, 1)).percents).toEqual((await search(question)).percents.slice(0, 1));
  });
});
