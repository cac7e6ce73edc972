import { expect, it } from "vitest";
import { change, requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { addEvidence } from "../../trace/operations/evidence/add.ts";
import { codeMap } from "./code-map.ts";
import { moduleOf } from "./modules.ts";
import { projectGraph } from "./project-graph.ts";

const booking = spec("booking", requirement("Reserve", scenario("Full")), requirement("Cancel"));
const delta = (name: string) => `## MODIFIED Requirements\n\n${requirement(name, scenario("Full"))}`;

const files = {
  "openspec/specs/booking/spec.md": booking,
  "openspec/specs/boarding/spec.md": spec("boarding", requirement("Board")),
  ...change("openspec/changes/add-a", { booking: delta("Reserve") }),
  ...change("openspec/changes/add-b", { booking: delta("Reserve") }),
  "specs/001-passes/spec.md":
    "# Feature Specification: Passes\n\n### Functional Requirements\n\n- **FR-001**: The system MUST sell passes.\n",
  "src/booking/reserve.ts":
    'import { seats } from "../boat/seats.ts";\n\n// [IMPLEMENTS: booking/reserve]\nexport function reserve(): number {\n  return seats();\n}\n',
  "src/boat/seats.ts": "export function seats(): number {\n  return 2;\n}\n",
  "test/reserve.test.ts":
    'import { test } from "vitest";\nimport { reserve } from "../src/booking/reserve.ts";\n\n// [VERIFIES: booking/reserve#full]\ntest("full", () => {\n  reserve();\n});\n',
};

it("a project's graph joins specs, work and modules", async () => {
  const place = await specPlace(files);
  const { ok, value, message } = await place.call(projectGraph);
  expect(ok, message).toBe(true);
  const ids = value.nodes.map((node: { id: string }) => node.id);
  expect(ids).toEqual([
    "module:src/boat",
    "module:src/booking",
    "module:test",
    "spec:openspec:boarding",
    "spec:openspec:booking",
    "work:change:add-a",
    "work:change:add-b",
    "work:feature:001-passes",
  ]);
  const edges = value.edges.map(
    (edge: { from: string; kind: string; to: string }) => `${edge.from} ${edge.kind} ${edge.to}`,
  );
  expect(edges).toEqual(
    expect.arrayContaining([
      "module:src/booking uses module:src/boat",
      "module:test uses module:src/booking",
      "module:test verifies spec:openspec:booking",
      "work:change:add-a changes spec:openspec:booking",
      "work:change:add-b changes spec:openspec:booking",
      "work:change:add-a overlaps work:change:add-b",
    ]),
  );
  expect(edges.filter((edge: string) => edge.includes("overlaps"))).toHaveLength(1);
  expect(value.left_out).toEqual({ nodes: 0, edges: 0 });
  expect(message).toContain("overlaps add-b");
});

it("a graph within its limit counts what it leaves out and draws no edge into nothing", async () => {
  const place = await specPlace(files);
  const { value } = await place.call(projectGraph, { limit: 3 });
  expect(value.nodes).toHaveLength(3);
  expect(value.left_out.nodes).toBe(5);
  const ids = new Set(value.nodes.map((node: { id: string }) => node.id));
  for (const { from, to } of value.edges) expect([ids.has(from), ids.has(to)]).toEqual([true, true]);
  const near = await place.call(projectGraph, { around: "work:change:add-a" });
  expect(near.value.nodes.map((node: { label: string }) => node.label)).toEqual([
    "booking",
    "add-a",
    "add-b",
  ]);
  const wrong = await place.call(projectGraph, { around: "spec:none" });
  expect(wrong).toMatchObject({ ok: false, code: "invalid_argument" });
});

it("modules are the deepest folders that are few enough", () => {
  const paths = ["Sources/Ferry/Booking/a.swift", "Sources/Ferry/Boat/b.swift", "main.swift"];
  expect(paths.map(moduleOf(paths, 10))).toEqual(["Sources/Ferry/Booking", "Sources/Ferry/Boat", "."]);
  expect(paths.map(moduleOf(paths, 2))).toEqual(["Sources", "Sources", "."]);
});

it("a map of the code has sizes, and colors files by the requirements that they serve", async () => {
  const report =
    '<testsuite><testcase classname="test/reserve.test.ts" name="full" file="test/reserve.test.ts"/></testsuite>';
  const place = await specPlace({ ...files, "unit.xml": report });
  const before = await place.call(codeMap, { path: "." });
  const found = (value: typeof before.value) =>
    Object.fromEntries(
      value.files.map((file: { path: string; evidence: string }) => [file.path, file.evidence]),
    );
  expect(found(before.value)).toMatchObject({
    "src/boat/seats.ts": "none",
    "test/reserve.test.ts": "claimed",
  });
  expect(before.value.total.files).toBe(3);
  expect(before.value.files[0]).toMatchObject({ path: "src/boat/seats.ts", lines: 3, bytes: 48 });
  const added = await place.call(addEvidence, { files: ["unit.xml"] });
  expect(added.ok, added.message).toBe(true);
  const after = await place.call(codeMap, { path: "." });
  expect(found(after.value)).toEqual({
    "src/boat/seats.ts": "verified",
    "src/booking/reserve.ts": "verified",
    "test/reserve.test.ts": "verified",
  });
  const small = await place.call(codeMap, { path: "src", limit: 1 });
  expect(small.value).toMatchObject({
    total: { files: 2 },
    rest: [{ path: "src/boat", files: 1, bytes: 48 }],
  });
  expect((await place.call(codeMap, { path: "../.." })).ok).toBe(false);
});
