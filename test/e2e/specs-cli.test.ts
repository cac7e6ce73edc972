import { spawnSync } from "node:child_process";
import { chmod, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { change, requirement, scenario, spec } from "../support/specs.ts";
import { temporaryTree } from "../support/temporary.ts";

const files = {
  "openspec/specs/auth/spec.md": spec("auth", requirement("Login", scenario("Right word"))),
  ...change("openspec/changes/add-reset", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
};

async function place(more: Record<string, string> = {}) {
  const root = await temporaryTree({ ...files, ...more });
  return { root, hewto: (...words: string[]) => run(hewto, words, { cwd: root }) };
}

test("hewto specs shows counts and open changes with task bars", async () => {
  const { code, output } = await (await place()).hewto("specs");
  expect(code).toBe(0);
  expect(output).toMatch(
    /1 spec: 1 requirement, 1 scenario\n {2}auth +1 requirement, 1 scenario\n\n1 open change\n {2}add-reset {2}█{20} +1\/1 {2}auth \(\+1\)\n/,
  );
});

test("list, show and search answer as text and, with --json, as the object of the tool", async () => {
  const at = await place();
  expect((await at.hewto("specs", "list")).output).toMatch(/^auth {2}What auth is for/);
  expect(JSON.parse((await at.hewto("specs", "list", "--json")).output)).toMatchObject({
    specs: [{ id: "auth" }],
  });
  expect((await at.hewto("specs", "show", "auth")).output).toMatch(/Login[\s\S]*Scenario: Right word/);
  expect((await at.hewto("changes", "list")).output).toMatch(/add-reset.*1\/1.*A title/);
  expect((await at.hewto("changes", "show", "add-reset")).output).toContain("+ Reset");
  expect(await at.hewto("specs", "search", "right", "word")).toMatchObject({ code: 3 });
  expect((await at.hewto("index")).output).toContain("1 spec.\n");
  expect((await at.hewto("specs", "search", "right", "word")).output).toContain("auth › Login › Right word");
});

// [ENSURES: requirement-verdicts-on-specs.rules:TEST]
test("validate exits 0 when valid, 1 when not, and --strict makes warnings fail", async () => {
  const at = await place({
    "openspec/specs/short/spec.md": spec("short", requirement("R")).replace(/What.*/, "Short."),
  });
  expect((await at.hewto("specs", "validate")).code).toBe(0);
  const strict = await at.hewto("specs", "validate", "--strict");
  expect(strict.code).toBe(1);
  expect(strict.output).toMatch(/openspec\/specs\/short\/spec\.md:3: warning purpose-short: /);
  expect((await at.hewto("changes", "validate", "nope")).code).toBe(1);
  expect((await at.hewto("changes", "validate", "add-reset", "--json")).code).toBe(0);
});

test("a capability behind a link is listed, searched, changed and archived like any other; SPEC.md and broken links are reported", async () => {
  const { root, ...at } = await place({
    "docs/login/spec.md": spec("login", requirement("Door", scenario("Opens"))),
    ...change("openspec/changes/add-bell", { login: `## ADDED Requirements\n\n${requirement("Bell")}` }),
    "openspec/specs/loud/SPEC.md": spec("loud", requirement("R")),
  });
  await symlink("../../docs/login", join(root, "openspec/specs/login"));
  await symlink("../../docs", join(root, "openspec/changes/linked"));
  await symlink("/nowhere/else", join(root, "openspec/specs/lost"));
  const list = await at.hewto("specs", "list");
  expect(list.output).toMatch(/^login +What login is for/m);
  expect(list.output).toMatch(/^lost +`openspec\/specs\/lost` is a link that leads nowhere or outside/m);
  expect(list.output).toMatch(/^loud +`openspec\/specs\/loud\/SPEC\.md` is not read/m);
  expect((await at.hewto("specs", "validate")).output.match(/error unreadable-file/g)).toHaveLength(2);
  const { output } = await at.hewto("doctor");
  expect(output).toContain("SPEC.md` is not read");
  expect(output).toContain("specs/lost` is a link");
  expect(output).toContain("`openspec/changes/linked` is a link, so it is not a change.");
  await at.hewto("index");
  expect((await at.hewto("specs", "search", "door", "opens")).output).toContain("login › Door › Opens");
  expect((await at.hewto("changes", "archive", "add-bell")).code).toBe(0);
  expect(await readFile(join(root, "docs/login/spec.md"), "utf8")).toContain("### Requirement: Bell");
});

test("new, archive --dry-run, archive and how to undo it, undo", async () => {
  const at = await place();
  expect((await at.hewto("changes", "new", "add-logout", "--spec", "auth")).code).toBe(0);
  const made = await at.hewto("changes", "validate", "add-logout");
  expect(made.output).not.toMatch(/missing proposal|internal/i);
  const dry = await at.hewto("changes", "archive", "add-reset", "--dry-run");
  expect(dry.output).toMatch(/\+ ### Requirement: Reset[\s\S]*Nothing was written/);
  expect(await readdir(join(at.root, "openspec/changes"))).toEqual(["add-logout", "add-reset"]);
  // How to undo it is a command of another family than `work`.
  const archived = await at.hewto("work", "archive", "add-reset");
  expect(archived.output).toContain("Run `hewto changes undo add-reset` to undo this.");
  expect(await readdir(join(at.root, "openspec/changes"))).toEqual(["add-logout", "archive"]);
  expect((await at.hewto("changes", "undo", "add-reset")).output).toContain(
    "restored openspec/specs/auth/spec.md",
  );
  expect(await readdir(join(at.root, "openspec/changes"))).toEqual(["add-logout", "add-reset", "archive"]);
  expect((await at.hewto("changes", "undo", "add-reset")).code).toBe(1);
});

test("an empty folder has no specs, and no command minds", async () => {
  const root = await temporaryTree({});
  for (const words of [
    ["specs"],
    ["specs", "list"],
    ["changes", "list"],
    ["specs", "validate"],
    ["changes", "validate"],
  ]) {
    expect((await run(hewto, words, { cwd: root })).code, words.join(" ")).toBe(0);
  }
});

test("an unreadable folder is listed and reported by validate; the other specs are there", async () => {
  const { root } = await place({ "openspec/specs/closed/spec.md": spec("closed", requirement("R")) });
  const closed = join(root, "openspec/specs/closed");
  await chmod(closed, 0);
  onTestFinished(() => chmod(closed, 0o755));
  await chmod(root, 0o755);
  // Root can read every file, so the command runs as the user nobody.
  const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const ask = (...words: string[]) =>
    spawnSync(process.execPath, [hewto, "specs", ...words, "--json"], { cwd: root, encoding: "utf8", ...as });
  const { specs } = JSON.parse(ask("list").stdout);
  expect(specs).toMatchObject([{ id: "auth" }, { id: "closed", problems: [{ rule: "unreadable-file" }] }]);
  const verdict = ask("validate");
  expect(verdict.status).toBe(1);
  expect(JSON.parse(verdict.stdout).errors).toMatchObject([
    { rule: "unreadable-file", file: "openspec/specs/closed/spec.md" },
  ]);
});

test("a list of specs loads neither the YAML parser nor the code for the network, servers and editors", async () => {
  const { root } = await place();
  const report = "process.on('exit', () => console.error(Object.keys(require.cache).join('\\n')));";
  const options = { cwd: root, encoding: "utf8" } as const;
  const script = `${report} process.argv.splice(1, 0, ${JSON.stringify(hewto)}); require(${JSON.stringify(hewto)});`;
  const { stderr } = spawnSync(process.execPath, ["-e", script, "specs", "list"], options);
  expect(stderr).toContain("base.js");
  expect(stderr).not.toMatch(/[\\/](?:yaml|network|server|editor)\.js$/m);
});
