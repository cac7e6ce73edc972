import { expect, test } from "vitest";
import { specText } from "../../../test/support/artifacts.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { artifactOf } from "../model/artifact.ts";
import type { ArtifactKind } from "../model/kinds.ts";
import { readSource } from "../source.ts";
import { contentFindings } from "./content.ts";

function findingsIn(body: string, kind: ArtifactKind = "specification") {
  const source = readSource({ path: literalPath("spec/x/spec.md"), text: specText("", body), sha256: "" });
  return contentFindings(artifactOf({ kind, name: "x" }, source), { concept: "Concept:", entity: "Entity:" });
}

test("a handle in running text is an error; in code and as a pattern it is not", () => {
  const findings = findingsIn("### Concept: X\n\nSee spec://auth, `spec://code` and spec://{artifact}.\n");
  expect(findings).toMatchObject([{ rule: "no_handles", message: expect.stringContaining("`spec://auth`") }]);
});

test("a repeated heading is an error in a specification and a warning elsewhere", () => {
  const body = "### Concept: X\n\n## Notes\n\n## Notes\n";
  expect(findingsIn(body)).toMatchObject([{ rule: "unique_headings", severity: "error" }]);
  expect(findingsIn(body, "scratch_pad")).toMatchObject([{ rule: "unique_headings", severity: "warning" }]);
});

test.each(["concept: X", "Concept :X", "ENTITY: X"])(
  "the near miss %s of a prefix is a warning",
  (heading) => {
    expect(findingsIn(`### Concept: A\n\n### ${heading}\n`)).toMatchObject([
      { rule: "heading_prefixes", severity: "warning" },
    ]);
  },
);

test("a specification without a concept is a warning", () => {
  expect(findingsIn("## Other\n")).toMatchObject([{ rule: "heading_prefixes" }]);
});
