// biome-ignore-all lint/suspicious/noThenProperty: the name in the contract; the value is never a function
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { temporaryRepository } from "../../../test/support/repository.ts";
import {
  change,
  bigDelta as delta,
  bigChange as files,
  openPlace,
  type Place,
  requirement,
  scenario,
  spec,
  specPlace,
} from "../../../test/support/specs.ts";
import { writeTree } from "../../../test/support/temporary.ts";
import { archiveChange } from "./archive.ts";
import { rebaseChange, undoArchive } from "./change-commands.ts";
import { validateChange, validateSpec } from "./validate.ts";

const read = (place: Place, path: string) => readFile(join(place.root, path), "utf8");

describe("archive", () => {
  it("applies RENAMED, REMOVED, MODIFIED and ADDED in place, keeps the rest byte by byte and moves the change", async () => {
    const before = `# auth\r\n\r\n## Purpose\r\n\r\nP, long enough to be left alone by every rule there is.  \r\n\r\n## Requirements\r\n\r\nIntro  text.\r\n\r\n${requirement("A").replaceAll("\n", "\r\n")}\r\n${requirement("C").replaceAll("\n", "\r\n")}\r\n${requirement("Z").replaceAll("\n", "\r\n")}\r\n\r\n\r\n## Notes\r\n\r\nHands off.`;
    const text = `## ADDED Requirements\n\n${requirement("D")}\n## MODIFIED Requirements\n\n${requirement("B", scenario("A works", "it works better"))}\n## REMOVED Requirements\n\n### Requirement: C\n\n## RENAMED Requirements\n\n### Requirement: A → B\n`;
    const place = await specPlace({
      "specs/auth/spec.md": before,
      ...change("specs/_changes/c", { auth: text }),
    });
    const { value } = await place.type(archiveChange, { change_id: "c" });
    expect(value).toMatchObject({
      persisted: true,
      totals: { added: 1, modified: 1, removed: 1, renamed: 1 },
      root: place.root,
    });
    const crlf = (part: string) => part.replaceAll("\n", "\r\n");
    const expected = before
      .replace(crlf(requirement("A")), crlf(requirement("B", scenario("A works", "it works better"))))
      .replace(`${crlf(requirement("C"))}\r\n`, "")
      .replace(crlf(requirement("Z")), `${crlf(requirement("Z"))}\r\n${crlf(requirement("D"))}`);
    expect(await read(place, "specs/auth/spec.md")).toBe(expected);
    expect(await readdir(join(place.root, "specs/_archive"))).toEqual(["2026-11-15-c"]);
    expect(await readdir(join(place.root, "specs/_changes"))).toEqual([]);
  });

  // [ENSURES: requirement-undone-archives.rules:TEST]
  it("a second run finds nothing to do, and undo brings everything back", async () => {
    const place = await specPlace(files);
    const before = await read(place, "openspec/specs/auth/spec.md");
    expect((await place.type(archiveChange, { change_id: "big" })).value.persisted).toBe(true);
    const after = await read(place, "openspec/specs/auth/spec.md");
    expect(after).not.toBe(before);
    expect((await place.type(archiveChange, { change_id: "big" })).value).toMatchObject({
      already_archived: true,
      persisted: false,
    });
    expect(await read(place, "openspec/specs/auth/spec.md")).toBe(after);
    expect((await place.call(undoArchive, { change_id: "big" })).value).toMatchObject({
      path: "openspec/changes/big",
    });
    expect(await read(place, "openspec/specs/auth/spec.md")).toBe(before);
    expect(await read(place, "openspec/changes/big/design.md")).toBe("# Design\n");
    expect(await place.call(undoArchive, { change_id: "big" })).toMatchObject({ code: "nothing_to_undo" });
  });

  it("a name that two open changes have is ambiguous, even where an archived change has it too", async () => {
    const adding = { auth: `## ADDED Requirements\n\n${requirement("New")}` };
    const place = await specPlace({
      "specs/auth/spec.md": spec("auth", requirement("Login")),
      "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
      ...change("specs/_changes/grow", adding),
      ...change("openspec/changes/grow", adding),
      ...change("openspec/changes/archive/2026-11-14-grow", adding),
    });
    expect(await place.type(archiveChange, { change_id: "grow" })).toMatchObject({ code: "ambiguous_id" });
  });

  it("a change that was archived twice in a day is undone from the second archive to the first", async () => {
    const adding = (name: string) => ({
      auth: `## ADDED Requirements\n\n${requirement(name)}`,
    });
    const place = await specPlace({
      "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
      ...change("openspec/changes/grow", adding("N1")),
    });
    const texts = [await read(place, "openspec/specs/auth/spec.md")];
    for (let n = 2; n <= 12; n++) {
      await place.type(archiveChange, { change_id: "grow" });
      texts.push(await read(place, "openspec/specs/auth/spec.md"));
      await writeTree(place.root, change("openspec/changes/grow", adding(`N${n}`)));
    }
    await rm(join(place.root, "openspec/changes/grow"), { recursive: true });
    for (const text of texts.reverse().slice(1)) {
      expect((await place.call(undoArchive, { change_id: "grow" })).message).toMatch("Undid the archive");
      expect(await read(place, "openspec/specs/auth/spec.md")).toBe(text);
      await rm(join(place.root, "openspec/changes/grow"), { recursive: true });
    }
  });

  it("archives at the same time are put on top of each other, and the same one twice is done once", async () => {
    const changes = [1, 2, 3].map((n) =>
      change(`openspec/changes/c${n}`, { auth: `## ADDED Requirements\n\n${requirement(`N${n}`)}` }),
    );
    const place = await specPlace({
      "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
      ...Object.assign({}, ...changes),
    });
    const ids = ["c1", "c2", "c3", "c1"];
    const answers = await Promise.all(ids.map((change_id) => place.type(archiveChange, { change_id })));
    expect(answers.map((answer) => answer.message)).toEqual(ids.map(() => expect.stringMatching(/rchived/)));
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, true]);
    const text = await read(place, "openspec/specs/auth/spec.md");
    expect(text.match(/### Requirement: \w+/g)?.sort()).toEqual(
      ["Login", "N1", "N2", "N3"].map((name) => `### Requirement: ${name}`),
    );
    expect(await readdir(join(place.root, "openspec/changes/archive"))).toHaveLength(3);
  });

  // [ENSURES: requirement-undone-archives.rules:TEST]
  // [VERIFIES: change-proposals/undone-archives#edited-since]
  it("undo refuses when a spec was changed since, and writes nothing", async () => {
    const place = await specPlace(files);
    await place.type(archiveChange, { change_id: "big" });
    await writeFile(join(place.root, "openspec/specs/auth/spec.md"), "mine");
    expect(await place.call(undoArchive, { change_id: "big" })).toMatchObject({ code: "archive_conflict" });
    expect(await readdir(join(place.root, "openspec/changes"))).toEqual(["archive"]);
  });

  it("a preview writes nothing and shows a redline per requirement", async () => {
    const place = await specPlace(files);
    const { value } = await place.call(archiveChange, { change_id: "big" });
    expect(value).toMatchObject({
      mode: "preview",
      persisted: false,
      archived_as: "openspec/changes/archive/2026-11-15-big",
    });
    expect(
      value.redlines.map((each: { operation: string; requirement: string }) => [
        each.operation,
        each.requirement,
      ]),
    ).toEqual([
      ["renamed", "Sign in"],
      ["removed", "Logout"],
      ["added", "Reset"],
      ["added", "Second section"],
    ]);
    expect(value.redlines[0].diff).toContain("- ### Requirement: Login\n+ ### Requirement: Sign in\n");
    expect(await readdir(join(place.root, "openspec/changes"))).toEqual(["big"]);
  });

  it("failure in the second of two capabilities leaves the first unchanged", async () => {
    const place = await specPlace({
      "specs/a/spec.md": spec("a", requirement("A")),
      "specs/b/spec.md": spec("b", requirement("B")),
      ...change("specs/_changes/c", {
        a: `## ADDED Requirements\n\n${requirement("New")}`,
        b: `## MODIFIED Requirements\n\n${requirement("Nope")}`,
      }),
    });
    const answer = await place.call(archiveChange, { change_id: "c", mode: "persist" });
    expect(answer).toMatchObject({ code: "archive_refused" });
    expect(answer.message).toMatch(/nothing was written\.\n- .*MODIFIED "Nope"/);
    expect(await read(place, "specs/a/spec.md")).toBe(spec("a", requirement("A")));
  });

  it("open tasks block an archive unless allowed; a preview only lists them", async () => {
    const place = await specPlace({
      ...files,
      "openspec/changes/big/tasks.md": "- [x] 1.1 a\n- [ ] 1.2 not yet\n- [~] 1.3 half\n",
    });
    const refused = await place.type(archiveChange, { change_id: "big" });
    expect(refused).toMatchObject({ code: "archive_refused" });
    expect(refused.message).toMatch(/2 open tasks.*\n- line 2: 1.2 not yet\n- line 3: 1.3 half/);
    expect(
      (await place.type(archiveChange, { change_id: "big", dry_run: true })).value.open_tasks,
    ).toHaveLength(2);
    expect(
      (await place.type(archiveChange, { change_id: "big", allow_open_tasks: true })).value.persisted,
    ).toBe(true);
  });

  it("a new capability gets a title, its purpose from the delta, and passes validation", async () => {
    const text = `## Purpose\n\nWhat this is for, long enough that no rule has a word to say.\n\n${delta.slice(0, delta.indexOf("## RENAMED"))}`;
    const place = await specPlace({
      "openspec/specs/": "",
      ...change("openspec/changes/c", { "platform/auth": text }),
    });
    expect((await place.type(archiveChange, { change_id: "c" })).value.specs).toEqual([
      { spec_id: "platform/auth", path: "openspec/specs/platform/auth/spec.md", action: "created" },
    ]);
    const { value } = await place.call(validateSpec, { strict: true });
    expect(value).toMatchObject({ valid: true });
    // It said "restored" of the file that it removes.
    expect((await place.call(undoArchive, { change_id: "c" })).message).toContain(
      "\nremoved openspec/specs/platform/auth/spec.md",
    );
    expect(await readdir(join(place.root, "openspec/specs/platform"))).toEqual([]);
  });

  it("a capability goes only when the change says that it may", async () => {
    const text = "## REMOVED Requirements\n\n### Requirement: A\n";
    const base = {
      "openspec/specs/a/spec.md": spec("a", requirement("A")),
      ...change("openspec/changes/c", { a: text }),
    };
    expect(await (await specPlace(base)).type(archiveChange, { change_id: "c" })).toMatchObject({
      code: "archive_refused",
    });
    const place = await specPlace({
      ...base,
      "openspec/changes/c/.openspec.yaml": "retire_capabilities: [a]\n",
    });
    expect((await place.type(archiveChange, { change_id: "c" })).value.specs[0].action).toBe("deleted");
  });

  it("an id that starts with a date keeps it, and a name that is taken gets a number", async () => {
    const dated = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name.replace("/big/", "/2025-01-01-big/"), text]),
    );
    const place = await specPlace(dated);
    const { value } = await place.type(archiveChange, { change_id: "2025-01-01-big" });
    expect(value.archived_as).toBe("openspec/changes/archive/2025-01-01-big");
    const taken = await specPlace({ ...files, "openspec/changes/archive/2026-11-15-big/x.md": "" });
    const again = await taken.type(archiveChange, { change_id: "big" });
    expect(again.value.archived_as).toBe("openspec/changes/archive/2026-11-15-big-2");
    expect((await taken.call(undoArchive, { change_id: "big" })).ok).toBe(true);
  });
});

describe("three-way merge", () => {
  const base = { "specs/auth/spec.md": spec("auth", requirement("Login", scenario("One"), scenario("Two"))) };
  const modifying = (...scenarios: string[]) => ({
    auth: `## MODIFIED Requirements\n\n${requirement("Login", ...scenarios)}`,
  });

  it("keeps what another change added in the meantime", async () => {
    const place = await specPlace({
      ...base,
      ...change("specs/_changes/a", modifying(scenario("One"), scenario("Two"), scenario("From A"))),
      ...change(
        "specs/_changes/b",
        modifying(scenario("One"), scenario("Two", "B says so"), scenario("From B")),
      ),
    });
    await place.call(validateChange); // Hewto sees both for the first time
    expect((await place.type(archiveChange, { change_id: "a" })).ok).toBe(true);
    const second = await place.type(archiveChange, { change_id: "b" });
    expect(second.value.redlines[0].kept).toEqual(["From A"]);
    const text = await read(place, "specs/auth/spec.md");
    expect(text.match(/#### Scenario: .*/g)).toEqual([
      "#### Scenario: One",
      "#### Scenario: Two",
      "#### Scenario: From A",
      "#### Scenario: From B",
    ]);
    expect(text).toContain("B says so");
  });

  // [ENSURES: requirement-lossless-archive.rules:TEST]
  // [VERIFIES: change-proposals/lossless-archive#a-concurrent-edit]
  it("reports a conflict instead of overwriting, and rebase resolves it", async () => {
    const place = await specPlace({
      ...base,
      ...change("specs/_changes/a", modifying(scenario("One", "A says so"), scenario("Two"))),
      ...change("specs/_changes/b", modifying(scenario("One", "B says so"), scenario("Two"))),
    });
    await place.call(validateChange);
    await place.type(archiveChange, { change_id: "a" });
    const conflict = await place.type(archiveChange, { change_id: "b" });
    expect(conflict).toMatchObject({ code: "archive_conflict" });
    expect(conflict.message).toContain('the scenario "One" was changed both here and in the spec');
    expect((await place.call(validateChange)).value).toMatchObject({
      valid: false,
      errors: [{ rule: "base-conflict" }],
    });
    expect((await place.call(rebaseChange, { change_id: "b" })).value.requirements).toBe(1);
    expect((await place.type(archiveChange, { change_id: "b" })).ok).toBe(true);
    expect(await read(place, "specs/auth/spec.md")).toContain("B says so");
  });

  it("takes the base from git when the delta is committed", async () => {
    const root = await temporaryRepository({
      ...base,
      ...change("specs/_changes/b", modifying(scenario("One"), scenario("Two"), scenario("From B"))),
    });
    const place = await openPlace(root);
    const moved = spec("auth", requirement("Login", scenario("One"), scenario("Two"), scenario("From A")));
    await writeFile(join(root, "specs/auth/spec.md"), moved);
    const { value } = await place.call(archiveChange, { change_id: "b" });
    expect(value.redlines[0].kept).toEqual(["From A"]);
  });

  it("deletes the base record with the change, so that a later change of the same name starts fresh", async () => {
    const first = change("specs/_changes/c", modifying(scenario("One", "first"), scenario("Two")));
    const place = await specPlace({ ...base, ...first });
    await place.call(validateChange);
    await place.type(archiveChange, { change_id: "c" });
    await rm(join(place.root, "specs/_archive"), { recursive: true });
    await writeTree(
      place.root,
      change("specs/_changes/c", modifying(scenario("One", "second"), scenario("Two"))),
    );
    expect((await place.type(archiveChange, { change_id: "c" })).ok).toBe(true);
    expect(await read(place, "specs/auth/spec.md")).toContain("second");
  });

  // [ENSURES: requirement-lossless-archive.rules:TEST]
  it("without any memory a scenario that is left out is an error, never a loss", async () => {
    const place = await specPlace({ ...base, ...change("specs/_changes/b", modifying(scenario("One"))) });
    expect(await place.type(archiveChange, { change_id: "b" })).toMatchObject({ code: "archive_refused" });
  });
});

test("a preview of a change that does not fit shows what it would do, and the reasons of validate", async () => {
  const delta = `## MODIFIED Requirements\n\n${requirement("Login", scenario("New"))}`;
  const place = await specPlace({
    "specs/auth/spec.md": spec("auth", requirement("Login", scenario("One"), scenario("Two"))),
    ...change("specs/_changes/c", { auth: delta }),
  });
  const { errors } = (await place.call(validateChange)).value;
  const preview = await place.type(archiveChange, { change_id: "c", dry_run: true });
  expect(preview.value).toMatchObject({ persisted: false, archived_as: "", refused: errors });
  expect(preview.value.redlines[0].diff).toContain("+ #### Scenario: New");
  expect(preview.message).toContain("+ #### Scenario: New");
  expect(archiveChange.exitCode?.(preview.value)).toBe(1);
});

test("a refusal has one finding on each line", async () => {
  const delta = `## MODIFIED Requirements\n\n${requirement("Login", scenario("New"))}`;
  const place = await specPlace({
    "specs/auth/spec.md": spec("auth", requirement("Login", scenario("One"), scenario("Two"))),
    ...change("specs/_changes/c", { auth: delta }),
  });
  const { message } = await place.type(archiveChange, { change_id: "c" });
  expect(message.split("\n").slice(0, 3)).toEqual([
    "The change `c` cannot be archived; nothing was written.",
    expect.stringMatching(/^- specs\/_changes\/c\/specs\/auth\/spec.md:3: .*"One" of the spec\. Repeat it/),
    expect.stringMatching(/^- specs\/_changes\/c\/specs\/auth\/spec.md:3: .*"Two" of the spec\. Repeat it/),
  ]);
});
