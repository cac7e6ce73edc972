import { expect, test } from "vitest";
import type { CheckFinding } from "./finding.ts";
import { toJunit } from "./junit.ts";

const finding: CheckFinding = {
  area: "specs",
  rule: "scenario-missing",
  severity: "error",
  file: "specs/a/spec.md",
  line: 3,
  message: 'No scenario for "A & B".',
  fix: "Add one.",
};

test("errors fail a case per file, warnings are its output, and an area without findings passes", () => {
  const warning: CheckFinding = { ...finding, severity: "warning", line: 9 };
  const xml = toJunit([finding, warning], ["specs", "skills"], []);
  expect(xml).toContain('<testsuites name="hewto" failures="1">');
  expect(xml).toContain('<testsuite name="specs" tests="1" failures="1">');
  expect(xml).toContain(
    '<failure type="scenario-missing" message="No scenario for &quot;A &amp; B&quot;.">specs/a/spec.md:3',
  );
  expect(xml).toContain("<system-out>specs/a/spec.md:9 scenario-missing:");
  expect(xml).toContain('<testcase classname="hewto.skills" name="skills"/>');
  expect(xml).not.toContain("notes");
});

test("characters that XML forbids are replaced", () => {
  const xml = toJunit([{ ...finding, message: "a\u0000b\u001bc\td" }], ["specs"], []);
  expect(xml).toContain("a\ufffdb\ufffdc\td");
});

test("notes are a suite of their own that passes", () => {
  const xml = toJunit([], ["specs"], ["The history is <shallow>."]);
  expect(xml).toContain(
    [
      '  <testsuite name="notes" tests="1" failures="0">',
      '    <testcase classname="hewto.notes" name="notes">',
      "      <system-out>The history is &lt;shallow&gt;.</system-out>",
    ].join("\n"),
  );
});
