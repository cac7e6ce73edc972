import type { Area, CheckFinding } from "./finding.ts";

/** JUnit XML: a suite for each area, a case for each file with findings, one passing case for an area without. */
export function toJunit(findings: readonly CheckFinding[], checked: readonly Area[]): string {
  const suites = checked.map((area) =>
    suite(
      area,
      findings.filter((finding) => finding.area === area),
    ),
  );
  const failures = findings.filter(({ severity }) => severity === "error").length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hewto" failures="${failures}">`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

function suite(area: Area, findings: readonly CheckFinding[]): string {
  const files = [...new Set(findings.map(({ file }) => file))];
  const cases = files.map((file) =>
    testCase(
      area,
      file,
      findings.filter((finding) => finding.file === file),
    ),
  );
  const failures = findings.filter(({ severity }) => severity === "error").length;
  const body = cases.length > 0 ? cases : [`    <testcase classname="hewto.${area}" name="${area}"/>`];
  return [
    `  <testsuite name="${area}" tests="${body.length}" failures="${failures}">`,
    ...body,
    "  </testsuite>",
  ].join("\n");
}

function testCase(area: Area, file: string, findings: readonly CheckFinding[]): string {
  const lines = findings.map((finding) => {
    const text = escaped(
      `${finding.file}:${finding.line} ${finding.rule}: ${finding.message} ${finding.fix ?? ""}`.trim(),
    );
    return finding.severity === "error"
      ? `      <failure type="${escaped(finding.rule)}" message="${escaped(finding.message)}">${text}</failure>`
      : `      <system-out>${text}</system-out>`;
  });
  return [
    `    <testcase classname="hewto.${area}" name="${escaped(file)}">`,
    ...lines,
    "    </testcase>",
  ].join("\n");
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  const legal = [...text].map((char) => (char < " " && !"\t\n\r".includes(char) ? "\ufffd" : char)).join("");
  return legal.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}
