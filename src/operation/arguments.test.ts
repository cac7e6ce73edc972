import { describe, expect, it } from "vitest";
import * as z from "zod";
import { untyped } from "../../test/support/operations.ts";
import { searchCode } from "../code/operations/search-code.ts";
import { ok } from "../kernel/result.ts";
import { getSpecRequirements } from "../specs/operations/read-specs.ts";
import { describe as inWords, parseArguments } from "./arguments.ts";
import { type AnyOperation, operation, reading } from "./operation.ts";

function tool(input: z.ZodObject, more: Partial<AnyOperation> = {}): AnyOperation {
  return operation({
    name: "find",
    title: "Find",
    summary: "Finds",
    icon: "search",
    effects: reading,
    input,
    ...untyped,
    run: async () => ok(""),
    text: String,
    ...more,
  });
}

function complaint(input: z.ZodObject, args: unknown): string {
  const parsed = parseArguments(tool(input), args);
  if (parsed.ok) throw new Error("accepted");
  expect(parsed.fault.code).toBe("invalid_argument");
  return parsed.fault.message;
}

describe("parseArguments", () => {
  it("fills in defaults and keeps what is given", () => {
    const input = z.object({ a: z.string(), n: z.number().default(3) });
    expect(parseArguments(tool(input), { a: "x" })).toEqual(ok({ a: "x", n: 3 }));
    expect(parseArguments(tool(z.object({})), undefined)).toEqual(ok({}));
  });

  it("takes null for an optional argument that is left out, as some clients send it, and for nothing else", () => {
    const input = z.object({ a: z.string(), n: z.number().default(3), s: z.string().optional() });
    expect(parseArguments(tool(input), { a: "x", n: null, s: null })).toEqual(ok({ a: "x", n: 3 }));
    expect(complaint(input, { a: null })).toBe("Invalid argument a: must be a string; got null.");
    const free = z.object({ any: z.unknown().optional() });
    expect(parseArguments(tool(free), { any: null })).toEqual(ok({ any: null }));
  });

  it("names the missing argument before anything else", () => {
    const input = z.object({ a: z.string(), b: z.string() });
    expect(complaint(input, { b: 5, zzz: 1 })).toBe("Missing required argument: a");
    expect(complaint(input, { a: undefined, b: "" })).toBe("Missing required argument: a");
  });

  it("takes a misspelt argument for the missing one", () => {
    const input = z.object({ query: z.string() });
    expect(complaint(input, { qury: "x" })).toBe("Unknown argument qury for find.");
    expect(parseArguments(tool(input), { qury: "x" })).toMatchObject({
      fault: { remedy: "Did you mean `query`?" },
    });
  });

  it.each<[AnyOperation, Record<string, unknown>, string, string]>([
    [searchCode, { query: "x", top_k: 5 }, "top_k", "limit"],
    [searchCode, { query: "x", maxResults: 5 }, "maxResults", "limit"],
    [searchCode, { query: "x", k: 5 }, "k", "limit"],
    [searchCode, { query_text: "x" }, "query_text", "query"],
    [searchCode, { q: "x", limit: 3 }, "q", "query"],
    [searchCode, { query: "x", directory: "." }, "directory", "path"],
    [searchCode, { query: "x", file_types: ["ts"] }, "file_types", "extensions"],
    [searchCode, { query: "x", glob: "src/**" }, "glob", "path_filter"],
    [getSpecRequirements, { id: "auth" }, "id", "spec_id"],
    [getSpecRequirements, { name: "auth" }, "name", "spec_id"],
  ])(
    "an argument by the name that other tools use gets the right name: $2",
    (operation, args, wrong, right) => {
      expect(parseArguments(operation, args)).toMatchObject({
        fault: {
          message: `Unknown argument ${wrong} for ${operation.name}.`,
          remedy: `Did you mean \`${right}\`?`,
        },
      });
    },
  );

  it("does not take what a tool has under its own name for something else", () => {
    const input = z.object({ name: z.string(), path: z.string().optional(), k: z.number().optional() });
    expect(parseArguments(tool(input), { name: "x", path: "y", k: 1 }).ok).toBe(true);
    expect(complaint(input, { symbolic: 1 })).toBe("Missing required argument: name");
  });

  it("says what the schema cannot say in the words of the rule", () => {
    const even = z.object({ n: z.number().refine((n) => n % 2 === 0, "must be even") });
    expect(complaint(even, { n: 3 })).toBe("Invalid argument n: must be even; got 3.");
    expect(complaint(z.object({ url: z.url() }), { url: "nowhere" })).toMatch(/^Invalid argument url: .*URL/);
    expect(complaint(z.object({ v: z.union([z.string(), z.number()]) }), { v: true })).toMatch(
      /^Invalid argument v: /,
    );
  });

  it("names the field that an object does not take", () => {
    const input = z.object({ ops: z.array(z.strictObject({ op: z.string(), tag: z.string().optional() })) });
    expect(complaint(input, { ops: [{ op: "x", tga: "y" }] })).toBe(
      'Invalid argument ops (at 0): does not take tga; it takes op, tag; got {"op":"x","tga":"y"}.',
    );
  });

  it("says how long a text or a list may be", () => {
    expect(complaint(z.object({ q: z.string().min(1) }), { q: "" })).toContain(
      "must be a string that is not empty",
    );
    expect(complaint(z.object({ q: z.string().max(3) }), { q: "long" })).toContain("of at most 3 characters");
    expect(complaint(z.object({ l: z.array(z.string()).min(2) }), { l: [] })).toContain(
      "of at least 2 items",
    );
  });

  it("shortens a long value", () => {
    expect(complaint(z.object({ n: z.number() }), { n: "x".repeat(1000) }).length).toBeLessThan(200);
  });

  it("takes names that every object has for what they are: unknown", () => {
    for (const name of ["constructor", "toString", "hasOwnProperty"]) {
      expect(complaint(z.object({ a: z.string().optional() }), { [name]: 1 })).toContain(
        `Unknown argument ${name}`,
      );
    }
    const parsed = JSON.parse('{"__proto__": 1}');
    expect(complaint(z.object({}), parsed)).toContain("Unknown argument __proto__");
    expect(complaint(z.object({ constructor: z.string() }), {})).toBe(
      "Missing required argument: constructor",
    );
  });

  it("checks against what is published where that is another author's law", () => {
    const strict = tool(z.looseObject({}), {
      publishedInput: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
    });
    expect(parseArguments(strict, {})).toMatchObject({ fault: { message: "Missing required argument: a" } });
    expect(parseArguments(strict, { a: "x", b: 1 })).toMatchObject({
      fault: { message: expect.stringContaining("Unknown argument b") },
    });
    expect(parseArguments(strict, { a: "x" })).toEqual(ok({ a: "x" }));
  });
});

describe("describe", () => {
  it.each([
    [{ type: "integer", minimum: 1, maximum: 9 }, "must be an integer from 1 to 9"],
    [{ type: "number", minimum: 0 }, "must be a number of at least 0"],
    [{ type: "number", maximum: 1 }, "must be a number of at most 1"],
    [{ type: "string", minLength: 2, maxLength: 4 }, "must be a string of 2 to 4 characters"],
    [{ type: "object" }, "must be an object"],
    [{ type: "boolean" }, "must be a boolean"],
    [{ enum: ["a", 2] }, "must be one of a, 2"],
    [{ const: "a" }, 'must be "a"'],
    [{}, "must be a value"],
  ])("puts %j into words", (schema, words) => {
    expect(inWords(schema)).toBe(words);
  });
});
