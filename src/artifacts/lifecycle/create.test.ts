import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";

const base = {
  "spec/auth/spec.md": specText("", "## Concepts\n\n### Concept: Login\n\n### Concept: Logout\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md"),
};

// covers specman: creates-specs, writes-valid-front-matter, result-has-identifiers, result-has-paths,
//   result-has-template-provenance, results-list-mutations, create-flows
test("a specification is created at its canonical path with valid front matter", async () => {
  const bench = await benchWith(base);
  const { value } = await bench.call("create_artifact", {
    kind: "specification",
    name: "ferry-booking",
    title: "Ferry Booking",
    tags: ["sea"],
    dependencies: [{ ref: "spec://auth" }, { ref: "https://example.com/x.md", optional: true }],
    requires_implementation: false,
  });
  expect(value).toMatchObject({
    id: { kind: "Specification", name: "ferry-booking" },
    handle: "spec://ferry-booking",
    path: "spec/ferry-booking/spec.md",
    persisted: true,
    created: [{ handle: "spec://ferry-booking", path: "spec/ferry-booking/spec.md" }],
    mutations: [{ action: "create", path: "spec/ferry-booking/spec.md" }],
    template: { tier: "EmbeddedDefault", locator: "embedded://spec" },
    root: bench.root,
    branch: null,
  });
  const text = await bench.read("spec/ferry-booking/spec.md");
  expect(text.split("\n# ")[0]).toBe(
    "---\nname: ferry-booking\ntitle: Ferry Booking\ntags:\n  - sea\nversion: 1.0.0\ndependencies:\n  - ../auth/spec.md\n  - ref: https://example.com/x.md\n    optional: true\nrequires_implementation: false\n---\n",
  );
  expect(bench.touched).toContain("spec/ferry-booking/spec.md");
});

// covers specman: creates-implementations, create-normalizes-handles
test("an implementation is created with its handles stored as paths relative to itself", async () => {
  const bench = await benchWith({ ...base, "src/": "" });
  const { value } = await bench.call("create_artifact", {
    kind: "implementation",
    name: "auth-rust",
    target: "spec://Auth",
    location: "src",
    references: [{ ref: "impl://auth-ts" }],
  });
  expect(value).toMatchObject({
    path: "impl/auth-rust/impl.md",
    front_matter: {
      spec: "../../spec/auth/spec.md",
      location: "../../src",
      references: [{ ref: "../auth-ts/impl.md", type: "implementation" }],
    },
  });
  expect(await bench.read("impl/auth-rust/impl.md")).not.toMatch(/spec:\/\/|impl:\/\//);
});

// covers specman: creates-scratch-pads, creates-draft-pads, creates-revision-pads, creates-feat-pads,
//   creates-ref-pads, creates-fix-pads, create-takes-work-type-data, create-takes-a-target,
//   create-normalizes-the-target, caller-selects-the-work-type, caller-supplies-work-type-metadata
test("a scratch pad of every work type is created with its headings as fragments and its target as a root path", async () => {
  const bench = await benchWith(base);
  const cases = [
    ["draft", { draft: {} }, "spec://auth", { draft: {} }],
    [
      "revision",
      { revision: { revised_headings: ["Concept: Login"] } },
      "spec://auth",
      { revision: { revised_headings: ["#concept-login"] } },
    ],
    ["feat", { feat: {} }, "impl://auth-ts", { feat: {} }],
    [
      "ref",
      { ref: { refactored_headings: ["spec/auth/spec.md#concept-logout"] } },
      "impl://auth-ts",
      { ref: { refactored_headings: ["#concept-logout"] } },
    ],
    [
      "fix",
      { fix: { fixed_headings: ["#concept-login", "concept-login"] } },
      "impl://auth-ts",
      { fix: { fixed_headings: ["#concept-login"] } },
    ],
  ] as const;
  for (const [name, work_type, target, stored] of cases) {
    const { value } = await bench.call("create_artifact", {
      kind: "scratch_pad",
      name: `pad-${name}`,
      target,
      work_type,
    });
    expect(value).toMatchObject({
      path: `.specman/scratchpad/pad-${name}/scratch.md`,
      front_matter: {
        target: target.startsWith("spec") ? "spec/auth/spec.md" : "impl/auth-ts/impl.md",
        work_type: stored,
      },
      template: { locator: `embedded://scratch-${name}` },
    });
    expect(await bench.read(`.specman/scratchpad/pad-${name}/scratch.md`)).toContain("\n## Notes\n");
  }
});

test("a fix can name a heading of each specification that the implementation refers to", async () => {
  const bench = await benchWith({
    ...base,
    "spec/mail/spec.md": specText("", "### Concept: Delivery\n"),
    "impl/auth-ts/impl.md": implText(
      "../../spec/auth/spec.md",
      "references:\n  - ref: ../../spec/mail/spec.md\n    type: specification\n",
    ),
  });
  const fix = (heading: string) =>
    bench.call("create_artifact", {
      kind: "scratch_pad",
      name: "pad-fix",
      target: "impl://auth-ts",
      work_type: { fix: { fixed_headings: [heading] } },
    });
  expect((await fix("#concept-nothing")).ok).toBe(false);
  expect((await fix("Concept: Delivery")).value).toMatchObject({
    front_matter: { work_type: { fix: { fixed_headings: ["#concept-delivery"] } } },
  });
  const refactoring = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad-ref",
    target: "impl://auth-ts",
    work_type: { ref: { refactored_headings: ["Concept: Delivery"] } },
  });
  expect(refactoring.ok).toBe(false);
});

test("new artifacts pass the workspace status, apart from their open directives", async () => {
  const bench = await benchWith({});
  await bench.call("create_artifact", { kind: "specification", name: "auth" });
  await bench.call("create_artifact", { kind: "implementation", name: "auth-ts", target: "spec://auth" });
  for (const type of ["draft", "revision"]) {
    await bench.call("create_artifact", {
      kind: "scratch_pad",
      name: type,
      target: "spec://auth",
      work_type: type,
    });
  }
  for (const type of ["feat", "ref", "fix"]) {
    await bench.call("create_artifact", {
      kind: "scratch_pad",
      name: type,
      target: "impl://auth-ts",
      work_type: type,
    });
  }
  const { value } = await bench.call("workspace_status");
  expect(value).toMatchObject({ global_status: "Pass", scratchpad_status: "Pass", artifact_count: 7 });
  for (const status of Object.values(value["artifacts"] ?? {})) {
    expect(status).toMatchObject({ ok: true, structure_errors: [], reference_errors: [] });
    const rules = status.warnings.map(({ rule }: { rule: string }) => rule);
    expect(rules.filter((rule: string) => rule !== "unfilled_template")).toEqual([]);
    expect(status.open_directives.length).toBeGreaterThan(0);
  }
});

// covers specman: names-checked-before-writing, validation-errors, violations-name-the-heading
test("a name that breaks the rules is refused with the heading of the rule and a better name, and nothing is written", async () => {
  const bench = await benchWith(base);
  const refusal = await bench.call("create_artifact", { kind: "specification", name: "Ferry_Booking" });
  expect(refusal.fault).toMatchObject({
    code: "invalid_name",
    data_model_heading: "Specification Name",
    concept: "specman.core.lifecycle_automation",
    concept_ref: "spec/specman-core/spec.md#concept-lifecycle-automation",
    details: { proposal: "ferry-booking" },
  });
  for (const name of ["add-login", "a-b-c-d-e", "a--b", "-a"]) {
    expect((await bench.call("create_artifact", { kind: "specification", name })).fault.code).toBe(
      "invalid_name",
    );
  }
  expect(await readdir(join(bench.root, "spec"))).toEqual(["auth"]);
});

test("a specification and an implementation cannot have the same name", async () => {
  const bench = await benchWith(base);
  const one = await bench.call("create_artifact", {
    kind: "implementation",
    name: "auth",
    target: "spec://auth",
  });
  expect(one.fault).toMatchObject({ code: "invalid_name", data_model_heading: "Implementation Name" });
  const other = await bench.call("create_artifact", { kind: "specification", name: "auth-ts" });
  expect(other.fault).toMatchObject({ code: "invalid_name" });
});

// covers specman: dependencies-checked-before-writing
test("a missing required dependency is refused, a missing optional one is stored", async () => {
  const bench = await benchWith(base);
  const required = await bench.call("create_artifact", {
    kind: "specification",
    name: "x",
    dependencies: [{ ref: "spec://nothing" }],
  });
  expect(required.fault).toMatchObject({ code: "dependency_missing", data_model_heading: "Dependencies" });
  const optional = await bench.call("create_artifact", {
    kind: "specification",
    name: "x",
    dependencies: [{ ref: "spec://nothing", optional: true }],
  });
  expect(optional.ok).toBe(true);
});

test("a specification cannot depend on an implementation, nor a scratch pad on a specification", async () => {
  const bench = await benchWith(base);
  const spec = await bench.call("create_artifact", {
    kind: "specification",
    name: "x",
    dependencies: [{ ref: "impl://auth-ts" }],
  });
  expect(spec.fault).toMatchObject({
    code: "kind_mismatch",
    data_model_heading: "Dependencies",
    constraint_group: "concept-specifications.dependencies",
  });
  const pad = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "x",
    target: "impl://auth-ts",
    work_type: { feat: {} },
    dependencies: [{ ref: "spec://auth" }],
  });
  expect(pad.fault).toMatchObject({ data_model_heading: "Scratch Pad Dependencies" });
});

test("creating an artifact that others already depend on is refused if it would create a cycle", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText("dependencies:\n  - ../b/spec.md\n") });
  const { fault } = await bench.call("create_artifact", {
    kind: "specification",
    name: "b",
    dependencies: [{ ref: "spec://a" }],
  });
  expect(fault).toMatchObject({
    code: "dependency_cycle",
    data_model_heading: "Dependency Graph Integrity",
    details: { cycle: ["spec://b", "spec://a", "spec://b"] },
  });
  expect(await readdir(join(bench.root, "spec"))).toEqual(["a"]);
});

test("an existing artifact is never overwritten", async () => {
  const bench = await benchWith(base);
  const before = await bench.read("spec/auth/spec.md");
  const { fault } = await bench.call("create_artifact", { kind: "specification", name: "auth" });
  expect(fault).toMatchObject({
    code: "artifact_exists",
    artifact: "spec://auth",
    path: "spec/auth/spec.md",
  });
  expect(await bench.read("spec/auth/spec.md")).toBe(before);
});

test("of many concurrent creates with one name, exactly one succeeds", async () => {
  const bench = await benchWith(base);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      bench.call("create_artifact", { kind: "specification", name: "race", title: `Title ${index}` }),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  for (const answer of answers) if (!answer.ok) expect(answer.fault.code).toBe("artifact_exists");
});

// covers specman: caller-controls-persistence, previews-are-marked
test("a preview shows the document, says that nothing was written, and writes nothing", async () => {
  const bench = await benchWith(base);
  const answer = await bench.call("create_artifact", { kind: "specification", name: "x", mode: "preview" });
  expect(answer.value).toMatchObject({
    mode: "preview",
    persisted: false,
    created: [],
    mutations: [],
    document: expect.stringContaining("# X\n"),
  });
  expect(answer.text).toContain("nothing was written");
  expect(await readdir(join(bench.root, "spec"))).toEqual(["auth"]);
});

// covers specman: deterministic-create-result
test("the same request gives the same result, byte for byte", async () => {
  const bench = await benchWith(base);
  const request = {
    kind: "scratch_pad",
    name: "pad",
    target: "impl://auth-ts",
    work_type: { feat: {} },
    mode: "preview",
  };
  const [one, two] = [
    await bench.call("create_artifact", request),
    await bench.call("create_artifact", request),
  ];
  expect(JSON.stringify(one.value)).toBe(JSON.stringify(two.value));
});

// covers specman: persistence-errors
test("a folder that cannot be written is a persistence error with its concept, and nothing is left behind", async () => {
  // A file where the folder of specifications should be: no user, not even root, can write below it.
  const bench = await benchWith({ spec: "a file" });
  const { fault } = await bench.call("create_artifact", { kind: "specification", name: "x" });
  expect(fault).toMatchObject({
    code: "persistence_failed",
    concept: "specman.core.lifecycle_automation",
    remedy: expect.stringMatching(/./),
  });
  expect(await bench.read("spec")).toBe("a file");
});
