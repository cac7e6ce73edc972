import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { isRecord } from "../../kernel/json.ts";
import { artifactResources } from "./resources.ts";

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
test("upstream and downstream are transitive, sorted, and every node carries its handle and path", async () => {
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

test("a circle is an error with the partial tree that holds the edge, as a tool and as a resource", async () => {
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

test("a cycle of four is told as its four edges in order, from where it is entered and where it would close", async () => {
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

test("a circle that leads through a plain document is refused", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText(),
    "spec/b/spec.md": on("../../docs/x.md"),
    "docs/x.md": on("../spec/a/spec.md"),
  });
  const { fault } = await bench.call("update_artifact", {
    locator: "spec://a",
    ops: [{ op: "add_dependency", ref: "spec://b" }],
  });
  expect(fault).toMatchObject({
    code: "dependency_cycle",
    details: { cycle: ["spec://a", "spec://b", "docs/x.md", "spec://a"] },
  });
});

test("the op list in the fault of a circle opens it", async () => {
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

test("a missing dependency is a flagged node; only a required one is an error, and it carries its removal", async () => {
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

test("a remote dependency is a leaf that nobody fetches, and documents without metadata are annotated", async () => {
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

test("unreadable and malformed neighbours do not disturb the tree of a healthy artifact", async () => {
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

test("a long chain is walked to its end", async () => {
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

test("an artifact that others need is not deleted, and the refusal carries the tree of all that are affected", async () => {
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

test("optional consumers do not block a deletion, a scratch pad on the artifact does, a pad nobody needs goes", async () => {
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

// covers specman: workspace-discovery, handles-are-bound-to-paths
test("paths out of the workspace are refused by their text and by where they really lead, existing or not", async () => {
  const outside = await temporaryFolder();
  const bench = await benchWith(chain);
  await symlink(outside, join(bench.root, "spec/evil"));
  for (const locator of [
    "../outside.md",
    "../nothing/there.md",
    `${outside}/spec.md`,
    "spec://evil",
    "spec/evil/spec.md",
    "/etc/passwd",
  ]) {
    expect((await bench.call("dependency_tree", { locator })).fault.code, locator).toBe("workspace_boundary");
  }
});

test("backslashes in a path mean what a caller on Windows means, and answers always use slashes", async () => {
  const bench = await benchWith(chain);
  const { value } = await bench.call("describe_specification", { locator: "spec\\a\\spec.md" });
  expect(value["artifact"]).toMatchObject({ handle: "spec://a", path: "spec/a/spec.md" });
});

test("references are checked with every kind of mistake, none stops the others, and images are left alone", async () => {
  const body = [
    "[ok](../b/spec.md#concept-thing) [self](#title) <https://example.com> ![image](missing.png)",
    "[ref][defined] [bad][undefined] [empty]() [mail](mailto:a@b.c) [http](http://x.y)",
    "[handle](spec://b) [abs](/etc/passwd) [out](../../../x.md) [gone](../gone.md) [frag](../b/spec.md#nope) [dash](../b/spec.md#title--x)",
    "",
    "`[code](nowhere.md)`",
    "",
    "[defined]: ../b/spec.md",
  ].join("\n");
  const bench = await benchWith({
    "spec/a/spec.md": specText("", body),
    "spec/b/spec.md": specText("", "### Concept: Thing\n\n## Title & X\n"),
  });
  const { value } = await bench.call("validate_references", { locator: "spec://a" });
  const errors = value["errors"];
  const kinds = Array.isArray(errors)
    ? errors.map((error) => (isRecord(error) ? `${error.kind} ${error.destination}` : ""))
    : [];
  expect(kinds).toEqual([
    "UnresolvedReference undefined",
    "EmptyDestination ",
    "UnsupportedScheme mailto:a@b.c",
    "UnsupportedScheme http://x.y",
    "DisallowedHandle spec://b",
    "UnsupportedScheme /etc/passwd",
    "WorkspaceBoundary ../../../x.md",
    "FileMissing ../gone.md",
    "InvalidFragment ../b/spec.md#nope",
    "InvalidFragment ../b/spec.md#title--x",
  ]);
  expect(value).toMatchObject({ status: "Failure", processed_documents: ["spec/a/spec.md"] });
  expect(JSON.stringify(errors)).toContain("Did you mean `#title-x`?");
});

test("a transitive check follows links between documents", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText("", "[b](../b/spec.md)"),
    "spec/b/spec.md": specText("", "[x](x.md)"),
  });
  expect((await bench.call("validate_references", { locator: "spec://a" })).value["status"]).toBe("Success");
  const { value } = await bench.call("validate_references", { locator: "spec://a", transitive: true });
  expect(value).toMatchObject({
    status: "Failure",
    processed_documents: ["spec/a/spec.md", "spec/b/spec.md"],
  });
});

test("a dependency that is listed twice is optional only if both entries say so", async () => {
  const twice = "dependencies:\n  - ../b/spec.md\n  - ref: ../b/spec.md\n    optional: true\n";
  const bench = await benchWith({ "spec/a/spec.md": specText(twice), "spec/b/spec.md": specText() });
  const { value } = await bench.call("dependency_tree", { locator: "spec://a" });
  expect(value["upstream"]).toMatchObject([{ to: { handle: "spec://b" }, optional: false }]);
});

test("a ladder of diamonds, with a billion ways through it, is walked once", async () => {
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

test("a scratch pad goes though a specification names it: only scratch pads may need it", async () => {
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
