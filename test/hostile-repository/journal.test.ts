import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/kernel/hash.ts";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { commitAll, runGit, temporaryRepository } from "../support/repository.ts";
import { snapshot } from "../support/snapshot.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";

const journal = ".hewto/journal/00112233aabbccdd";

/** The home of someone who clones a repository with this journal and these files into `~/src/repo`. */
async function clonedHome(
  steps: object[],
  files: Record<string, string>,
  links: Record<string, string> = {},
) {
  const root = await temporaryRepository({ "README.md": "# Repository\n" });
  const plan = JSON.stringify({ version: 1, label: "x", folders: [], steps });
  await writeTree(root, { ...files, [`${journal}/plan.json`]: plan, [`${journal}/parts-0`]: "" });
  for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path));
  commitAll(root);
  const home = await temporaryFolder();
  await writeTree(home, { ".ssh/authorized_keys": "mine\n", ".bashrc": "# mine\n" });
  await mkdir(join(home, "src"));
  runGit(home, "clone", "-q", root, "src/repo");
  return home;
}

/** Everything in the home that is not the clone and not Hewto's own folders. */
function outside(home: string): Record<string, string> {
  const seen = Object.entries(snapshot(home));
  return Object.fromEntries(seen.filter(([path]) => !/^(src\/|\.config\/|\.cache\/)/.test(path)));
}

const commands = ["check", "skills list", "specs list", "changes list", "features list", "doctor", "index"];

describe("a repository that brings a journal", () => {
  it.each(commands)("writes nothing into the home when someone runs `hewto %s` in it", async (command) => {
    const evil = { "pl/.ssh/authorized_keys": "attacker\n", "pl/.bashrc": "evil\n" };
    const home = await clonedHome([{ kind: "move", from: "pl", to: "up" }], evil, { up: "../.." });
    const before = outside(home);
    const env = { HOME: home, XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "" };
    const { errors } = await run(hewto, command.split(" "), { cwd: join(home, "src/repo"), env });
    expect(outside(home)).toEqual(before);
    if (command !== "doctor") expect(errors).toContain(".hewto/rescued/foreign-plan-00112233aabbccdd");
  });

  it("does not replace the configuration of git", async () => {
    const filter = '[filter "x"]\n\tclean = "touch PWNED; cat"\n';
    const home = await clonedHome(
      [{ kind: "move", from: "pl", to: "out" }],
      { "pl/config": filter },
      { out: ".git" },
    );
    const config = join(home, "src/repo/.git/config");
    const before = await readFile(config, "utf8");
    await run(hewto, ["check"], { cwd: join(home, "src/repo"), env: { HOME: home } });
    expect(await readFile(config, "utf8")).toBe(before);
  });

  it("neither rewrites what is checked nor moves a file that git does not know", async () => {
    const write = {
      kind: "write",
      path: "README.md",
      before: sha256("# Repository\n"),
      after: sha256("good\n"),
    };
    const move = { kind: "move", from: ".env", to: "docs/notes.md" };
    const home = await clonedHome([write, move], { [`${journal}/new-0`]: "good\n", "docs/a.md": "" });
    const repository = join(home, "src/repo");
    await writeFile(join(repository, ".env"), "SECRET=1\n");
    await run(hewto, ["check"], { cwd: repository, env: { HOME: home } });
    expect(await readFile(join(repository, "README.md"), "utf8")).toBe("# Repository\n");
    expect(await readFile(join(repository, ".env"), "utf8")).toBe("SECRET=1\n");
  });

  it("is explained by `hewto doctor`, with the place and what to do", async () => {
    const home = await clonedHome([{ kind: "move", from: "README.md", to: "x.md" }], {});
    const repository = join(home, "src/repo");
    const { output } = await run(hewto, ["doctor", "--json"], { cwd: repository, env: { HOME: home } });
    const place = ".hewto/rescued/foreign-plan-00112233aabbccdd";
    expect(JSON.parse(output).findings).toContainEqual({
      area: "workspace",
      severity: "warning",
      message: expect.stringContaining(`${place} has changes that your Hewto did not write`),
      remedy: expect.stringContaining(`delete ${join(repository, place)}`),
    });
  });
});
