import { expect, test } from "vitest";
import { implText, specText } from "../../../test/support/artifacts.ts";
import { specPlace } from "../../../test/support/specs.ts";
import { workspaceStatusTool } from "../../artifacts/operations/status.ts";
import { packagedTemplates } from "../../artifacts/templates/packaged.ts";
import { projectStatus } from "../status/status.ts";
import { check } from "./check.ts";

const impl = { "impl/ferry-ts/impl.md": implText("../../spec/ferry/spec.md", "location: ../../src\n") };

async function checked(files: Record<string, string>) {
  const place = await specPlace({ ...impl, ...files });
  const { value } = await place.call(check, { only: ["artifacts"] });
  return { place, ...value };
}

function ferry(...groups: string[]): string {
  return specText("", `### Concept: Ferry\n\n${groups.join("\n\n")}\n`);
}

const limits = "!concept-ferry.limits:\n\n- Bookings MUST NOT exceed the seats.";
const tagged = "// [ENSURES: concept-ferry.limits:TEST]\ntest('no oversell', () => {});\n";

test("a clone without .specman is checked, because its documents are there", async () => {
  const {
    findings,
    counts,
    checked: areas,
  } = await checked({ "spec/ferry/spec.md": ferry(limits), "src/a.ts": "" });
  expect(areas).toEqual(["artifacts"]);
  expect(counts.artifacts).toBe("1 specification, 1 implementation");
  expect(findings).toMatchObject([{ rule: "constraint-not-ensured", severity: "error" }]);
});

test("folders named spec and impl without front matter are not said to be checked", async () => {
  const place = await specPlace({ "spec/models/spec.md": "# RSpec models\n", "impl/a/impl.md": "# Notes\n" });
  const { value } = await place.call(check);
  expect(value.checked).not.toContain("artifacts");
});

test("orphaned and malformed tags are findings of check and of the status", async () => {
  const { place, ok, findings } = await checked({
    "spec/ferry/spec.md": ferry(limits),
    "src/a.test.ts": `${tagged}// [ENSURES: concept-ferry.limit:TEST]\n// [ENSURES: concept-ferry.limits:TETS]\n// [ENSURE: concept-ferry.limits]\n`,
  });
  expect(ok).toBe(true);
  expect(findings).toMatchObject([
    { rule: "tag-orphaned", severity: "warning", file: "src/a.test.ts", line: 3 },
    { rule: "tag-malformed", line: 4, message: expect.stringContaining("`TETS` is not TEST") },
    { rule: "tag-malformed", line: 5 },
  ]);
  expect(findings[0].fix).toContain("Did you mean `concept-ferry.limits`?");
  expect((await place.call(projectStatus)).value).toMatchObject({ errors: 0, warnings: 3 });
});

test("a tag for a specification of another implementation is not orphaned, and shared code is reported once", async () => {
  const { findings } = await checked({
    "spec/ferry/spec.md": ferry(limits),
    "spec/dock/spec.md": specText("", "### Concept: Dock\n\n!concept-dock.ropes:\n\n- Ropes MUST hold.\n"),
    "impl/dock-ts/impl.md": implText("../../spec/dock/spec.md", "location: ../../src\n"),
    "src/a.test.ts": `${tagged}// [ENSURES: concept-dock.ropes]\n// [ENSURES: concept-gone.away]\n`,
  });
  expect(findings).toMatchObject([{ rule: "tag-orphaned", line: 4 }]);
});

test("a skipped test under a tag is a finding", async () => {
  const { findings } = await checked({
    "spec/ferry/spec.md": ferry(limits),
    "src/a.test.ts": tagged.replace("test(", "test.skip("),
  });
  expect(findings).toMatchObject([{ rule: "tag-test-skipped", severity: "warning", line: 1 }]);
});

test("a SHOULD without a tag is a warning and a MAY none; the level is not read from the template's comment", async () => {
  const hint = "<!-- list items with MUST, SHOULD or MAY -->";
  const { ok, findings } = await checked({
    "spec/ferry/spec.md": ferry(
      limits,
      `!concept-ferry.refunds:\n\n- A refund SHOULD be paid within a week.\n\n${hint}`,
      `!concept-ferry.music:\n\n- Music MAY play.\n\n${hint}`,
    ),
    "src/a.test.ts": tagged,
  });
  expect(ok).toBe(true);
  expect(findings).toMatchObject([
    { rule: "constraint-not-ensured", severity: "warning", message: expect.stringContaining("refunds") },
  ]);
});

test("a gap points to the line of the group in the specification, and names the implementation", async () => {
  const text = ferry(limits);
  const { findings } = await checked({ "spec/ferry/spec.md": text, "src/a.ts": "" });
  const line = text.split("\n").indexOf("!concept-ferry.limits:") + 1;
  expect(findings).toMatchObject([
    { file: "spec/ferry/spec.md", line, message: expect.stringContaining("impl://ferry-ts") },
  ]);
});

test("a specification that is still the template is not called OK", async () => {
  const template = packagedTemplates.spec.replaceAll("{{title}}", "Ferry");
  const { place, findings } = await checked({
    ".specman/cache/": "",
    "spec/ferry/spec.md": `---\nname: ferry\nversion: 1.0.0\n---\n\n${template}`,
    "src/a.ts": "",
  });
  expect(findings).toMatchObject([
    { rule: "unfilled_template", severity: "warning", file: "spec/ferry/spec.md" },
  ]);
  const { message } = await place.call(workspaceStatusTool);
  expect(message).toContain("[DRAFT] spec://ferry");
});

test("tags of an example project inside the code folder are its own", async () => {
  const { findings } = await checked({
    "spec/ferry/spec.md": ferry(limits),
    "src/a.test.ts": tagged,
    "src/example/spec/x/spec.md": specText("", "### Concept: X\n"),
    "src/example/impl/x-ts/impl.md": implText("../../spec/x/spec.md"),
    "src/example/x.ts": "// [ENSURES: concept-x.own]\n",
  });
  expect(findings).toEqual([]);
});
