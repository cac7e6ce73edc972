import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/kernel/json.ts";
import type { DataEdit } from "../../src/markdown/yaml/data-edit.ts";
import { splitFrontMatter } from "../../src/markdown/yaml/front-matter.ts";
import { parseFrontMatter } from "../../src/markdown/yaml/front-matter-data.ts";
import { editFrontMatter } from "../../src/markdown/yaml/front-matter-edit.ts";

const runs = Number(process.env["HEWTO_FUZZ"] ?? 300);
const timeout = Math.max(30_000, runs * 20);

/** A field as a person may have written it, with the data that it stands for. */
interface Field {
  readonly key: string;
  readonly lines: readonly string[];
  readonly value: Json;
}

const word = fc.constantFrom(
  "alpha",
  "beta",
  "../one/spec.md",
  "#x",
  "1.0",
  "true",
  "it's",
  "a: b",
  "ü",
  "- x",
  "",
);
const quoted = fc.tuple(word, fc.boolean()).map(([text, single]) => ({
  text: single ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text),
  value: text,
}));
const plain = fc
  .constantFrom("alpha", "two words", "1.0.0", "../one/spec.md", "https://x.y/z")
  .map((text) => ({ text, value: text }));
const scalar = fc.oneof(plain, quoted);
const comment = fc.constantFrom("", "", " # note", '   # it\'s: "odd"');

const scalarField = fc
  .tuple(scalar, comment)
  .map(([{ text, value }, note]) => ({ lines: [`: ${text}${note}`], value }));
const emptyField = comment.map((note) => ({ lines: [`:${note}`], value: null }));
const flowField = fc.tuple(fc.array(scalar, { maxLength: 3 }), comment).map(([items, note]) => ({
  lines: [`: [${items.map((item) => item.text).join(", ")}]${note}`],
  value: items.map((item) => item.value),
}));
const tallFlowField = fc
  .tuple(fc.array(scalar, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([items, comma]) => ({
    lines: [
      ": [",
      ...items.map((item, at) => `  ${item.text}${at < items.length - 1 || comma ? "," : ""}`),
      "]",
    ],
    value: items.map((item) => item.value),
  }));
const listField = fc
  .tuple(
    fc.array(fc.tuple(scalar, comment), { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "  ", "    "),
    fc.boolean(),
  )
  .map(([items, indent, remark]) => ({
    lines: [
      ":",
      ...(remark ? [`${indent}# about the list`] : []),
      ...items.map(([{ text }, note]) => `${indent}- ${text}${note}`),
    ],
    value: items.map(([{ value }]) => value),
  }));
const objectListField = fc
  .array(fc.tuple(scalar, fc.boolean()), { minLength: 1, maxLength: 3 })
  .map((items) => ({
    lines: [
      ":",
      ...items.flatMap(([{ text }, optional]) => [`  - ref: ${text}`, `    optional: ${optional}`]),
    ],
    value: items.map(([{ value }, optional]) => ({ ref: value, optional })),
  }));
const mapField = fc
  .array(fc.tuple(fc.constantFrom("k", "l", "m"), scalar, comment), { minLength: 1, maxLength: 3 })
  .map((pairs) => {
    const unique = new Map(pairs.map((pair) => [pair[0], pair]));
    return {
      lines: [":", ...[...unique.values()].map(([key, { text }, note]) => `  ${key}: ${text}${note}`)],
      value: Object.fromEntries([...unique.values()].map(([key, { value }]) => [key, value])),
    };
  });
const literalField = fc.constantFrom("|", "|-", ">-", "|+").map((header) => ({
  lines: [`: ${header}`, "  line: one", "  line two"],
  value: header === ">-" ? "line: one line two" : `line: one\nline two${header === "|-" ? "" : "\n"}`,
}));

const body = fc.oneof(
  scalarField,
  emptyField,
  flowField,
  tallFlowField,
  listField,
  objectListField,
  mapField,
  literalField,
);
const names = ["name", "version", "tags", "dependencies", "work_type"];
const fields = fc
  .tuple(fc.shuffledSubarray(names), fc.array(body, { minLength: 5, maxLength: 5 }))
  .map(([keys, bodies]) =>
    keys.map((key, at): Field => {
      const { lines, value } = bodies[at] ?? { lines: [":"], value: null };
      return { key, lines: lines.map((line, index) => (index === 0 ? key + line : line)), value };
    }),
  );
/** Lines that belong to no field and must never change. */
const between = fc.constantFrom<readonly string[]>([], [], ["# a remark"], [""], ["", "# two", ""]);

const file = fc.record({
  fields,
  gaps: fc.array(between, { minLength: 6, maxLength: 6 }),
  ending: fc.constantFrom("\n", "\r\n"),
  bom: fc.constantFrom("", "\uFEFF"),
  rest: fc.constantFrom("", "# Title\n\ntext", "---\r\nmixed\rendings\n", "\n"),
});

const json: fc.Arbitrary<Json> = fc.oneof(
  word,
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.boolean(),
  fc.integer(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.constant({ ref: "x", optional: true }),
  fc.constant(["a", "b"]),
  fc.constant({ fix: { fixed_headings: ["#a", "b: c"] } }),
);
const edit: fc.Arbitrary<DataEdit> = fc
  .record({ key: fc.constantFrom(...names), value: json, at: fc.nat({ max: 3 }), op: fc.nat({ max: 7 }) })
  .map(({ key, value, at, op }): DataEdit => {
    if (op === 0) return { op: "remove", path: [key] };
    if (op === 1) return { op: "remove", path: [key, at] };
    if (op === 2) return { op: "add-item", path: [key], value };
    if (op === 3) return { op: "remove-item", path: [key], value };
    if (op === 4) return { op: "set", path: [key, at], value };
    if (op === 5) return { op: "set", path: [key, "k"], value };
    if (op === 6) return { op: "remove", path: [key, "k"] };
    return { op: "set", path: [key], value };
  });

describe("editFrontMatter", () => {
  it("gives exactly the intended data and leaves every other line as it was", { timeout }, () => {
    const property = fc.property(file, edit, (given, change) => {
      const { text, before, after, data } = layOut(given, String(change.path[0]));
      const intended = model(data, change);
      const result = editFrontMatter(text, [change]);
      expect(result.ok).toBe(intended !== undefined);
      if (!result.ok || intended === undefined) return;
      const parsed = parseFrontMatter(splitFrontMatter(result.value));
      expect(parsed.ok && parsed.value.data).toEqual(intended);
      if (isDeepStrictEqual(intended, data)) expect(result.value).toBe(text);
      expect(result.value.slice(0, before.length)).toBe(before);
      expect(result.value.slice(Math.max(before.length, result.value.length - after.length))).toBe(after);
    });
    fc.assert(property, { numRuns: runs });
  });
});

describe("editFrontMatter on any text", () => {
  const scrap = fc.constantFrom(
    ...[
      "name",
      "tags",
      ": ",
      ":",
      "- ",
      "  ",
      "\n",
      "\n",
      "\r\n",
      "[",
      "]",
      "{",
      "}",
      ", ",
      "&a ",
      "*a",
      "!t ",
      "'",
      '"',
    ],
    ...["|", ">", "+", "# c", "? ", "x", "1", "---", "...", "\t", "key: v\n", "tags:\n- a\n"],
  );
  const yaml = fc.array(scrap, { maxLength: 25 }).map((parts) => parts.join(""));

  it("never throws, and never touches the body", { timeout }, () => {
    const property = fc.property(yaml, edit, (raw, change) => {
      const text = `---\n${raw}\n---\nbody\n`;
      const { body } = splitFrontMatter(text);
      const result = editFrontMatter(text, [change]);
      if (result.ok) expect(splitFrontMatter(result.value).body).toBe(body);
    });
    fc.assert(property, { numRuns: runs });
  });
});

type File = typeof file extends fc.Arbitrary<infer T> ? T : never;

/** The text of a file, the parts before and after the edited field, and the data that it represents. */
function layOut(given: File, key: string) {
  const join = (lines: readonly string[]) => lines.map((line) => line + given.ending).join("");
  const gap = (index: number) => join(given.gaps[index] ?? []);
  const chunks = given.fields.map((field, index) => gap(index) + join(field.lines));
  const at = given.fields.findIndex((field) => field.key === key);
  const last = gap(5);
  const open = `${given.bom}---${given.ending}`;
  const close = `---${given.ending}${given.rest}`;
  const whole = open + chunks.join("") + last;
  const rest = chunks.slice(at + 1).join("") + last + close;
  // Blank lines after a `|+` are part of it, including those that a removed field leaves there.
  const keepsBlanks = [at - 1, at].some((index) => given.fields[index]?.lines[0]?.endsWith("|+") === true);
  return {
    text: whole + close,
    before: at < 0 ? whole : open + chunks.slice(0, at).join("") + gap(at),
    after: at < 0 ? close : keepsBlanks ? rest.replace(/^[\r\n]+/, "") : rest,
    data: Object.fromEntries(given.fields.map((field) => [field.key, keptBlanks(field, given)])),
  };
}

/** `|+` keeps the blank lines that happen to follow it. */
function keptBlanks(field: Field, given: File): Json {
  if (!field.lines[0]?.endsWith("|+")) return field.value;
  const at = given.fields.indexOf(field);
  const next = given.gaps[at === given.fields.length - 1 ? 5 : at + 1] ?? [];
  const firstText = next.findIndex((line) => line !== "");
  return `${String(field.value)}${"\n".repeat(firstText < 0 ? next.length : firstText)}`;
}

/** What an edit means, said without any YAML; undefined where it must be refused. */
function model(data: Record<string, Json>, change: DataEdit): Record<string, Json> | undefined {
  const [key = "", step] = change.path.map(String);
  const old = data[key];
  const result = structuredClone(data);
  const list = Array.isArray(old) ? [...old] : undefined;
  const same = (a: Json) => "value" in change && JSON.stringify(a) === JSON.stringify(change.value);
  if (step === undefined) {
    if (change.op === "set") result[key] = change.value;
    else if (change.op === "remove") delete result[key];
    else if (list !== undefined) {
      if (change.op === "remove-item") result[key] = list.filter((item) => !same(item));
      else if (!list.some(same)) result[key] = [...list, change.value];
    } else if (old !== null && old !== undefined) return undefined;
    else if (change.op === "add-item") result[key] = [change.value];
    return result;
  }
  if (list !== undefined) {
    const index = Number(step);
    if (change.op === "remove") result[key] = list.filter((_, at) => at !== index);
    else if (change.op === "set" && index < list.length)
      result[key] = list.map((item, at) => (at === index ? change.value : item));
    else return undefined;
    return result;
  }
  const isMap = typeof old === "object" && old !== null && !Array.isArray(old);
  if (change.op === "remove") {
    if (isMap) result[key] = Object.fromEntries(Object.entries(old).filter(([name]) => name !== step));
    return result;
  }
  if (!isMap && old !== null && old !== undefined) return undefined;
  if (change.op === "set") result[key] = { ...(isMap ? old : {}), [step]: change.value };
  return result;
}
