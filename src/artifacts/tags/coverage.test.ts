import { expect, test } from "vitest";
import { literalPath } from "../../workspace/paths/paths.ts";
import { coverageOf } from "./coverage.ts";
import { readTags } from "./tags.ts";

function filesWith(files: Record<string, string>) {
  return Object.entries(files).map(([path, text]) => ({ path: literalPath(path), ...readTags(text) }));
}

test("a tag without a specification covers every requirement with its id, one with a name only that one", () => {
  const requirements = [
    { spec: "a", id: "x.one" },
    { spec: "b", id: "x.one" },
  ];
  const files = filesWith({ "t.ts": "[ENSURES: x.one]\n[ENSURES: b/x.one:CHECK]\n" });
  const { covered, orphans } = coverageOf(requirements, files);
  expect(covered.map(({ tags }) => tags.map(({ tag }) => tag.line))).toEqual([[1], [1, 2]]);
  expect(orphans).toEqual([]);
});

test("tags that match nothing are orphans, sorted by path and line", () => {
  const files = filesWith({ "b.ts": "[ENSURES: y.two]", "a.ts": "\n[ENSURES: y.two] [ENSURES: z.one]" });
  const { covered, orphans } = coverageOf([{ spec: "a", id: "x.one" }], files);
  expect(covered).toMatchObject([{ tags: [] }]);
  expect(orphans.map(({ path, tag }) => `${path}:${tag.line} ${tag.identifier}`)).toEqual([
    "a.ts:2 y.two",
    "a.ts:2 z.one",
    "b.ts:1 y.two",
  ]);
});
