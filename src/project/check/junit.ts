import type { Area, CheckFinding } from "./finding.ts";

/**
 * JUnit XML: a suite for each area and one for notes; a case for each file with findings, or one that passes. The
 * trace has a case for each requirement that was judged.
 */
export function toJunit(
  findings: readonly CheckFinding[],
  areas: readonly Area[],
  notes: readonly string[],
  leaves: readonly string[] = [],
): string {
  const suites = areas.map((area) =>
    suite(
      area,
      findings.filter((finding) => finding.area === area),
      area === "trace" ? leaves : [],
    ),
  );
  const failures = findings.filter(({ severity }) => severity === "error").length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hewto" failures="${failures}">`,
    ...suites,
    ...(notes.length > 0 ? [noteSuite(notes)] : []),
    "</testsuites>",
  ].join("\n");
}

/** Notes pass: they say what could not be checked. */
function noteSuite(notes: readonly string[]): string {
  return [
    '  <testsuite name="notes" tests="1" failures="0">',
    '    <testcase classname="hewto.notes" name="notes">',
    ...notes.map((note) => `      <system-out>${escapeXml(note)}</system-out>`),
    "    </testcase>",
    "  </testsuite>",
  ].join("\n");
}

function suite(area: Area, findings: readonly CheckFinding[], leaves: readonly string[]): string {
  const nameOf = ({ address, file }: CheckFinding) => address ?? file;
  const names = [...new Set([...leaves, ...findings.map(nameOf)])];
  const cases = names.map((name) =>
    testCase(
      area,
      name,
      findings.filter((finding) => nameOf(finding) === name),
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
    const text = escapeXml(
      `${finding.file}:${finding.line} ${finding.rule}: ${finding.message} ${finding.fix ?? ""}`.trim(),
    );
    return finding.severity === "error"
      ? `      <failure type="${escapeXml(finding.rule)}" message="${escapeXml(finding.message)}">${text}</failure>`
      : `      <system-out>${text}</system-out>`;
  });
  return [
    `    <testcase classname="hewto.${area}" name="${escapeXml(file)}">`,
    ...lines,
    "    </testcase>",
  ].join("\n");
}

function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  const legal = [...text].map((char) => (char < " " && !"\t\n\r".includes(char) ? "\ufffd" : char)).join("");
  return legal.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}
