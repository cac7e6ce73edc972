import { readdir, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";
import { runGit } from "../../../test/support/repository.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";

const base = {
  "spec/auth/spec.md": specText("", "## Concepts\n\n### Concept: Login\n\n### Concept: Logout\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md"),
};

// covers specman: creates-specs, writes-valid-front-matter, result-has-identifiers, result-has-paths,
//   result-has-template-provenance, results-list-mutations, create-flows
test("a specification is created at its canonical path with front matter that the data model knows", async () => {
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

test("what was created fresh passes the status of the workspace, apart from its open directives", async () => {
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
    expect(status).toMatchObject({ ok: true, structure_errors: [], reference_errors: [], warnings: [] });
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

test("an implementation cannot have the name of a specification, nor a specification that of an implementation", async () => {
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

// covers specman: metadata-checked-before-writing, metadata-constraints, invariants-enforced
test("a work type that does not fit is refused under the heading Work Type, and no folder is left behind", async () => {
  const bench = await benchWith(base);
  const cases = [
    [{ revision: { revised_headings: [] } }, "impl://auth-ts"],
    [{ feat: {} }, "spec://auth"],
    [{ draft: {} }, "https://example.com/spec.md"],
    [{ fix: { fixed_headings: [] } }, "https://example.com/impl.md"],
    [{ feat: {}, ref: {} }, "impl://auth-ts"],
    [null, "impl://auth-ts"],
    [{ feat: null }, "impl://auth-ts"],
    [{ chore: {} }, "impl://auth-ts"],
    [{ revision: { revised_headings: ["#concept-nothing"] } }, "spec://auth"],
    [{ revision: { revised_headings: [["x"]] } }, "spec://auth"],
  ] as const;
  for (const [work_type, target] of cases) {
    const { fault } = await bench.call("create_artifact", {
      kind: "scratch_pad",
      name: "pad",
      target,
      work_type,
    });
    expect(fault, JSON.stringify(work_type)).toMatchObject({
      code: "invalid_work_type",
      data_model_heading: "Work Type",
    });
  }
  const missing = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad",
    target: "spec://auth",
  });
  expect(missing.fault.data_model_heading).toBe("Work Type");
  expect(await readdir(join(bench.root, ".specman"))).not.toContain("scratchpad");
});

test("an unknown heading is answered with the nearest ones", async () => {
  const bench = await benchWith(base);
  const { fault } = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad",
    target: "spec://auth",
    work_type: { revision: { revised_headings: ["concept-logn"] } },
  });
  expect(fault.remedy).toContain("`#concept-login`");
});

// [ENSURES: requirement-checks-before-the-first-byte.rules:TEST]
// covers specman: boundary-checked-before-writing, handles-outside-are-rejected, no-escaping-paths
test("targets, dependencies and locations outside the workspace are refused before anything is written", async () => {
  const outside = await temporaryFolder();
  const bench = await benchWith(base);
  await symlink(outside, join(bench.root, "spec/evil"));
  const attempts = [
    { kind: "implementation", name: "x-ts", target: "/etc/passwd" },
    { kind: "implementation", name: "x-ts", target: "../../../outside.md" },
    { kind: "implementation", name: "x-ts", target: "spec://evil" },
    { kind: "implementation", name: "x-ts", target: "spec://auth", location: "../../../elsewhere" },
    { kind: "specification", name: "x", dependencies: [{ ref: `${outside}/spec.md` }] },
  ];
  for (const attempt of attempts) {
    expect((await bench.call("create_artifact", attempt)).fault.code, JSON.stringify(attempt)).toBe(
      "workspace_boundary",
    );
  }
  expect(await readdir(join(bench.root, "impl"))).toEqual(["auth-ts"]);
});

// covers specman: boundary-checked-before-writing, no-escaping-paths, handles-outside-are-rejected
test("a path that leads outside is refused as such, whether something is there or not", async () => {
  const bench = await benchWith(base);
  const outside = await temporaryTree({ "out/spec.md": specText() });
  await symlink(join(outside, "out"), join(bench.root, "spec/linked"));
  await symlink(join(outside, "nothing"), join(bench.root, "spec/dangling"));
  const up = relative(bench.root, outside);
  const paths = ["spec/linked/spec.md", "spec/dangling/spec.md", "spec://linked", "spec://dangling"];
  for (const name of ["out", "nothing"]) paths.push(`${up}/${name}/spec.md`, `${outside}/${name}/spec.md`);
  const pad = { kind: "scratch_pad", name: "p", work_type: { draft: {} } };
  for (const path of paths) {
    const { fault } = await bench.call("create_artifact", { ...pad, target: path });
    expect([path, fault.code]).toEqual([path, "workspace_boundary"]);
    for (const attempt of [
      { kind: "implementation", name: "x-ts", target: path },
      { kind: "implementation", name: "x-ts", target: "spec://auth", references: [{ ref: path }] },
      { kind: "specification", name: "x", dependencies: [{ ref: path, optional: true }] },
    ])
      expect((await bench.call("create_artifact", attempt)).fault.code).toBe("workspace_boundary");
    const ops = [{ op: "add_dependency", ref: path }];
    const updated = await bench.call("update_artifact", { locator: "spec://auth", ops });
    expect([path, updated.fault.code]).toEqual([path, "workspace_boundary"]);
  }
});

// covers specman: dependencies-checked-before-writing
test("a required dependency that is not there is refused, an optional one is stored", async () => {
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

test("creating what someone already depends on is refused when it would close a circle", async () => {
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

test("of many creators of one name exactly one wins", async () => {
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

// covers specman: templates-are-authoritative, directives-are-preserved, mutations-follow-the-lifecycle
test("the template is kept to the letter: every directive is in the document and in the result", async () => {
  const template =
    "# {{title}}\n\n<!-- one -->\n\nText.\n\n<!-- two\nlines -->\n\n## End\n\n<!-- three -->\n";
  const bench = await benchWith({ ...base, ".specman/templates/spec.md": template });
  const { value } = await bench.call("create_artifact", {
    kind: "specification",
    name: "x",
    title: "A Title",
  });
  const text = await bench.read("spec/x/spec.md");
  expect(text.slice(text.indexOf("# "))).toBe(template.replace("{{title}}", "A Title"));
  expect(value["directives"]).toMatchObject([{ text: "one" }, { text: "two\nlines" }, { text: "three" }]);
});

// covers specman: inputs-suffice-for-the-template, substitutions-are-validated, caller-supplies-all-values,
//   unknown-substitutions-are-refused, token-contract
test("substitutions are a closed set: unknown and reserved tokens are refused, missing ones too, values stay literal", async () => {
  const bench = await benchWith({
    ...base,
    ".specman/templates/spec.md": "# {{title}}\n\nOwner: {{ owner }}\n",
  });
  const create = (substitutions?: object) =>
    bench.call("create_artifact", {
      kind: "specification",
      name: "x",
      title: "T",
      ...(substitutions ? { substitutions } : {}),
    });
  expect((await create({ unknown: "x" })).fault).toMatchObject({
    code: "unknown_token",
    message: expect.stringContaining("{{unknown}}"),
  });
  expect((await create({ owner: "o", title: "mine" })).fault).toMatchObject({ code: "unknown_token" });
  expect((await create()).fault).toMatchObject({ code: "missing_token", details: { missing: ["owner"] } });
  expect(await readdir(join(bench.root, "spec"))).toEqual(["auth"]);
  await create({ owner: "{{title}} $& $1" });
  expect(await bench.read("spec/x/spec.md")).toContain("Owner: {{title}} $& $1\n");
});

// covers specman: template-cannot-be-overridden
test("no argument lets a caller choose the template", async () => {
  const bench = await benchWith(base);
  for (const argument of ["template", "template_locator", "locator"]) {
    const { fault } = await bench.call("create_artifact", {
      kind: "specification",
      name: "x",
      [argument]: "x.md",
    });
    expect(fault).toMatchObject({ code: "invalid_argument" });
  }
});

test("a field of another kind is refused instead of being dropped", async () => {
  const bench = await benchWith(base);
  const { fault } = await bench.call("create_artifact", {
    kind: "specification",
    name: "x",
    location: "src",
  });
  expect(fault).toMatchObject({ code: "invalid_metadata", message: expect.stringContaining("`location`") });
});

test("in a git repository a scratch pad gets its branch; one of the caller's must follow the pattern", async () => {
  const bench = await benchWith(base);
  runGit(bench.root, "init", "-q", "-b", "trunk");
  const pad = { kind: "scratch_pad", target: "impl://auth-ts", work_type: { feat: {} } };
  const { value } = await bench.call("create_artifact", { ...pad, name: "add-mfa" });
  expect(value).toMatchObject({ front_matter: { branch: "auth-ts/feat/add-mfa" }, branch: "trunk" });
  const wrong = await bench.call("create_artifact", { ...pad, name: "other", branch: "feature/other" });
  expect(wrong.fault).toMatchObject({
    data_model_heading: "Git Branches",
    details: { ops: [{ op: "set_branch", branch: "auth-ts/feat/other" }] },
  });
});

test("a draft may precede the specification that it is about", async () => {
  const bench = await benchWith({});
  const { value } = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad",
    target: "spec://ferry",
    work_type: "draft",
  });
  expect(value["front_matter"]).toMatchObject({ target: "spec/ferry/spec.md", work_type: { draft: {} } });
  const feat = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad2",
    target: "impl://ferry-ts",
    work_type: "feat",
  });
  expect(feat.fault.code).toBe("dependency_missing");
});

test("a feat or ref may work on an implementation elsewhere", async () => {
  const bench = await benchWith({});
  const { value } = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad",
    target: "https://example.com/impl/far/impl.md",
    work_type: { ref: { refactored_headings: ["#x"] } },
  });
  expect(value["front_matter"]).toMatchObject({ target: "https://example.com/impl/far/impl.md" });
});

// covers specman: persistence-errors
test("a folder that cannot be written is an error that says so, with the concept it concerns, and nothing is left", async () => {
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
