import { describe, expect, it, test } from "vitest";
import { readSpec } from "./read.ts";
import { createVocabulary } from "./vocabulary.ts";

function stepsOf(body: string, vocabulary = createVocabulary()) {
  const text = `## Requirements\n\n### Requirement: R\n\nSHALL.\n\n#### Scenario: S\n\n${body}\n`;
  return readSpec(text, vocabulary).requirements[0]?.scenarios[0];
}

const brief = (body: string) => stepsOf(body)?.steps.map(({ keyword, role, text }) => [keyword, role, text]);

describe("every way to write a step is read alike", () => {
  it.each([
    "- **WHEN** x",
    "- **When** x",
    "- **when** x",
    "- WHEN x",
    "- When x",
    "- when x",
    "* **When** x",
    "+ WHEN x",
    "1. WHEN x",
    "- **WHEN:** x",
    "- **WHEN**: x",
    "- WHEN: x",
    "**WHEN** x",
    "WHEN x",
    "When x",
    "* *WHEN* x",
    "- _WHEN_ x",
    "- __WHEN__ x",
    "- ***WHEN*** x",
    "- `WHEN` x",
    "- **WHEN x**",
    "   - **WHEN**   x",
    "- **WHEN** x <!-- aside -->",
  ])("%s", (line) => {
    expect(brief(line)).toEqual([["WHEN", "when", "x"]]);
  });
});

test("a clause with GIVEN, AND, WHEN, AND, THEN, AND, BUT keeps all seven in order", () => {
  const body = ["GIVEN a", "AND b", "WHEN c", "AND d", "THEN e", "AND f", "BUT g"].map((step) => `- ${step}`);
  expect(brief(body.join("\n"))).toEqual([
    ["GIVEN", "given", "a"],
    ["AND", "given", "b"],
    ["WHEN", "when", "c"],
    ["AND", "when", "d"],
    ["THEN", "then", "e"],
    ["AND", "then", "f"],
    ["BUT", "then", "g"],
  ]);
});

test("two rounds of WHEN and THEN are both kept", () => {
  const keywords = brief("- **WHEN** a\n- **THEN** b\n- **WHEN** c\n- **THEN** d")?.map(([word]) => word);
  expect(keywords).toEqual(["WHEN", "THEN", "WHEN", "THEN"]);
});

test("a THEN whose text mentions a bold WHEN stays a THEN", () => {
  expect(brief("- **THEN** the words **WHEN** and **THEN** are shown")).toEqual([
    ["THEN", "then", "the words **WHEN** and **THEN** are shown"],
  ]);
});

test("a wrapped clause is joined, indented or lazy, even when a line starts with AND", () => {
  expect(brief("- **THEN** the first line\n  goes on\nand lazily ends\n  AND not a step")).toEqual([
    ["THEN", "then", "the first line goes on and lazily ends AND not a step"],
  ]);
});

test("nested bullets stay with their clause, and a nested keyword is a clause", () => {
  const body =
    "- **THEN** it prints\n  - the name\n  - when it was made\n  - **AND** the date\n    - in words";
  expect(brief(body)).toEqual([
    ["THEN", "then", "it prints\n- the name\n- when it was made"],
    ["AND", "then", "the date\n- in words"],
  ]);
});

test("code under a clause is kept line by line", () => {
  expect(brief("- **WHEN** run:\n  ```sh\n  a b\n\n  WHEN\n  ```\n  twice\n- **THEN** fine")).toEqual([
    ["WHEN", "when", "run:\n```sh\na b\n\nWHEN\n```\ntwice"],
    ["THEN", "then", "fine"],
  ]);
});

test("text after the clauses is notes, not a clause", () => {
  const scenario = stepsOf("Some words first.\n\n- **WHEN** a\n- **THEN** b\n\nThen nothing.\n\n> quoted");
  expect(scenario?.steps.map((step) => step.keyword)).toEqual(["WHEN", "THEN", "THEN"]);
  expect(stepsOf("- **WHEN** a\n\nA note on that.")).toMatchObject({ notes: "A note on that." });
});

test("clauses in fences and comments do not count", () => {
  expect(brief("```\n- **WHEN** x\n```\n<!--\n- **THEN** y\n-->")).toEqual([]);
});

test("a fence marked gherkin holds steps, with what belongs to each, and other fences none", () => {
  const body =
    "```gherkin\nGiven a\n  And a table\n    | x |\n\nWhen b\nThen c\nbut not this\n```\n\n- **AND** d";
  expect(brief(body)).toEqual([
    ["GIVEN", "given", "a"],
    ["AND", "given", "a table\n| x |"],
    ["WHEN", "when", "b"],
    ["THEN", "then", "c\nbut not this"],
    ["AND", "then", "d"],
  ]);
  expect(stepsOf("~~~ Gherkin\nWHEN x\n~~~\nAfter.")).toMatchObject({ steps: [{ line: 10 }] });
  expect(brief("```ts\nWhen b\n```")).toEqual([]);
});

test("Spanish and Chinese keywords are read", () => {
  expect(brief("- **DADO** a\n- **CUANDO** b\n- **ENTONCES** c\n- **Y** d")?.map(([, role]) => role)).toEqual(
    ["given", "when", "then", "then"],
  );
  expect(brief("- **当** 用户登录\n- 那么显示主页")).toEqual([
    ["当", "when", "用户登录"],
    ["那么", "then", "显示主页"],
  ]);
});

test("a project can add words of its own", () => {
  const vocabulary = createVocabulary({ when: ["GDY"], scenario: ["Scenariusz"] });
  expect(stepsOf("- **GDY** x", vocabulary)?.steps).toMatchObject([{ keyword: "GDY", role: "when" }]);
  expect(stepsOf("- **GDY** x")?.steps).toEqual([]);
});

test("words that only start like a keyword do not count", () => {
  expect(brief("- Whenever x\n- Android\n- Thenceforth\n- WHEN-ever\n- given_name is set")).toEqual([]);
});
