// biome-ignore-all lint/suspicious/noThenProperty: the name in the contract; the value is never a function
import { describe, expect, it } from "vitest";
import {
  change,
  bigChange as files,
  requirement,
  scenario,
  spec,
  specPlace,
} from "../../../test/support/specs.ts";
import { newChange } from "./change-commands.ts";
import { getChange } from "./get-change.ts";

describe("get_change", () => {
  // covers spec-oxide: whole-change
  it("Get full change: proposal, tasks, design and deltas keyed by capability", async () => {
    const { value } = await (await specPlace(files)).call(getChange, { change_id: "big" });
    expect(value).toMatchObject({
      id: "big",
      title: "A title",
      proposal: expect.stringContaining("## What Changes"),
      tasks: { completed: 1, total: 1, items: [{ id: "1.1", text: "Do it", done: true, line: 3 }] },
      design: "# Design\n",
    });
    expect(Object.keys(value.deltas)).toEqual(["auth"]);
    expect(value.deltas.auth.added.map((each: { name: string }) => each.name)).toEqual([
      "Reset",
      "Second section",
    ]);
    expect(value.deltas.auth.added[0]).toEqual({
      name: "Reset",
      description: "The system SHALL do Reset.",
      scenarios: [
        {
          name: "Reset works",
          given: [],
          when: "Reset works happens",
          then: ["it works"],
          steps: [
            { keyword: "WHEN", text: "Reset works happens", line: 9 },
            { keyword: "THEN", text: "it works", line: 10 },
          ],
        },
      ],
    });
    expect(value.deltas.auth.removed).toEqual([
      { name: "Logout", reason: "Nobody uses it today.", migration: "Close the window." },
    ]);
    expect(value.deltas.auth.renamed).toEqual([{ from: "Login", to: "Sign in" }]);
  });

  // covers spec-oxide: one-section-of-a-change
  // [VERIFIES: change-proposals/whole-proposals#only-the-tasks]
  it.each(["proposal", "tasks", "design", "deltas"])("Get change section: only %s", async (section) => {
    const { value } = await (await specPlace(files)).call(getChange, { change_id: "big", section });
    expect(Object.keys(value).sort()).toEqual(["id", section].sort());
  });

  // covers spec-oxide: unknown-change
  it("Change not found: an error that says so", async () => {
    const answer = await (await specPlace(files)).call(getChange, { change_id: "small" });
    expect(answer).toMatchObject({ code: "change_not_found" });
    expect((await (await specPlace(files)).call(getChange, { change_id: "" })).code).toBe("change_not_found");
  });

  it("a change without proposal is readable section by section, and an absent section is an error", async () => {
    const place = await specPlace({ "specs/_changes/c/tasks.md": "- [ ] 1.1 a\n" });
    expect((await place.call(getChange, { change_id: "c", section: "tasks" })).value.tasks.total).toBe(1);
    expect((await place.call(getChange, { change_id: "c" })).value).toMatchObject({
      title: "c",
      proposal: "",
      deltas: {},
    });
    const absent = await place.call(getChange, { change_id: "c", section: "design" });
    expect(absent).toMatchObject({ code: "change_section_absent" });
    expect(absent.message).toContain("It has: tasks, deltas.");
  });

  it("a reason and a migration go as far as their paragraphs", async () => {
    const removed =
      "## REMOVED Requirements\n\n### Requirement: Old\n\n**Reason**: nobody\nuses it\n\nMore about it.\n\n**Migration:** none\n";
    const place = await specPlace(change("specs/_changes/c", { auth: removed }));
    const { value } = await place.call(getChange, { change_id: "c", section: "deltas" });
    expect(value.deltas.auth.removed).toEqual([{ name: "Old", reason: "nobody uses it", migration: "none" }]);
  });

  it("a change that is archived is shown with its folder; the latest where an id was used again", async () => {
    const place = await specPlace({
      ...change("specs/_archive/2026-01-01-old", {}),
      ...change("specs/_archive/2026-03-01-old", {}),
    });
    const { value } = await place.call(getChange, { change_id: "old" });
    expect(value).toMatchObject({ title: "A title", archived_as: "specs/_archive/2026-03-01-old" });
    const first = await place.call(getChange, { change_id: "2026-01-01-old", section: "proposal" });
    expect(first.value.proposal).toContain("## Why");
    expect(await place.call(getChange, { change_id: "old", diff: true })).toMatchObject({
      code: "archive_refused",
      message: expect.stringContaining("is archived"),
    });
  });

  it("lists every file of a change, artifacts of a custom schema included, and gives each by name", async () => {
    const place = await specPlace({
      ...change("openspec/changes/c", { auth: "## ADDED Requirements\n" }),
      "openspec/changes/c/decisions.md": "We take bread.\n",
      "openspec/changes/c/notes/deep/a.txt": "a",
      "openspec/changes/c/.openspec.yaml": "schema: own\n",
    });
    const { value, message } = await place.call(getChange, { change_id: "c" });
    expect(value.files).toEqual([
      ".openspec.yaml",
      "decisions.md",
      "notes/deep/a.txt",
      "proposal.md",
      "specs/auth/spec.md",
      "tasks.md",
    ]);
    expect(message).toContain("Other files:\n- .openspec.yaml\n- decisions.md\n- notes/deep/a.txt");
    const one = await place.call(getChange, { change_id: "c", file: "decisions.md" });
    expect(one.value.file).toEqual({ path: "openspec/changes/c/decisions.md", text: "We take bread.\n" });
    const outside = await place.call(getChange, { change_id: "c", file: "../../specs/auth/spec.md" });
    expect(outside).toMatchObject({ code: "change_section_absent" });
    expect(outside.message).toContain("It has: .openspec.yaml, decisions.md");
  });

  it("shows the redline of a change that does not fit, with the reasons", async () => {
    const place = await specPlace({
      "openspec/specs/auth/spec.md": spec("auth", requirement("Login", scenario("One"), scenario("Two"))),
      ...change("openspec/changes/c", {
        auth: `## MODIFIED Requirements\n\n${requirement("Login", scenario("One", "it is faster"))}`,
      }),
    });
    const { value, message } = await place.call(getChange, { change_id: "c", diff: true });
    expect(value.redlines).toMatchObject([{ spec_id: "auth", requirement: "Login", operation: "modified" }]);
    expect(value.redlines[0].diff).toContain("- - **THEN** it works\n+ - **THEN** it is faster");
    expect(value.refused).toMatchObject([{ rule: "scenario-dropped" }]);
    expect(message).toContain("c cannot be archived yet:\n- openspec/changes/c/specs/auth/spec.md:");
  });

  it("documents that are not UTF-8 or not files are reported, and the rest is returned", async () => {
    const place = await specPlace({
      ...change("specs/_changes/c", {}),
      "specs/_changes/c/proposal.md": Buffer.from("# Caf\xe9\n", "latin1"),
      "specs/_changes/c/design.md/x": "",
    });
    const { value } = await place.call(getChange, { change_id: "c" });
    expect(value.tasks.total).toBe(1);
    expect(value.problems).toMatchObject([
      { line: 1, message: expect.stringContaining("0xE9"), fix: "Save the file as UTF-8." },
      {
        message: "`specs/_changes/c/design.md` is not a regular file.",
        fix: "Replace it with a file, or name another.",
      },
    ]);
    const design = await place.call(getChange, { change_id: "c", section: "design" });
    expect(design.message).toBe(
      "The design of the change `c` cannot be read: `specs/_changes/c/design.md` is not a regular file. Replace it with a file, or name another. It has: proposal, tasks, deltas.",
    );
  });

  it("an unknown section is an error that lists them", async () => {
    const answer = await (await specPlace(files)).call(getChange, { change_id: "big", section: "summary" });
    expect(answer.message).toMatch(/section.*proposal, tasks, design, verification, deltas/);
  });

  it.each([
    ["- FROM: `### Requirement: A`\n- TO: `### Requirement: B`\n"],
    ["* FROM: ### Requirement: A\n* TO: ### Requirement: B\n"],
    ["FROM: `### Requirement: A`\nTO: `### Requirement: B`\n"],
    ["- **FROM:** `A`\n- **TO:** `B`\n"],
    ["### Requirement: A → B\n"],
    ["### Requirement: A -> B\n"],
  ])("every notation of a renaming is read: %j", async (text) => {
    const place = await specPlace(change("specs/_changes/c", { x: `## RENAMED Requirements\n\n${text}` }));
    const { value } = await place.call(getChange, { change_id: "c" });
    expect(value.deltas.x.renamed).toEqual([{ from: "A", to: "B" }]);
  });
});

describe("changes new", () => {
  it("makes proposal, tasks and deltas in the layout that is there, and never twice", async () => {
    const place = await specPlace({ "openspec/specs/": "" });
    const { value } = await place.call(newChange, { name: "add-login", capabilities: ["auth", "ui/form"] });
    expect(value).toMatchObject({
      id: "add-login",
      path: "openspec/changes/add-login",
      files: [".openspec.yaml", "proposal.md", "tasks.md", "specs/auth/spec.md", "specs/ui/form/spec.md"].map(
        (file) => `openspec/changes/add-login/${file}`,
      ),
    });
    expect(await place.call(newChange, { name: "add-login" })).toMatchObject({ code: "change_exists" });
  });

  it.each(["", "Add Login", "../x", "a--b", "-a", "a/b", "é"])("refuses the name %j", async (name) => {
    expect(await (await specPlace({})).call(newChange, { name })).toMatchObject({ code: "invalid_argument" });
  });

  it("refuses a capability that leads out, and starts with specs/_changes where there is nothing", async () => {
    const place = await specPlace({});
    expect(await place.call(newChange, { name: "x", capabilities: ["../y"] })).toMatchObject({
      code: "path_escape",
    });
    expect((await place.call(newChange, { name: "x" })).value.path).toBe("specs/_changes/x");
  });
});
