import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import {
  change,
  openPlace,
  type Place,
  requirement,
  scenario,
  spec,
  specPlace,
} from "../../../test/support/specs.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { archiveChange } from "./archive.ts";
import { rebaseChange, undoArchive } from "./change-commands.ts";
import { validateChange } from "./validate.ts";

const place = "specs/auth/spec.md";
const auth = (...scenarios: string[]) => spec("auth", requirement("Login", ...scenarios));
const modified = (text: string) => ({ auth: `## MODIFIED Requirements\n\n${text}` });
const read = ({ root }: Place, path: string) => readFile(join(root, path), "utf8");

/** What becomes of a change when the spec moves on after it was written. */
describe("a spec that has moved since the change was written", () => {
  it("keeps a scenario that others gave to a requirement which the change renames and modifies", async () => {
    const renaming = "## RENAMED Requirements\n\n### Requirement: Login → Sign in\n\n";
    const delta = `${renaming}## MODIFIED Requirements\n\n${requirement("Sign in", scenario("One"))}`;
    const project = await specPlace({
      [place]: auth(scenario("One")),
      ...change("specs/_changes/c", { auth: delta }),
    });
    await project.call(validateChange);
    await writeFile(join(project.root, place), auth(scenario("One"), scenario("Theirs")));
    expect((await project.type(archiveChange, { change_id: "c" })).message).toMatch(/^updated/);
    expect(await read(project, place)).toMatch(/Requirement: Sign in[\s\S]*Scenario: Theirs/);
  });

  it("keeps the requirement's new text where the change only repeats the old one", async () => {
    const text = requirement("Login", scenario("One"), scenario("Mine"));
    const project = await specPlace({
      [place]: auth(scenario("One")),
      ...change("specs/_changes/c", modified(text)),
    });
    await project.call(validateChange);
    const moved = auth(scenario("One")).replace("SHALL do Login", "SHALL do Login at once");
    await writeFile(join(project.root, place), moved);
    expect((await project.type(archiveChange, { change_id: "c" })).message).toMatch(/^updated/);
    expect(await read(project, place)).toMatch(/at once[\s\S]*Scenario: Mine/);
  });

  it("a delta that was edited since its commit was written against the spec of now", async () => {
    const root = await temporaryRepository({
      [place]: auth(scenario("One")),
      ...change("specs/_changes/c", modified(requirement("Login", scenario("One", "mine")))),
    });
    await writeFile(join(root, place), auth(scenario("One"), scenario("Two", "theirs")));
    const text = requirement("Login", scenario("One"), scenario("Two", "mine"));
    await writeFile(join(root, "specs/_changes/c/specs/auth/spec.md"), modified(text).auth);
    const project = await openPlace(root);
    expect((await project.call(validateChange)).value.errors).toEqual([]);
  });

  it("a rebase overrides the git history of a committed delta", async () => {
    const root = await temporaryRepository({
      [place]: auth(scenario("One")),
      ...change("specs/_changes/c", modified(requirement("Login", scenario("One", "mine")))),
    });
    await writeFile(join(root, place), auth(scenario("One", "theirs")));
    const project = await openPlace(root);
    const before = await project.call(archiveChange, { change_id: "c" });
    expect(before.value.refused).toMatchObject([{ rule: "base-conflict" }]);
    const sides = before.value.redlines[0].conflict;
    expect(sides.base).toContain("**THEN** it works");
    expect(sides.spec).toContain("**THEN** theirs");
    expect(sides.change).toContain("**THEN** mine");
    await project.call(rebaseChange, { change_id: "c" });
    expect((await project.call(archiveChange, { change_id: "c" })).message).toContain("+ - **THEN** mine");
  });
});

test("a rebase that is committed with the change holds in another clone", async () => {
  const root = await temporaryRepository({
    [place]: auth(scenario("One")),
    ...change("specs/_changes/c", modified(requirement("Login", scenario("One", "mine")))),
  });
  await writeFile(join(root, place), auth(scenario("One", "theirs")));
  const project = await openPlace(root);
  const git = (...words: string[]) => execFileSync("git", ["-C", root, ...words], { stdio: "pipe" });
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  git(...identity, "commit", "-qam", "the spec moves on");
  const rebased = await project.call(rebaseChange, { change_id: "c" });
  expect(rebased.message).toContain("Commit specs/_changes/c/.hewto-base.json with the change");
  git("add", "-A");
  git(...identity, "commit", "-qm", "rebase");
  const clone = await temporaryFolder();
  git("clone", "-q", root, clone);
  const other = await openPlace(clone);
  expect((await other.call(validateChange)).value).toMatchObject({ valid: true, errors: [] });
  expect(await other.type(archiveChange, { change_id: "c" })).toMatchObject({ ok: true });
  expect(await read(other, place)).toBe(auth(scenario("One", "mine")));
});

test("a shallow clone does not call a change free of conflicts: it says that drift was not checked", async () => {
  const root = await temporaryRepository({
    [place]: auth(scenario("One")),
    ...change("specs/_changes/c", modified(requirement("Login", scenario("One", "mine")))),
  });
  await writeFile(join(root, place), auth(scenario("One", "theirs")));
  commitAll(root, "the spec moves on");
  const [full, shallow] = [join(await temporaryFolder(), "full"), join(await temporaryFolder(), "shallow")];
  runGit(root, "clone", "-q", `file://${root}`, full);
  runGit(root, "clone", "-q", "--depth=1", `file://${root}`, shallow);
  const whole = (await (await openPlace(full)).call(validateChange)).value;
  expect(whole.errors).toMatchObject([{ rule: "base-conflict" }]);
  const cut = (await (await openPlace(shallow)).call(validateChange)).value;
  expect(cut.errors).toEqual([]);
  expect(cut.notes).toContainEqual(
    expect.objectContaining({
      rule: "drift-unknown",
      message: expect.stringContaining("shallow"),
      fix: expect.stringContaining("fetch-depth: 0"),
    }),
  );
  runGit(shallow, "fetch", "-q", "--unshallow");
  expect((await (await openPlace(shallow)).call(validateChange)).value.errors).toEqual(whole.errors);
});

describe("what is not the change's doing", () => {
  it("a rename that was already applied is not an error", async () => {
    const project = await specPlace({
      [place]: spec("auth", requirement("Sign in")),
      ...change("specs/_changes/c", {
        auth: "## RENAMED Requirements\n\n### Requirement: Login → Sign in\n",
      }),
    });
    expect((await project.call(validateChange)).value.errors).toEqual([]);
  });

  it("the placeholder text of a template does not count as a Why", async () => {
    const comment = "<!-- The problem or the opportunity, in a sentence or two; at least fifty letters. -->";
    const project = await specPlace({
      [place]: auth(scenario("One")),
      ...change("specs/_changes/c", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
      "specs/_changes/c/proposal.md": `# C\n\n## Why\n\n${comment}\n\n## What Changes\n\n- x\n`,
    });
    const { value } = await project.call(validateChange);
    expect(value.warnings).toMatchObject([
      { rule: "proposal-why-short", message: expect.stringContaining("has 0 characters") },
    ]);
  });

  it("errors that the spec has already do not stop a change, and new ones do", async () => {
    const twice = spec("auth", requirement("Login"), requirement("Login"));
    const adding = (name: string) => ({ auth: `## ADDED Requirements\n\n${requirement(name)}` });
    const project = await specPlace({
      [place]: twice,
      ...change("specs/_changes/c", adding("Reset")),
    });
    expect((await project.call(validateChange)).value.errors).toEqual([]);
  });

  it("a requirement that is renamed and modified is reported once when another change touches it", async () => {
    const delta = `## RENAMED Requirements\n\n### Requirement: Login → Sign in\n\n${modified(requirement("Sign in", scenario("One"))).auth}`;
    const project = await specPlace({
      [place]: auth(scenario("One")),
      ...change("specs/_changes/a", { auth: delta }),
      ...change("specs/_changes/b", { auth: `## ADDED Requirements\n\n${requirement("Sign in")}` }),
    });
    const { value } = await project.call(validateChange, { change_id: "a" });
    expect(value.warnings).toMatchObject([{ rule: "change-overlap", section: "Requirement: Sign in" }]);
  });

  it("undoing a new capability leaves what someone put beside its spec", async () => {
    const project = await specPlace(
      change("specs/_changes/c", { tea: `## ADDED Requirements\n\n${requirement("Steep")}` }),
    );
    await project.type(archiveChange, { change_id: "c" });
    await writeFile(join(project.root, "specs/tea/notes.md"), "mine");
    expect((await project.call(undoArchive, { change_id: "c" })).ok).toBe(true);
    expect(await read(project, "specs/tea/notes.md")).toBe("mine");
    await expect(read(project, "specs/tea/spec.md")).rejects.toThrow("ENOENT");
  });
});
