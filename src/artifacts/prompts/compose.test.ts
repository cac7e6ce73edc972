import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { promptCatalog } from "./catalog.ts";

const base = {
  "spec/base/spec.md": specText("dependencies:\n  - ../deep/spec.md\n"),
  "spec/deep/spec.md": specText(),
  "spec/auth/spec.md": specText("dependencies:\n  - ../base/spec.md\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md", "location: ../../src\n"),
  ".specman/scratchpad/pad/scratch.md": padText("impl/auth-ts/impl.md", "fix: {fixed_headings: []}"),
};

const targets: Record<string, string> = {
  impl: "spec://auth",
  draft: "spec://auth",
  revision: "spec://auth",
  feat: "impl://auth-ts",
  ref: "impl://auth-ts",
  fix: "impl://auth-ts",
  "spec-update": "spec://auth",
  "impl-update": "impl://auth-ts",
  "scratch-update": "scratch://pad",
  migration: "spec://auth",
  compliance: "impl://auth-ts",
};

async function textOf(
  bench: Awaited<ReturnType<typeof benchWith>>,
  name: string,
  target = targets[name],
): Promise<string> {
  const { value } = await bench.call("get_authoring_prompt", { name, ...(target ? { target } : {}) });
  return String(value["text"]);
}

// covers specman: prompts-identify-the-class, prompts-identify-the-work-type,
//   prompts-ask-to-review-dependencies, prompts-preserve-directives, prompts-cite-the-template-source,
//   prompts-follow-the-catalog, prompts-cite-the-template, prompts-declare-the-work-type,
//   prompts-mention-directives
test("every prompt names the class, the work type, the effective template, what to read first, and the directives", async () => {
  const bench = await benchWith(base);
  for (const { name, artifactClass, workType } of promptCatalog) {
    const text = await textOf(bench, name);
    expect(text, name).toContain(`Artifact class: ${artifactClass.replace("_", " ")}`);
    const type = name === "scratch-update" ? "fix" : workType;
    if (type !== undefined) expect(text, name).toContain(`Work type: ${type}`);
    const key =
      artifactClass === "scratch_pad"
        ? `scratch-${type}`
        : artifactClass === "specification"
          ? "spec"
          : "impl";
    expect(text, name).toContain(`Effective template: embedded://${key} (EmbeddedDefault`);
    const order = /^.*\bread .*\b(its|their) dependencies, direct and transitive.*$/im.exec(text)?.[0];
    expect(order, name).toMatch(/before you (write|change)|before any|first\.$|depend on, and all of their/);
    expect(text.split("\n").at(-1), name).toBe(
      "HTML comment directives (<!-- … -->) in the document are instructions: keep each one until you have satisfied it, and only then remove it.",
    );
    expect(text.match(/directives?/gi), name).toHaveLength(1);
    expect(text, name).not.toContain(bench.root);
    if (name !== "spec")
      for (const spec of ["auth", "base", "deep"])
        expect(text, name).toContain(`- spec://${spec} (spec/${spec}/spec.md)`);
  }
});

test("a prompt cites the template of the workspace", async () => {
  const bench = await benchWith({ ...base, ".specman/templates/scratch/feat.md": "## Notes\n" });
  expect(await textOf(bench, "feat")).toContain(
    "Effective template: .specman/templates/scratch/feat.md (WorkspaceOverride, sha256:",
  );
  await bench.write({ ".specman/templates/SPEC": "" });
  expect((await bench.call("get_authoring_prompt", { name: "spec" })).fault.code).toBe("template_error");
});

// covers specman: deterministic-prompts
test("the same call gives the same text, even in another workspace", async () => {
  const bench = await benchWith(base);
  const other = await benchWith(base);
  for (const { name } of promptCatalog) {
    expect(await textOf(bench, name)).toBe(await textOf(bench, name));
    expect(await textOf(other, name)).toBe(await textOf(bench, name));
  }
});

// covers specman: migration-prompt, migration-starts-with-a-scratch-pad, migration-checklist
test("the migration prompt opens a scratch pad before any analysis and then lists the four phases in order", async () => {
  const bench = await benchWith(base);
  const text = await textOf(bench, "migration", "ferry");
  const order = [
    "Before any analysis, open a new scratch pad",
    ".specman/scratchpad/{name}/scratch.md",
    "Phase 1: enumerate the source files",
    "Phase 2: read the code base and extract candidate concepts, entities and constraints",
    "Phase 3: draft or update the specification",
    "Phase 4: only after the specification draft exists, generate the implementation documentation",
  ];
  const places = order.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(text).toContain("create_artifact");
  expect(text).toContain("spec://ferry");
});

// covers specman: compliance-prompt, compliance-prompt-argument, compliance-prompt-reads-the-report,
//   compliance-prompt-for-gaps
test("the compliance prompt takes a name or a handle and goes from the report to a ref scratch pad with tests and tags", async () => {
  const bench = await benchWith(base);
  const text = await textOf(bench, "compliance", "auth-ts");
  expect(text).toBe(await textOf(bench, "compliance", "impl://auth-ts"));
  const order = [
    "impl://auth-ts/compliance",
    "Create a `ref` (refactor) scratch pad",
    "all constraint groups that are not assured",
    "how to create the necessary tests or checks",
    "validation tags",
  ];
  const places = order.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("a prompt with a wrong, missing or unknown target says what it takes", async () => {
  const bench = await benchWith(base);
  expect((await bench.call("get_authoring_prompt", { name: "feat" })).fault).toMatchObject({
    code: "invalid_argument",
    message: "Missing required argument: target",
  });
  expect(
    (await bench.call("get_authoring_prompt", { name: "feat", target: "impl://nothing" })).fault,
  ).toMatchObject({ code: "artifact_not_found" });
  expect(
    (await bench.call("get_authoring_prompt", { name: "feat", target: "spec://auth" })).fault,
  ).toMatchObject({ code: "kind_mismatch" });
  expect((await bench.call("get_authoring_prompt", { name: "faet" })).fault).toMatchObject({
    remedy: expect.stringContaining("`feat`"),
  });
});
