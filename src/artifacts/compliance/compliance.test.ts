import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { artifactResources } from "../operations/resources.ts";

const spec = specText(
  "dependencies:\n  - ../base/spec.md\n  - ref: ../extra/spec.md\n    optional: true\n",
  "### Concept: A\n\n!concept-a.one:\n- MUST\n\n!concept-a.two:\n- SHOULD\n",
);

const base = {
  "spec/a/spec.md": spec,
  "spec/base/spec.md": specText(
    "dependencies:\n  - ../deep/spec.md\n",
    "### Concept: B\n\n!concept-b.one:\n- MAY\n",
  ),
  "spec/deep/spec.md": specText("", "### Concept: C\n\n!concept-c.one:\n- MUST\n"),
  "spec/extra/spec.md": specText("", "### Concept: X\n\n!concept-x.one:\n- MUST\n"),
  "impl/a-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src\n"),
  "src/a.test.ts":
    "// [ENSURES: concept-a.one:TEST]\n\n// [ENSURES: concept-c.one:CHECK] [ENSURES: concept-a.one]\n",
  "src/deep/b.ts": "// [ENSURES: nothing.here]\n// [ENSURES: concept-a.two:LATER]\n",
};

// covers specman: compliance-resource, compliance-report, compliance-covers-dependencies
test("the report covers the governing specification and all that it depends on, with file and line of every tag", async () => {
  const bench = await benchWith(base);
  const { value } = await bench.call("compliance_report", { locator: "impl://a-ts" });
  const tag = (file_path: string, line_number: number) => ({
    location: { file_path, line_number, path: `src/${file_path}` },
  });
  expect(value).toMatchObject({
    specification: { kind: "Specification", name: "a" },
    implementation: { kind: "Implementation", name: "a-ts" },
    coverage: {
      "concept-a.one": [
        { identifier: "concept-a.one", tag_type: "Test", ...tag("a.test.ts", 1) },
        { identifier: "concept-a.one", tag_type: "Test", ...tag("a.test.ts", 3) },
      ],
      "concept-c.one": [{ tag_type: "Check", ...tag("a.test.ts", 3) }],
    },
    missing: ["concept-a.two", "concept-b.one", "concept-x.one"],
    orphans: [{ identifier: "nothing.here", ...tag("deep/b.ts", 1) }],
    malformed: [{ text: "[ENSURES: concept-a.two:LATER]", reason: expect.stringContaining("LATER") }],
    scan_root: "src",
    summary: {
      total: 5,
      covered: 2,
      missing: 3,
      missing_required: 0,
      percent: 40,
      by_type: { Test: 1, Check: 1, Manual: 0 },
    },
  });
  expect(value["constraints"]).toMatchObject([
    {
      spec: "a",
      constraint_id: "concept-a.one",
      level: "MUST",
      optional: false,
      uri: "spec://a/constraints/concept-a.one",
      path: "spec/a/spec.md",
    },
    { constraint_id: "concept-a.two", level: "SHOULD" },
    { spec: "base", constraint_id: "concept-b.one", level: "MAY" },
    { spec: "extra", constraint_id: "concept-x.one", optional: true },
    { spec: "deep", constraint_id: "concept-c.one" },
  ]);
  const resource = await artifactResources.read(bench.context, "impl://a-ts/compliance");
  expect(resource).toMatchObject({
    ok: true,
    value: [{ mimeType: "application/json", text: JSON.stringify(value, null, 2) }],
  });
});

// covers specman: compliance-ignores-others, malformed-others-do-not-matter
test("malformed artifacts elsewhere in the workspace do not affect the report", async () => {
  const bench = await benchWith(base);
  const before = (await bench.call("compliance_report", { locator: "impl://a-ts" })).value;
  await bench.write({
    "spec/broken/spec.md": "---\n: [\n---\n",
    "spec/loop/spec.md": specText("dependencies:\n  - spec.md\n"),
    "spec/binary/spec.md": Buffer.from([0xff, 0xfe, 0x00]),
    "impl/bad/impl.md": "no front matter",
    ".specman/scratchpad/mess/scratch.md": padText("nowhere", "what: {}"),
    ".specman/scratchpad/tagged/scratch.md": "[ENSURES: concept-b.one]",
  });
  expect((await bench.call("compliance_report", { locator: "impl://a-ts" })).value).toEqual(before);
});

// covers specman: compliance-of-implementations-only
test("a specification, a scratch pad, a remote specification and a missing location each have their own error", async () => {
  const bench = await benchWith({
    ...base,
    "impl/none-ts/impl.md": implText("../../spec/a/spec.md"),
    "impl/far-ts/impl.md": implText("https://example.com/spec.md", "location: ../../src\n"),
    "impl/gone-ts/impl.md": implText("../../spec/gone/spec.md", "location: ../../src\n"),
    "impl/url-ts/impl.md": implText("../../spec/a/spec.md", "location: https://example.com\n"),
    "impl/out-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../../elsewhere\n"),
    "impl/file-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src/a.test.ts\n"),
    "impl/missing-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../nowhere\n"),
  });
  const codes: Record<string, string> = {
    "spec://a": "compliance_unsupported",
    "impl://none-ts": "compliance_unsupported",
    "impl://far-ts": "compliance_unsupported",
    "impl://gone-ts": "dependency_missing",
    "impl://url-ts": "compliance_unsupported",
    "impl://out-ts": "workspace_boundary",
    "impl://file-ts": "not_a_directory",
    "impl://missing-ts": "path_not_found",
  };
  const messages = new Set<string>();
  for (const [locator, code] of Object.entries(codes)) {
    const { fault } = await bench.call("compliance_report", { locator });
    expect(fault, locator).toMatchObject({ code, concept: "specman.core.compliance_reporting" });
    messages.add(fault.message);
  }
  expect(messages.size).toBe(8);
});

test("tags outside the location do not count, not even next to impl.md", async () => {
  const bench = await benchWith({
    ...base,
    "impl/a-ts/notes.ts": "[ENSURES: concept-b.one]",
    "lib/x.ts": "[ENSURES: concept-b.one]",
  });
  expect((await bench.call("compliance_report", { locator: "a-ts" })).value["missing"]).toContain(
    "concept-b.one",
  );
});

test("the same id in two specifications is two entries, and a tag can name the specification", async () => {
  const same = (name: string) =>
    specText(
      name === "a" ? "dependencies:\n  - ../b/spec.md\n" : "",
      "### Concept: Same\n\n!concept-same.one:\n- MUST\n",
    );
  const bench = await benchWith({
    "spec/a/spec.md": same("a"),
    "spec/b/spec.md": same("b"),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src\n"),
    "src/x.ts": "[ENSURES: b/concept-same.one]\n",
  });
  const { value } = await bench.call("compliance_report", { locator: "impl://a-ts" });
  expect(value).toMatchObject({
    missing: ["a/concept-same.one"],
    coverage: { "b/concept-same.one": [{ specification: "b" }] },
  });
  await bench.write({ "src/x.ts": "[ENSURES: concept-same.one]\n" });
  expect((await bench.call("compliance_report", { locator: "impl://a-ts" })).value["missing"]).toEqual([]);
});

test("specifications that an implementation lists in its references are covered too", async () => {
  const bench = await benchWith({
    ...base,
    "impl/x-ts/impl.md": implText(
      "../../spec/deep/spec.md",
      "location: ../../src\nreferences:\n  - ref: ../../spec/extra/spec.md\n    type: specification\n",
    ),
  });
  expect((await bench.call("compliance_report", { locator: "impl://x-ts" })).value).toMatchObject({
    missing: ["concept-x.one"],
    summary: { total: 2 },
  });
});

test("an edit of the code or of the specification is in the next report", async () => {
  const bench = await benchWith(base);
  await bench.call("compliance_report", { locator: "impl://a-ts" });
  await bench.write({
    "src/new.ts": "[ENSURES: concept-b.one]\n",
    "spec/deep/spec.md": specText("", "### Concept: C\n\n!concept-c.other:\n- MUST\n"),
  });
  expect((await bench.call("compliance_report", { locator: "impl://a-ts" })).value).toMatchObject({
    missing: ["concept-a.two", "concept-c.other", "concept-x.one"],
    orphans: [{ identifier: "concept-c.one" }, { identifier: "nothing.here" }],
  });
});

// covers specman: long-operations-report-progress
test("a scan of many files reports its progress in numbers that only increase", async () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`src/f${n}.ts`, "x"]));
  const steps: number[] = [];
  const bench = await benchWith({ ...base, ...many }, { progress: ({ done }) => void steps.push(done) });
  await bench.call("compliance_report", { locator: "impl://a-ts" });
  expect(steps.length).toBeGreaterThan(1);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.at(-1)).toBe(602);
});

test("tags can be listed alone, including malformed ones", async () => {
  const bench = await benchWith(base);
  const { value } = await bench.call("scan_validation_tags", { locator: "impl://a-ts" });
  expect(value).toMatchObject({
    scan_root: "src",
    files_scanned: 2,
    malformed: [{ path: "src/deep/b.ts", line: 2 }],
  });
  expect(value["tags"]).toHaveLength(4);
});

test("a governing specification that cannot be read is an error with the reason, never full compliance", async () => {
  const bench = await benchWith({ ...base, "spec/a/spec.md": Buffer.from(`${spec}caf\xe9\n`, "latin1") });
  const report = await bench.call("compliance_report", { locator: "impl://a-ts" });
  expect(report.fault).toMatchObject({
    code: "compliance_unsupported",
    message: expect.stringMatching(
      /^The governing specification of impl:\/\/a-ts cannot be read: .*is not UTF-8 text: .*0xE9/,
    ),
    data_model_heading: "Specification Coverage",
  });
  const status = await bench.call("workspace_status");
  expect(status.value).toMatchObject({ artifacts: { "impl://a-ts": { ok: false } } });
});

test("a specification is optional only if every path to it is optional", async () => {
  const group = (letter: string) =>
    `### Concept: ${letter}\n\n!concept-${letter.toLowerCase()}.one:\n- MUST\n`;
  const optional = (name: string) => `  - ref: ../${name}/spec.md\n    optional: true\n`;
  const bench = await benchWith({
    "spec/a/spec.md": specText(
      `dependencies:\n${optional("both")}  - ../way/spec.md\n${optional("far")}`,
      group("A"),
    ),
    "spec/way/spec.md": specText("dependencies:\n  - ../both/spec.md\n", group("W")),
    "spec/both/spec.md": specText("", group("B")),
    "spec/far/spec.md": specText("dependencies:\n  - ../farther/spec.md\n", group("F")),
    "spec/farther/spec.md": specText("", group("G")),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src\n"),
    "src/a.ts": "",
  });
  const { value } = await bench.call("compliance_report", { locator: "impl://a-ts" });
  const told = (name: string, optional: boolean) => ({ name, path: `spec/${name}/spec.md`, optional });
  expect(value["specifications"]).toEqual(
    expect.arrayContaining([
      told("a", false),
      told("way", false),
      told("both", false),
      told("far", true),
      told("farther", true),
    ]),
  );
  expect(value["summary"]).toMatchObject({ missing: 5, missing_required: 3 });
});

test("one group of 2,500 that is not ensured is never shown as 100 %", async () => {
  const names = Array.from({ length: 2500 }, (_, n) => `concept-a.n${n}`);
  const groups = names.map((name) => `!${name}:\n- MUST\n`).join("\n");
  const tags = names.slice(1).map((name) => `// [ENSURES: ${name}:TEST]\n`);
  const bench = await benchWith({
    "spec/a/spec.md": specText("", `### Concept: A\n\n${groups}`),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src\n"),
    "src/a.test.ts": tags.join(""),
  });
  const answer = await bench.call("compliance_report", { locator: "impl://a-ts" });
  expect(answer.value).toMatchObject({ summary: { total: 2500, covered: 2499, percent: 99.9 } });
  expect(answer.text).toContain("2499 of 2500 constraint groups ensured (99.9 %)");
});

test("a specification without constraint groups is not shown as 100 % ensured", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText("", "### Concept: A\n"),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src\n"),
    "src/a.ts": "",
  });
  const { text } = await bench.call("compliance_report", { locator: "impl://a-ts" });
  expect(text).toBe("impl://a-ts: its specification has no constraint groups, src scanned");
});
