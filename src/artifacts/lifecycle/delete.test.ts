import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";

const on = (...names: string[]) =>
  specText(`dependencies:\n${names.map((name) => `  - ${name}\n`).join("")}`);

const chain = {
  "spec/a/spec.md": specText(),
  "spec/b/spec.md": on("../a/spec.md"),
  "spec/c/spec.md": on("../b/spec.md"),
};

const ends = (edges: unknown): string[] =>
  Array.isArray(edges)
    ? edges.map((edge) =>
        isRecord(edge) && isRecord(edge.from) && isRecord(edge.to)
          ? `${edge.from.handle ?? edge.from.path}>${edge.to.handle ?? edge.to.path ?? "?"}`
          : "?",
      )
    : [];

test("an artifact that others need is not deleted, and the error contains the tree of everything affected", async () => {
  const bench = await benchWith(chain);
  const { fault } = await bench.call("delete_artifact", { locator: "spec://a" });
  expect(fault).toMatchObject({ code: "deletion_blocked", details: { dependents: ["spec://b"] } });
  const tree = fault.details?.["tree"];
  expect(isRecord(tree) && ends(tree["downstream"])).toEqual(["spec://b>spec://a", "spec://c>spec://b"]);
  expect(await readdir(join(bench.root, "spec"))).toEqual(["a", "b", "c"]);
  const forced = await bench.call("delete_artifact", { locator: "spec://a", force: true });
  expect(forced.value).toMatchObject({
    forced: true,
    persisted: true,
    removed_path: "spec/a",
    mutations: [{ action: "delete", path: "spec/a" }],
  });
  expect(await readdir(join(bench.root, "spec"))).toEqual(["b", "c"]);
});

test("a required dependent blocks a deletion, an optional one does not, and an unused scratch pad can be deleted", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText(),
    "spec/b/spec.md": specText("dependencies:\n  - ref: ../a/spec.md\n    optional: true\n"),
    "impl/b-ts/impl.md": implText("../../spec/b/spec.md"),
    ".specman/scratchpad/one/scratch.md": padText("impl/b-ts/impl.md"),
    ".specman/scratchpad/one/tasks.md": "- [ ] x\n",
    ".specman/scratchpad/two/scratch.md": padText(
      "impl/b-ts/impl.md",
      "feat: {}",
      "dependencies:\n  - one\n",
    ),
  });
  expect((await bench.call("delete_artifact", { locator: "impl://b-ts" })).fault.code).toBe(
    "deletion_blocked",
  );
  const pad = await bench.call("delete_artifact", { locator: "scratch://one" });
  expect(pad.fault).toMatchObject({
    code: "deletion_blocked",
    data_model_heading: "Scratch Pad Dependencies",
  });
  const preview = await bench.call("delete_artifact", { locator: "scratch://two", mode: "preview" });
  expect(preview.value).toMatchObject({ persisted: false, mutations: [] });
  for (const locator of ["spec://a", "scratch://two", "scratch://one"]) {
    expect((await bench.call("delete_artifact", { locator })).value["persisted"]).toBe(true);
  }
  expect(await readdir(join(bench.root, ".specman/scratchpad"))).toEqual([]);
});

test("a specification that names a scratch pad does not block its deletion", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText("dependencies:\n  - ../../.specman/scratchpad/pad/scratch.md\n"),
    ".specman/scratchpad/pad/scratch.md": padText("spec/a/spec.md", "draft: {}"),
    ".specman/scratchpad/next/scratch.md": padText(
      "spec/a/spec.md",
      "draft: {}",
      "dependencies:\n  - last\n",
    ),
    ".specman/scratchpad/last/scratch.md": padText("spec/a/spec.md", "draft: {}"),
  });
  expect((await bench.call("delete_artifact", { locator: "scratch://pad" })).ok).toBe(true);
  const needed = await bench.call("delete_artifact", { locator: "scratch://last" });
  expect(needed.fault).toMatchObject({ code: "deletion_blocked" });
});
