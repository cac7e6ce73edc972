import { fromJsonSchema } from "@modelcontextprotocol/server";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { portable } from "./portable-schema.ts";

const shapes = {
  nullable: z.object({ a: z.string().min(2).nullable(), b: z.number().int().nullable().optional() }),
  anything: z.object({ a: z.unknown(), list: z.array(z.unknown()), map: z.record(z.string(), z.unknown()) }),
  closed: z.strictObject({ a: z.strictObject({ b: z.boolean() }) }),
  // Names that are keywords elsewhere.
  keywords: z.object({
    type: z.string(),
    items: z.number(),
    properties: z.object({ minimum: z.string() }),
    $schema: z.string(),
  }),
  choices: z.object({
    a: z.union([z.string(), z.array(z.int()), z.null()]),
    b: z.enum(["x", "y"]).default("x"),
  }),
};

async function accepts(schema: Record<string, unknown>, value: unknown): Promise<boolean> {
  const { issues } = await fromJsonSchema(schema)["~standard"].validate(value);
  return issues === undefined;
}

describe("portable", () => {
  it.each(Object.entries(shapes))("accepts exactly what the schema accepted: %s", async (_name, shape) => {
    const before = { ...z.toJSONSchema(shape) };
    const after = portable(before, false);
    const keys = ["a", "b", "list", "map", "type", "items", "properties", "minimum", "$schema"];
    const leaf = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(null, "xy", 1, true, "x"));
    const inner = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.constantFrom(...keys), leaf));
    const value = fc.oneof(inner, fc.dictionary(fc.constantFrom(...keys), inner));
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        expect(await accepts(after, given)).toBe(await accepts(before, given));
      }),
      { numRuns: 300 },
    );
  });

  it("has one type a schema, no empty schemas and no noise", () => {
    expect(portable({ ...z.toJSONSchema(shapes.nullable) }, false)).toEqual({
      type: "object",
      properties: {
        a: { anyOf: [{ type: "string", minLength: 2 }, { type: "null" }] },
        b: { anyOf: [{ type: "integer" }, { type: "null" }] },
      },
      required: ["a"],
      additionalProperties: false,
    });
    const { properties } = z
      .looseObject({ properties: z.looseObject({}) })
      .parse(portable({ ...z.toJSONSchema(shapes.anything) }, false));
    expect(properties).toMatchObject({
      a: { anyOf: expect.arrayContaining([{ type: "string" }, { type: "null" }]) },
      list: { type: "array" },
      map: { type: "object", additionalProperties: true },
    });
    expect(JSON.stringify(properties)).not.toContain("{}");
    expect(JSON.stringify(properties)).not.toContain("propertyNames");
  });

  it("keeps what is said about a schema at its top", () => {
    const schema = z.toJSONSchema(
      z.object({ a: z.string().nullable().describe("a word"), b: z.unknown().describe("b") }),
    );
    expect(portable({ ...schema }, true)).toMatchObject({
      properties: { a: { description: "a word" }, b: { description: "b" } },
    });
  });

  it("a list of types becomes one branch for each, with the rules inside and the description outside", () => {
    const schema = { type: ["string", "null"], minLength: 2, description: "a word" };
    expect(portable(schema, false)).toEqual({
      description: "a word",
      anyOf: [{ type: "string", minLength: 2 }, { type: "null" }],
    });
  });

  it("keeps what the values of a map are, in results too", () => {
    const schema = z.toJSONSchema(z.record(z.string(), z.number()));
    expect(portable({ ...schema }, true)).toEqual({
      type: "object",
      additionalProperties: { type: "number" },
    });
  });

  it("opens results, at every depth", () => {
    expect(JSON.stringify(portable({ ...z.toJSONSchema(shapes.closed) }, true))).not.toContain(
      "additionalProperties",
    );
  });
});
