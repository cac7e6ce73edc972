import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";

// covers specman: enumerates-specs, enumerates-implementations, enumerates-scratch-pads, list-tools,
//   handle-names-are-documented
test("the list tools return handles with titles, sorted by name, whatever the order on disk", async () => {
  const bench = await benchWith({
    "spec/b/spec.md": specText("title: The B\n"),
    "spec/a/spec.md": specText(),
    "spec/notes.txt": "x",
    "spec/no-document/readme.md": "x",
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md"),
    ".specman/scratchpad/p/scratch.md": padText("impl/a-ts/impl.md"),
  });
  expect((await bench.call("list_specifications")).value).toEqual({
    artifacts: [
      {
        handle: "spec://a",
        kind: "specification",
        name: "a",
        title: "Title",
        version: "1.0.0",
        path: "spec/a/spec.md",
      },
      {
        handle: "spec://b",
        kind: "specification",
        name: "b",
        title: "The B",
        version: "1.0.0",
        path: "spec/b/spec.md",
      },
    ],
  });
  expect((await bench.call("list_implementations")).value["artifacts"]).toMatchObject([
    { handle: "impl://a-ts" },
  ]);
  expect((await bench.call("list_scratch_pads")).value["artifacts"]).toMatchObject([
    { handle: "scratch://p", kind: "scratch_pad" },
  ]);
  expect((await bench.call("list_artifacts")).value["artifacts"]).toHaveLength(4);
});

// covers specman: describe-tools, responses-follow-the-data-model
test("the describe tools return front matter, headings and constraint groups with their lines", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText("name: a\n", "### Concept: A\n\n!concept-a.x:\n- MUST\n"),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md"),
    ".specman/scratchpad/p/scratch.md": padText("impl/a-ts/impl.md"),
  });
  expect((await bench.call("describe_specification", { locator: "spec://a" })).value["artifact"]).toEqual({
    handle: "spec://a",
    kind: "specification",
    name: "a",
    title: "Title",
    version: "1.0.0",
    path: "spec/a/spec.md",
    front_matter: { version: "1.0.0", name: "a" },
    headings: [
      { slug: "title", title: "Title", level: 1, line: 6 },
      { slug: "terminology-references", title: "Terminology & References", level: 2, line: 8 },
      { slug: "concept-a", title: "Concept: A", level: 3, line: 12 },
    ],
    constraints: [{ constraint_id: "concept-a.x", line: 14 }],
  });
  expect((await bench.call("describe_implementation", { locator: "a-ts" })).value["artifact"]).toMatchObject({
    handle: "impl://a-ts",
  });
  expect((await bench.call("describe_scratch_pad", { locator: "p" })).value["artifact"]).toMatchObject({
    front_matter: { work_type: { feat: {} } },
  });
  expect((await bench.call("describe_specification", { locator: "impl://a-ts" })).fault.code).toBe(
    "kind_mismatch",
  );
  expect((await bench.call("describe_specification", { locator: "spec://b" })).fault).toMatchObject({
    code: "artifact_not_found",
    artifact: "spec://b",
    path: "spec/b/spec.md",
  });
});

test("the description of a scratch pad includes the progress of its tasks", async () => {
  const bench = await benchWith({
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md"),
    ".specman/scratchpad/p/scratch.md": padText("impl/a-ts/impl.md"),
    ".specman/scratchpad/p/tasks.md": "- [x] one\n- [ ] two\n\n```\n- [ ] in code\n```\n",
  });
  const answer = await bench.call("describe_scratch_pad", { locator: "p" });
  expect(answer.value["artifact"]).toMatchObject({
    tasks: { path: ".specman/scratchpad/p/tasks.md", completed: 1, total: 2 },
  });
  expect(answer.text).toContain("Tasks: 1 of 2 done");
});
