import { expect, test } from "vitest";
import { benchWith, specText } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";

const slugs = (value: Record<string, unknown>) =>
  Array.isArray(value["headings"])
    ? value["headings"].map((heading) => (isRecord(heading) ? heading.slug : ""))
    : [];

test("headings get the slugs of the data model, repeated ones are numbered, and one without letters is an error", async () => {
  const text =
    "# Overview\n\n## Overview\n\n## Overview\n\n## Workspace & Data Governance\n\n## Café\n\n## Straße\n\n## `code` name\n\n## **b** [l](#overview-2)\n\n## 🚀\n";
  const bench = await benchWith({ "spec/a/spec.md": `---\nversion: 1.0.0\n---\n${text}` });
  const { value } = await bench.call("list_headings", { locator: "spec://a" });
  expect(slugs(value)).toEqual([
    "overview",
    "overview-1",
    "overview-2",
    "workspace-data-governance",
    "cafe",
    "strasse",
    "code-name",
    "b-l",
    "",
  ]);
  expect((await bench.call("validate_references", { locator: "spec://a" })).value["status"]).toBe("Success");
  const status = (await bench.call("workspace_status")).value["artifacts"];
  expect(JSON.stringify(status)).toContain("Concept: Markdown Slugs");
});

test("relations include the artifact, parents, constraint owners and links, and broken links are reported with the reason", async () => {
  const body =
    "### Concept: A\n\n[to b](#concept-b) [file](../../docs/x.txt) [bad](#nope)\n\n!concept-b.rules:\n- MUST\n\n### Concept: B\n";
  const bench = await benchWith({ "spec/a/spec.md": specText("", body), "docs/x.txt": "x" });
  const { value } = await bench.call("list_headings", { locator: "spec://a", relations: true });
  expect(value["relations"]).toEqual(
    expect.arrayContaining([
      { kind: "HeadingToArtifact", from: "spec/a/spec.md#concept-a", to: "spec/a/spec.md", line: 11 },
      {
        kind: "ParentToChild",
        from: "spec/a/spec.md#terminology-references",
        to: "spec/a/spec.md#concept-a",
        line: 11,
      },
      {
        kind: "ConstraintToHeading",
        from: "spec/a/spec.md!concept-b.rules",
        to: "spec/a/spec.md#concept-b",
        line: 15,
      },
      {
        kind: "HeadingToHeading",
        from: "spec/a/spec.md#concept-a",
        to: "spec/a/spec.md#concept-b",
        line: 13,
      },
      { kind: "HeadingToFile", from: "spec/a/spec.md#concept-a", to: "docs/x.txt", line: 13 },
    ]),
  );
  expect(value["invalid"]).toMatchObject([
    { destination: "#nope", line: 13, reason: expect.stringContaining("#nope") },
  ]);
});
