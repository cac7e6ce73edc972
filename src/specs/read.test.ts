import { describe, expect, it, test } from "vitest";
import { renderMarkdown } from "../markdown/document.ts";
import { readSpec } from "./read.ts";

const outlineOf = (text: string) =>
  readSpec(text).requirements.map(({ name, place, form, scenarios }) => ({
    name,
    place,
    form,
    scenarios: scenarios.map((each) => each.name),
  }));

const steps = "- **WHEN** a\n- **THEN** b\n";

test("a fenced example holds no requirement, and what follows it is found", () => {
  const text = `# T\n\n## Purpose\n\n\`\`\`md\n## Requirements\n\`\`\`\nReal purpose.\n\n## Requirements\n\n### Requirement: A\n\nSHALL\n\n~~~~md\n### Requirement: Fake\n~~~\n#### Scenario: Fake\n~~~~\n\n#### Scenario: One\n\n${steps}\n### Requirement: B\n\nSHALL\n`;
  expect(outlineOf(text).map(({ name, scenarios }) => [name, ...scenarios])).toEqual([["A", "One"], ["B"]]);
  expect(readSpec(text).purpose).toBe("Real purpose.");
});

test("a byte order mark and CRLF leave no trace in what is read", () => {
  const text =
    "\uFEFF# T\r\n\r\n## Purpose\r\n\r\nOne\r\ntwo.\r\n\r\n## Requirements\r\n\r\n### Requirement: A\r\n\r\nThe x\r\nSHALL y.\r\n\r\n#### Scenario: S\r\n\r\n- **WHEN** a\r\n  b\r\n- **THEN** c\r\n";
  const spec = readSpec(text);
  expect(spec.title).toBe("T");
  expect(spec.purpose).toBe("One two.");
  expect(spec.requirements[0]?.description).toBe("The x\nSHALL y.");
  expect(spec.requirements[0]?.scenarios[0]?.steps.map(({ text }) => text)).toEqual(["a b", "c"]);
  expect(renderMarkdown(spec.document)).toBe(text);
});

test("closing hashes, case and spacing of headings do not matter", () => {
  expect(
    outlineOf(`## Requirements ##\n\n###  requirement:  foo ###\n\nx\n\n#### scenario: bar ####\n\n${steps}`),
  ).toMatchObject([{ name: "foo", place: "requirements", scenarios: ["bar"] }]);
});

test("purpose may come after the requirements, and a second section of requirements counts", () => {
  const spec = readSpec(
    "## Requirements\n\n### Requirement: A\n\nx\n\n## Purpose\n\nP.\n\n## Requirements\n\n### Requirement: B\n\ny\n",
  );
  expect(spec.purpose).toBe("P.");
  expect(spec.requirements.map((each) => [each.name, each.place])).toEqual([
    ["A", "requirements"],
    ["B", "requirements"],
  ]);
});

test("requirements in odd places are read and say where they are", () => {
  const text = "## ADDED Requirements\n\n### Requirement: A\n\nx\n\n## Notes\n\n### Requirement: B\n\ny\n";
  expect(outlineOf(text)).toMatchObject([
    { name: "A", place: "delta" },
    { name: "B", place: "elsewhere" },
  ]);
});

describe("OpenSpec's plain headings", () => {
  it("a ### with scenarios below it is a requirement, a #### with steps a scenario", () => {
    expect(outlineOf(`## Requirements\n\n### Plain\n\nSHALL\n\n#### Works\n\n${steps}`)).toEqual([
      { name: "Plain", place: "requirements", form: "bare", scenarios: ["Works"] },
    ]);
  });

  it("a ### without scenarios ends the requirement above it and is not a requirement", () => {
    const spec = readSpec(
      `## Requirements\n\n### Requirement: A\n\nx\n\n#### Scenario: S\n\n${steps}\n### Notes\n\nHands off.\n`,
    );
    expect(spec.requirements.map((each) => each.name)).toEqual(["A"]);
    expect(spec.requirements[0]?.endLine).toBe(11);
  });
});

test("scenarios without a requirement are kept under the title, as the newest Spec Oxide grammar has them", () => {
  const text =
    "# Feature: Login\n\n## Background\n\nx\n\n## Scenarios\n\n### Scenario: One\n\n* *GIVEN* a\n* *WHEN* b\n* *THEN* c\n\n### Scenario: Two\n\n* *WHEN* b\n";
  expect(outlineOf(text)).toEqual([
    { name: "Login", place: "elsewhere", form: "implicit", scenarios: ["One", "Two"] },
  ]);
});

test("a description keeps its paragraphs, lists and code, and loses only comments", () => {
  const text =
    "### Requirement: A\n\nThe x SHALL:\n\n- one\n- two <!-- why -->\n\n```\ncode\n```\n<!-- TODO -->\n\n#### Scenario: S\n";
  expect(readSpec(text).requirements[0]?.description).toBe(
    "The x SHALL:\n\n- one\n- two\n\n```\ncode\n```".replace("two\n", "two \n"),
  );
});

test.each(["", "\n", "#", "### Requirement:", "#### Scenario: x", "---\na: b\n---\n", "\uFEFF"])(
  "%j gives a spec and its own text back",
  (text) => {
    expect(renderMarkdown(readSpec(text).document)).toBe(text);
  },
);

test("two megabytes of headings are read in a moment", () => {
  const block = `### Requirement: R\n\nSHALL\n\n#### Scenario: S\n\n${steps}\n`;
  const text = `## Requirements\n\n${block.repeat(2_000_000 / block.length)}`;
  expect(readSpec(text).requirements.length).toBeGreaterThan(24_000);
});
