import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  change,
  openPlace,
  type Place,
  proposal,
  requirement,
  spec,
  specPlace,
} from "../../../test/support/specs.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { listSpecs } from "../../specs/operations/list-specs.ts";
import { archiveChange } from "./archive.ts";
import { newChange } from "./change-commands.ts";
import { changeInstructions } from "./instructions.ts";
import { listChanges } from "./list-changes.ts";
import { overview } from "./overview.ts";
import { forkSchema, listSchemas } from "./schemas.ts";
import { changeStatus } from "./status.ts";
import { validateChange, validateSpec } from "./validate.ts";

const added = (name: string) => `## ADDED Requirements\n\n${requirement(name)}`;
const read = (place: Place, path: string) => readFile(join(place.root, path), "utf8");

const config = `schema: spec-driven
context: |
  We use Rust.
rules:
  proposal:
    - Name the owner.
operations:
  apply:
    guidance: [Run tests.]
  archive:
    guidance: [Say thanks.]
`;

const files = {
  "openspec/config.yaml": config,
  "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
  "openspec/changes/add-x/proposal.md": proposal,
  "openspec/changes/add-x/specs/auth/spec.md": added("Logout"),
};

const own = `name: own
version: 1
artifacts:
  - id: proposal
    generates: proposal.md
    description: Why
    template: proposal.md
    instruction: Say why.
  - id: decisions
    generates: decisions.md
    description: What was decided
    template: parts/decisions.md
    requires: [proposal]
  - id: contracts
    generates: "specs/**/*.md"
    description: What holds
    template: spec.md
    requires: [decisions]
  - id: work
    generates: "work/*.md"
    description: What to do
    template: work.md
    requires: [contracts]
apply:
  requires: [work]
  tracks: "work/*.md"
  instruction: Do the work.
`;

const ownSchema = {
  "openspec/config.yaml": "schema: own\n",
  "openspec/schemas/own/schema.yaml": own,
  "openspec/schemas/own/templates/proposal.md": "# Ours\n",
  "openspec/schemas/own/templates/parts/decisions.md": "# Decisions\n",
  "openspec/schemas/own/templates/spec.md": "## ADDED Requirements\n",
  "openspec/schemas/own/templates/work.md": "- [ ] 1\n",
  "openspec/specs/": "",
};

/** The fields and values are those that OpenSpec 1.13.2 gives for the same files; only sentences differ. */
describe("a command written for OpenSpec", () => {
  test("reads the same facts from the status of a change", async () => {
    const place = await specPlace(files);
    const folder = `${place.root}/openspec/changes/add-x`;
    const { value } = await place.call(changeStatus, { change_id: "add-x" });
    expect(value).toEqual({
      changeName: "add-x",
      schemaName: "spec-driven",
      planningHome: {
        kind: "repo",
        root: place.root,
        changesDir: `${place.root}/openspec/changes`,
        defaultSchema: "spec-driven",
      },
      changeRoot: folder,
      artifactPaths: {
        proposal: {
          outputPath: "proposal.md",
          resolvedOutputPath: `${folder}/proposal.md`,
          existingOutputPaths: [`${folder}/proposal.md`],
        },
        specs: {
          outputPath: "specs/**/*.md",
          resolvedOutputPath: `${folder}/specs/**/*.md`,
          existingOutputPaths: [`${folder}/specs/auth/spec.md`],
        },
        design: {
          outputPath: "design.md",
          resolvedOutputPath: `${folder}/design.md`,
          existingOutputPaths: [],
        },
        tasks: { outputPath: "tasks.md", resolvedOutputPath: `${folder}/tasks.md`, existingOutputPaths: [] },
      },
      isPlanningComplete: false,
      isComplete: false,
      applyRequires: ["tasks"],
      nextSteps: [
        'Call `change_instructions` with artifact "design", change_id "add-x" to read how to write that document.',
      ],
      actionContext: {
        mode: "repo-local",
        sourceOfTruth: "repo",
        planningArtifacts: ["proposal", "specs", "design", "tasks"],
        linkedContext: [],
        allowedEditRoots: [place.root],
        requiresAffectedAreaSelection: false,
        constraints: [expect.any(String)],
      },
      artifacts: [
        { id: "proposal", outputPath: "proposal.md", status: "done", requires: [] },
        { id: "specs", outputPath: "specs/**/*.md", status: "done", requires: ["proposal"] },
        { id: "design", outputPath: "design.md", status: "ready", requires: ["proposal"] },
        {
          id: "tasks",
          outputPath: "tasks.md",
          status: "blocked",
          requires: ["specs", "design"],
          missingDeps: ["design"],
        },
      ],
      root: { path: place.root, source: "nearest" },
    });
  });

  test("reads the same facts from the instructions for an artifact", async () => {
    const place = await specPlace(files);
    const folder = `${place.root}/openspec/changes/add-x`;
    const { value } = await place.call(changeInstructions, { artifact: "proposal", change_id: "add-x" });
    expect(value).toEqual({
      changeName: "add-x",
      artifactId: "proposal",
      schemaName: "spec-driven",
      changeDir: folder,
      planningHome: expect.objectContaining({ kind: "repo", root: place.root }),
      outputPath: "proposal.md",
      resolvedOutputPath: `${folder}/proposal.md`,
      existingOutputPaths: [`${folder}/proposal.md`],
      description: expect.any(String),
      instruction: expect.any(String),
      context: "We use Rust.",
      rules: ["Name the owner."],
      template: expect.stringContaining("## Why"),
      dependencies: [],
      unlocks: ["specs", "design"],
      root: { path: place.root, source: "nearest" },
    });
    const tasks = await place.call(changeInstructions, { artifact: "tasks" });
    expect(tasks.value.dependencies).toMatchObject([
      { id: "specs", done: true, path: "specs/**/*.md" },
      { id: "design", done: false, path: "design.md" },
    ]);
    expect(tasks.value).not.toHaveProperty("rules");
    expect(tasks.message).toContain("Warning: design should be written first.");
  });

  test("reads the same facts from the instructions to apply, before and after the tasks are there", async () => {
    const place = await specPlace(files);
    const folder = `${place.root}/openspec/changes/add-x`;
    const before = await place.call(changeInstructions, { artifact: "apply" });
    expect(before.value).toEqual({
      changeName: "add-x",
      changeDir: folder,
      schemaName: "spec-driven",
      contextFiles: { proposal: [`${folder}/proposal.md`], specs: [`${folder}/specs/auth/spec.md`] },
      progress: { total: 0, complete: 0, remaining: 0 },
      tasks: [],
      taskTrackingConfigured: true,
      state: "blocked",
      missingArtifacts: ["tasks"],
      missingPrerequisites: ["design", "tasks"],
      instruction: expect.stringContaining("write design, tasks first"),
      context: "We use Rust.\n",
      operationGuidance: ["Run tests."],
      root: { path: place.root, source: "nearest" },
    });
    await writeFile(join(folder, "design.md"), "# Design\n");
    await writeFile(join(folder, "tasks.md"), "## 1. Work\n\n- [x] 1.1 One\n- [ ] 1.2 Two\n");
    const ready = await place.call(changeInstructions, { artifact: "apply" });
    expect(ready.value).toMatchObject({
      state: "ready",
      progress: { total: 2, complete: 1, remaining: 1 },
      tasks: [
        { id: "1", description: "1.1 One", done: true, file: "tasks.md", line: 3 },
        { id: "2", description: "1.2 Two", done: false },
      ],
    });
    await writeFile(join(folder, "tasks.md"), "- [x] 1.1 One\n");
    expect((await place.call(changeInstructions, { artifact: "apply" })).value.state).toBe("all_done");
    const archive = await place.call(changeInstructions, { artifact: "archive" });
    expect(archive.value).toEqual({
      changeName: "add-x",
      context: "We use Rust.\n",
      operationGuidance: ["Say thanks."],
      root: { path: place.root, source: "nearest" },
    });
  });

  test("gets all changes without an id, and none is an answer too", async () => {
    const place = await specPlace(files);
    const { value } = await place.type(changeStatus);
    expect(value.changes).toMatchObject([{ changeName: "add-x" }]);
    expect((await place.type(changeStatus, { change: "add-x" })).value.changeName).toBe("add-x");
    const none = await (await specPlace({ "openspec/specs/": "" })).call(changeStatus);
    expect(none.value).toMatchObject({ changes: [], message: "No active changes." });
  });
});

describe("a schema of the project", () => {
  const started = { ...ownSchema, "openspec/changes/c/proposal.md": proposal };

  test("gives its artifacts in the order of their dependencies, with its own templates", async () => {
    const place = await specPlace(started);
    const { value } = await place.call(changeStatus, { change_id: "c" });
    expect(value.artifacts.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      ["proposal", "done"],
      ["decisions", "ready"],
      ["contracts", "blocked"],
      ["work", "blocked"],
    ]);
    const decisions = await place.call(changeInstructions, { artifact: "decisions" });
    expect(decisions.value).toMatchObject({
      schemaName: "own",
      template: "# Decisions\n",
      unlocks: ["contracts"],
    });
    const unknown = await place.call(changeInstructions, { artifact: "design" });
    expect(unknown).toMatchObject({ code: "invalid_argument" });
    expect(unknown.message).toContain("Choose one of: proposal, decisions, contracts, work, apply, archive.");
  });

  test("says which files hold the tasks", async () => {
    const place = await specPlace({
      ...started,
      "openspec/changes/c/work/a.md": "- [x] One\n",
      "openspec/changes/c/work/b.md": "- [ ] Two\n",
      "openspec/changes/c/work/.hidden.md": "- [ ] No\n",
    });
    const { value } = await place.call(changeInstructions, { artifact: "apply" });
    expect(value).toMatchObject({
      state: "ready",
      progress: { total: 2, complete: 1 },
      instruction: "Do the work.",
    });
    expect(value.warnings[0]).toContain("has no deltas");
  });

  test("keeps its open tasks in files of its own, and they block the archive", async () => {
    const place = await specPlace({
      ...ownSchema,
      ...change("openspec/changes/c", { auth: added("New") }),
      "openspec/changes/c/work/a.md": "- [ ] Still open\n",
    });
    const refused = await place.type(archiveChange, { change_id: "c" });
    expect(refused).toMatchObject({
      code: "archive_refused",
      message: expect.stringContaining("Still open"),
    });
    await writeFile(join(place.root, "openspec/changes/c/work/a.md"), "- [x] Still open\n");
    expect((await place.type(archiveChange, { change_id: "c" })).value.persisted).toBe(true);
  });

  test("with skip_specs has no deltas to write", async () => {
    const place = await specPlace({
      ...started,
      "openspec/changes/c/.openspec.yaml": "schema: own\nskip_specs: true\n",
      "openspec/changes/c/decisions.md": "x",
    });
    const { value } = await place.call(changeStatus, { change_id: "c" });
    expect(value.artifacts[2]).toMatchObject({ id: "contracts", status: "skipped" });
    expect(value.artifacts[3]).toMatchObject({ id: "work", status: "ready" });
    const skipped = await place.call(changeInstructions, { artifact: "contracts" });
    expect(skipped.value).toMatchObject({
      skipped: true,
      warning: expect.stringContaining("Do not write any"),
    });
    expect(skipped.message).not.toContain("## Template");
  });

  test.each([
    ["name: own\nversion: 1\nartifacts: []\n", "artifacts"],
    [own.replace("requires: [proposal]", "requires: [contracts]"), "depends on itself"],
    [own.replace("requires: [proposal]", "requires: [nothing]"), "requires `nothing`"],
    [own.replace("generates: decisions.md", "generates: ../../x.md"), "inside its folder"],
    [own.replace("id: decisions", "id: proposal"), "two artifacts have the id `proposal`"],
    ["name: [", "line 1"],
  ])("that cannot be used says why, and hides no other change: %#", async (text, why) => {
    const place = await specPlace({
      ...started,
      "openspec/schemas/own/schema.yaml": text,
      "openspec/changes/d/proposal.md": proposal,
      "openspec/changes/d/.openspec.yaml": "schema: spec-driven\n",
    });
    const one = await place.call(changeStatus, { change_id: "c" });
    expect(one).toMatchObject({ code: "schema_invalid", message: expect.stringContaining(why) });
    const { value } = await place.call(changeStatus);
    expect(value.changes).toMatchObject([
      { changeName: "c", status: [{}] },
      { changeName: "d", artifacts: [{}, {}, {}, {}] },
    ]);
  });

  test("that is not there is an error with the names of those that are", async () => {
    const place = await specPlace({ ...started, "openspec/changes/c/.openspec.yaml": "schema: owm\n" });
    const { code, message } = await place.call(changeStatus, { change_id: "c" });
    expect({ code, message }).toMatchObject({
      code: "schema_not_found",
      message: expect.stringContaining("own, spec-driven"),
    });
    const out = await specPlace({ ...started, "openspec/changes/c/.openspec.yaml": "schema: ../../x\n" });
    expect(await out.call(changeStatus, { change_id: "c" })).toMatchObject({ code: "schema_not_found" });
  });

  test("is what a new change is made from", async () => {
    const place = await specPlace(ownSchema);
    const { value } = await place.call(newChange, { name: "add-it", capabilities: ["auth"] });
    expect(value).toMatchObject({
      schema: "own",
      files: [".openspec.yaml", "proposal.md", "decisions.md", "specs/auth/spec.md"].map(
        (name) => `openspec/changes/add-it/${name}`,
      ),
    });
    expect(await read(place, "openspec/changes/add-it/decisions.md")).toBe("# Decisions\n");
    expect(await read(place, "openspec/changes/add-it/.openspec.yaml")).toBe(
      "schema: own\ncreated: 2026-11-15\n",
    );
  });

  test("and an empty change lets the documents come one by one", async () => {
    const place = await specPlace(ownSchema);
    const { value } = await place.call(newChange, { name: "add-it", empty: true });
    expect(value.files).toEqual(["openspec/changes/add-it/.openspec.yaml"]);
    const status = await place.call(changeStatus, { change_id: "add-it" });
    expect(status.value.artifacts[0]).toMatchObject({ id: "proposal", status: "ready" });
    expect(await place.call(newChange, { name: "b", schema: "nope" })).toMatchObject({
      code: "schema_not_found",
    });
  });
});

test("a configuration that is wrong in part still gives the rest", async () => {
  const place = await specPlace({
    ...files,
    "openspec/config.yaml": "schema: 5\ncontext: Ours.\nrules:\n  proposal: no list\n  tasks: [Small.]\n",
  });
  const tasks = await place.call(changeInstructions, { artifact: "tasks" });
  expect(tasks.value).toMatchObject({ context: "Ours.", rules: ["Small."], schemaName: "spec-driven" });
  const broken = await specPlace({ ...files, "openspec/config.yaml": "context: [" });
  expect((await broken.call(changeInstructions, { artifact: "tasks" })).ok).toBe(true);
});

test("a configuration that is not YAML, or wrong in part, is reported with its line instead of being ignored", async () => {
  const config = "schema: none-such\ncontext: Ours.\nrules:\n  proposal: no list\nreferences: 5\n";
  const place = await specPlace({ ...files, "openspec/config.yaml": config });
  const { value } = await place.call(validateSpec);
  expect(value.warnings).toMatchObject(
    [
      { rule: "openspec-config", line: 1, message: /no schema `none-such`/ },
      {
        rule: "openspec-config",
        file: "openspec/config.yaml",
        line: 4,
        message: /`rules.proposal` must be a list/,
      },
      { rule: "openspec-config", line: 5, message: /`references` must be a list/ },
    ].map((each) => ({ ...each, message: expect.stringMatching(each.message) })),
  );
  const broken = await specPlace({ ...files, "openspec/config.yaml": "schema: spec-driven\ncontext: [\n" });
  const status = await broken.call(changeStatus, {});
  expect(status.value.warnings?.[0]).toMatch(/^openspec\/config\.yaml:[23]: .*It is not used/);
  expect(status.message).toContain(status.value.warnings?.[0]);
});

test("tasks that a schema keeps elsewhere than in tasks.md are counted in lists", async () => {
  const place = await specPlace({
    ...ownSchema,
    "openspec/changes/c/.openspec.yaml": "schema: own\n",
    "openspec/changes/c/proposal.md": proposal,
    "openspec/changes/c/work/one.md": "- [x] First\n- [ ] Second\n",
    "openspec/changes/c/work/two.md": "- [x] Third\n",
  });
  const progress = { completed: 2, total: 3 };
  expect((await place.call(listChanges)).value.changes).toMatchObject([{ id: "c", task_progress: progress }]);
  expect((await place.call(overview)).value.changes).toMatchObject([{ id: "c", task_progress: progress }]);
  const { errors, warnings } = (await place.call(validateChange)).value;
  expect([...errors, ...warnings].filter(({ rule }) => rule.startsWith("task"))).toEqual([]);
});

test("`retire_capabilities: true`, as OpenSpec writes it, lets a change remove the last requirement", async () => {
  const place = await specPlace({
    "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
    ...change("openspec/changes/c", {
      auth: "## REMOVED Requirements\n\n### Requirement: Login\n\n**Reason**: x\n",
    }),
    "openspec/changes/c/.openspec.yaml": "schema: spec-driven\nretire_capabilities: true\n",
  });
  expect((await place.call(validateChange)).value).toMatchObject({ errors: [] });
  expect((await place.type(archiveChange, { change_id: "c" })).value.specs).toMatchObject([
    { action: "deleted" },
  ]);
});

describe("a project whose specs are in a store", () => {
  const { XDG_DATA_HOME: before } = process.env;
  afterEach(() => {
    if (before === undefined) delete process.env["XDG_DATA_HOME"];
    else process.env["XDG_DATA_HOME"] = before;
  });

  async function register(id: string, path: string, more: Record<string, string> = {}) {
    const home = await temporaryFolder();
    await mkdir(join(home, "openspec/stores"), { recursive: true });
    const stores = Object.entries({ [id]: path, ...more }).map(
      ([name, place]) => `  ${name}:\n    backend:\n      type: git\n      local_path: ${place}\n`,
    );
    const text = `version: 1\nstores:\n${stores.join("")}`;
    await writeFile(join(home, "openspec/stores/registry.yaml"), text);
    process.env["XDG_DATA_HOME"] = home;
  }

  test("outside the workspace says where they are instead of finding nothing", async () => {
    const store = await temporaryTree({ "openspec/specs/auth/spec.md": spec("auth", requirement("Login")) });
    await register("team", store);
    const place = await specPlace({ "openspec/config.yaml": "store: team\n" });
    const { value, message } = await place.call(listSpecs);
    expect(value).toMatchObject({ specs: [], notice: expect.stringContaining(`--workspace ${store}`) });
    expect(message).toContain("in the OpenSpec store `team`");
    const verdict = await place.call(validateSpec);
    expect(verdict.value.warnings).toMatchObject([{ rule: "store-elsewhere", file: "openspec/config.yaml" }]);
  });

  test("inside the workspace reads them", async () => {
    const root = await temporaryTree({
      "openspec/config.yaml": "store: team\n",
      "planning/openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
    });
    await register("team", join(root, "planning"));
    const { value } = await (await openPlace(root)).call(listSpecs);
    expect(value.specs).toMatchObject([{ id: "auth" }]);
  });

  test("that a reference names is an index of specs in the instructions", async () => {
    const root = await temporaryTree({
      ...files,
      "openspec/config.yaml": "references: [shared, { id: away }, gone]\n",
      "planning/openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
    });
    await register("shared", join(root, "planning"), { away: "/elsewhere/away" });
    const place = await openPlace(root);
    const { value, message } = await place.call(changeInstructions, { artifact: "proposal" });
    expect(value.references).toMatchObject([
      { store_id: "shared", specs: [{ id: "auth" }], status: [] },
      { store_id: "away", root: "/elsewhere/away", status: [{ code: "reference_outside_workspace" }] },
      { store_id: "gone", status: [{ code: "reference_unresolved" }] },
    ]);
    expect(message).toContain(`hewto specs show SPEC --workspace ${join(root, "planning")}`);
  });

  test("and a schema of the user, for every project, is found after the project's own", async () => {
    const home = await temporaryTree({
      "openspec/schemas/mine/schema.yaml": own.replace("name: own", "name: mine"),
      "openspec/schemas/mine/templates/proposal.md": "# Mine\n",
    });
    process.env["XDG_DATA_HOME"] = home;
    const place = await specPlace({ ...files, "openspec/config.yaml": "schema: mine\n" });
    const { value } = await place.call(changeInstructions, { artifact: "proposal" });
    expect(value).toMatchObject({ schemaName: "mine", template: "# Mine\n" });
    expect((await place.call(validateSpec)).value.warnings).toEqual([]);
  });

  test("that is not registered says so", async () => {
    process.env["XDG_DATA_HOME"] = await temporaryFolder();
    const place = await specPlace({ "openspec/config.yaml": "store: team\n" });
    expect((await place.call(listSpecs)).message).toContain("not registered on this machine");
  });
});

test("schemas are listed with where they are from and what is wrong, and copied to be edited", async () => {
  const place = await specPlace({
    ...ownSchema,
    "openspec/schemas/broken/schema.yaml": "name: broken\n",
    "openspec/schemas/bare/schema.yaml": own.replace("name: own", "name: bare"),
  });
  const { value } = await place.call(listSchemas);
  expect(value.schemas).toMatchObject([
    { name: "bare", from: "project", problem: expect.stringContaining("templates/") },
    { name: "broken", problem: expect.stringContaining("schema.yaml") },
    { name: "own", from: "project" },
    { name: "spec-driven", from: "built-in" },
  ]);
  expect((await place.call(listSchemas, { name: "owm" })).message).toContain("own");
  const forked = await place.type(forkSchema, { name: "ours" });
  expect(forked.value.files).toContain("openspec/schemas/ours/templates/proposal.md");
  const documents = async (name: string) => (await place.call(listSchemas, { name })).value.schemas[0];
  const { artifacts } = await documents("spec-driven");
  expect(await documents("ours")).toEqual({
    name: "ours",
    from: "project",
    description: expect.any(String),
    artifacts,
  });
  expect((await place.type(forkSchema, { name: "ours" })).code).toBe("invalid_argument");
});
