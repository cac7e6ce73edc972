import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";
import { artifactResources } from "../operations/resources.ts";

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

// covers specman: dependency-trees, source-references
test("upstream and downstream are transitive and sorted, and every node has its handle and path", async () => {
  const bench = await benchWith(chain);
  const a = (await bench.call("dependency_tree", { locator: "spec://a" })).value;
  expect(ends(a["downstream"])).toEqual(["spec://b>spec://a", "spec://c>spec://b"]);
  expect(ends(a["upstream"])).toEqual([]);
  const c = (await bench.call("dependency_tree", { locator: "spec://c" })).value;
  expect(ends(c["upstream"])).toEqual(["spec://b>spec://a", "spec://c>spec://b"]);
  expect(c["aggregate"]).toEqual(c["upstream"]);
  expect(c["root"]).toMatchObject({
    id: { kind: "Specification", name: "c" },
    handle: "spec://c",
    path: "spec/c/spec.md",
    version: "1.0.0",
  });
  expect(c["tree"]).toMatchObject({
    upstream: {
      label: "spec c@1.0.0",
      children: [{ label: "spec b@1.0.0", children: [{ label: "spec a@1.0.0" }] }],
    },
  });
});

// covers specman: dependency-locators, dependencies-equal-the-tree-builder
test("a handle with /dependencies is the same as without, for every scheme, as a tool and as a resource", async () => {
  const bench = await benchWith({
    ...chain,
    "impl/c-ts/impl.md": implText("../../spec/c/spec.md"),
    ".specman/scratchpad/pad/scratch.md": padText("impl/c-ts/impl.md"),
  });
  for (const handle of ["spec://a", "impl://c-ts", "scratch://pad"]) {
    const plain = (await bench.call("dependency_tree", { locator: handle })).value;
    const derived = (await bench.call("dependency_tree", { locator: `${handle}/dependencies` })).value;
    expect(derived).toEqual(plain);
    const resource = await artifactResources.read(bench.context, `${handle}/dependencies`);
    if (!resource.ok) throw new Error(resource.fault.message);
    expect(resource.value[0]).toMatchObject({
      uri: `${handle}/dependencies`,
      mimeType: "application/json",
      text: JSON.stringify(plain, null, 2),
    });
  }
});

test("a cycle is an error with the partial tree that contains the edge, as a tool and as a resource", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": on("../b/spec.md"),
    "spec/b/spec.md": on("../a/spec.md"),
    "spec/self/spec.md": on("spec.md"),
  });
  const { fault } = await bench.call("dependency_tree", { locator: "spec://a" });
  expect(fault).toMatchObject({
    code: "dependency_cycle",
    data_model_heading: "Dependency Graph Integrity",
    details: {
      cycle: ["spec://a", "spec://b", "spec://a"],
      ops: [{ op: "remove_dependency", ref: "../a/spec.md" }],
      ops_locator: "spec://b",
    },
  });
  const partial = fault.details?.["partial_tree"];
  expect(isRecord(partial) && ends(partial["upstream"])).toContain("spec://a>spec://b");
  const resource = await artifactResources.read(bench.context, "spec://a/dependencies");
  expect(resource).toMatchObject({ ok: false, fault: { code: "dependency_cycle" } });
  expect((await bench.call("dependency_tree", { locator: "spec://self" })).fault.code).toBe(
    "dependency_cycle",
  );
});

test("a cycle of four is reported as its four edges in order, both in the tree and when an update would create it", async () => {
  const on = (name: string) => specText(`dependencies:\n  - ../${name}/spec.md\n`);
  const files = { "spec/b/spec.md": on("c"), "spec/c/spec.md": on("d"), "spec/x/spec.md": on("b") };
  const handles = (text: string) => [...text].map((name) => `spec://${name}`);
  const closed = await benchWith({ ...files, "spec/a/spec.md": on("b"), "spec/d/spec.md": on("a") });
  const tree = async (name: string) =>
    (await closed.call("dependency_tree", { locator: `spec://${name}` })).fault;
  expect(await tree("a")).toMatchObject({
    code: "dependency_cycle",
    message: expect.stringContaining("spec://a → spec://b → spec://c → spec://d → spec://a"),
    details: { cycle: handles("abcda") },
  });
  expect((await tree("x")).details).toMatchObject({ cycle: handles("bcdab") });
  const open = await benchWith({ ...files, "spec/a/spec.md": on("b"), "spec/d/spec.md": specText() });
  const { fault } = await open.call("update_artifact", {
    locator: "spec://d",
    ops: [{ op: "add_dependency", ref: "spec://a" }],
  });
  expect(fault).toMatchObject({
    code: "dependency_cycle",
    message: expect.stringContaining("spec://d → spec://a → spec://b → spec://c → spec://d"),
    details: { cycle: handles("dabcd") },
  });
});

test("the op list in the error about a cycle breaks the cycle", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": on("../b/spec.md"),
    "spec/b/spec.md": on("../a/spec.md"),
  });
  const { fault } = await bench.call("dependency_tree", { locator: "spec://a" });
  const mended = await bench.call("update_artifact", {
    locator: fault.details?.["ops_locator"],
    ops: fault.details?.["ops"],
  });
  expect(mended.value["persisted"]).toBe(true);
  expect((await bench.call("dependency_tree", { locator: "spec://a" })).ok).toBe(true);
});

test("a missing dependency is a flagged node; only a required one is an error, with the op that removes it", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText(
      "dependencies:\n  - ref: ../maybe/spec.md\n    optional: true\n  - ../gone/spec.md\n",
    ),
  });
  const { value, text } = await bench.call("dependency_tree", { locator: "spec://a" });
  expect(value["upstream"]).toMatchObject([
    { to: { handle: "spec://gone", metadata: { metadata_status: "missing" } }, optional: false },
    { to: { handle: "spec://maybe", metadata: { metadata_status: "missing" } }, optional: true },
  ]);
  expect(value["errors"]).toMatchObject([
    {
      code: "dependency_missing",
      ref: "../gone/spec.md",
      path: "spec/a/spec.md",
      line: 3,
      ops: [{ op: "remove_dependency", ref: "../gone/spec.md" }],
    },
  ]);
  expect(text).toContain("(missing)");
});

test("a remote dependency is a leaf that is not fetched, and documents without metadata are marked", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": on("https://example.com/docs/thing", "../../docs/x.md", "../../docs/y.html"),
    "docs/x.md": "# X\n",
    "docs/y.html": "<p>",
  });
  const { value } = await bench.call("dependency_tree", { locator: "spec://a" });
  expect(value["upstream"]).toMatchObject([
    { to: { id: { name: "thing" }, metadata: { metadata_status: "remote-unfetched" } } },
    { to: { id: { name: "x" }, path: "docs/x.md", metadata: { metadata_status: "unavailable" } } },
    { to: { id: { name: "y" }, path: "docs/y.html", metadata: { metadata_status: "unavailable" } } },
  ]);
  for (const tool of ["describe_specification", "list_constraints"])
    expect((await bench.call(tool, { locator: "spec://a" })).ok).toBe(true);
});

test("unreadable and malformed artifacts do not affect the tree of a valid artifact", async () => {
  const bench = await benchWith({
    ...chain,
    "spec/latin/spec.md": Buffer.from("# é", "latin1"),
    "spec/broken/spec.md": "---\n: [\n---\n",
    ".specman/scratchpad/mess/scratch.md": "---\n- list\n---\n",
  });
  expect(
    ends((await bench.call("dependency_tree", { locator: "spec://a" })).value["downstream"]),
  ).toHaveLength(2);
  expect((await bench.call("list_specifications")).value["artifacts"]).toMatchObject([
    { handle: "spec://a" },
    { handle: "spec://b" },
    { handle: "spec://broken", problems: [expect.any(String)] },
    { handle: "spec://c" },
    { handle: "spec://latin", problems: [expect.stringContaining("UTF-8")] },
  ]);
});

test("a change on disk is in the next tree", async () => {
  const bench = await benchWith(chain);
  await bench.call("dependency_tree", { locator: "spec://a" });
  await bench.write({ "spec/b/spec.md": specText(), "spec/d/spec.md": on("../a/spec.md") });
  expect(ends((await bench.call("dependency_tree", { locator: "spec://a" })).value["downstream"])).toEqual([
    "spec://d>spec://a",
  ]);
});

test("a long chain is followed to its end", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `spec/s${n}/spec.md`,
      n === 0 ? specText() : on(`../s${n - 1}/spec.md`),
    ]),
  );
  const bench = await benchWith(files);
  expect(
    ends((await bench.call("dependency_tree", { locator: "spec://s299" })).value["upstream"]),
  ).toHaveLength(299);
});

test("a chain of more than a thousand is cut there in the tree, which says so", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1003 }, (_, n) => [
      `spec/s${n}/spec.md`,
      n === 0 ? specText() : on(`../s${n - 1}/spec.md`),
    ]),
  );
  const bench = await benchWith(files);
  const { value } = await bench.call("dependency_tree", { locator: "spec://s1002" });
  let depth = 0;
  let node: unknown = isRecord(value["tree"]) && value["tree"].upstream;
  while (isRecord(node) && Array.isArray(node.children) && node.children.length > 0) {
    node = node.children[0];
    depth++;
  }
  expect([depth, isRecord(node) && node.cut]).toEqual([1000, true]);
});

test("a dependency that is listed twice is optional only if both entries say so", async () => {
  const twice = "dependencies:\n  - ../b/spec.md\n  - ref: ../b/spec.md\n    optional: true\n";
  const bench = await benchWith({ "spec/a/spec.md": specText(twice), "spec/b/spec.md": specText() });
  const { value } = await bench.call("dependency_tree", { locator: "spec://a" });
  expect(value["upstream"]).toMatchObject([{ to: { handle: "spec://b" }, optional: false }]);
});

test("a ladder of diamonds with a billion paths is traversed once", async () => {
  const rungs = 30;
  const files = Array.from({ length: rungs }, (_, n) => {
    const next = n + 1 < rungs ? `dependencies:\n  - ../l${n + 1}/spec.md\n  - ../r${n + 1}/spec.md\n` : "";
    return [
      [`spec/l${n}/spec.md`, specText(next)],
      [`spec/r${n}/spec.md`, specText(next)],
    ];
  });
  const bench = await benchWith(Object.fromEntries(files.flat()));
  const { value } = await bench.call("dependency_tree", { locator: "spec://l0" });
  expect(value["upstream"]).toHaveLength(2 + 4 * (rungs - 2));
});
