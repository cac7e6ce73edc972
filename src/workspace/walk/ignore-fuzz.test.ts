import { execFileSync } from "node:child_process";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomIgnoreFile, randomTree, seeded } from "../../../test/corpus/ignore-files.ts";
import { temporaryFolder, writeTree } from "../../../test/support/temporary.ts";
import { literalPath } from "../paths/paths.ts";
import { walkAll } from "./walk.ts";

// Every tree is a folder of one repository, so that one call of git judges hundreds of them.
const treesPerRepository = 60;
const repositories = Math.max(2, Math.ceil(Number(process.env["HEWTO_FUZZ"] ?? 0) / treesPerRepository));

for (let seed = 1; seed <= repositories; seed++) {
  const ignoreCase = seed % 4 === 0;
  test(`ignores what git ignores in ${treesPerRepository} random trees, seed ${seed}`, async () => {
    const home = await temporaryFolder();
    const root = join(home, "repository");
    const random = seeded(seed);
    const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    execFileSync("git", ["init", "-q", root], { env });
    execFileSync("git", ["config", "core.ignorecase", String(ignoreCase)], { cwd: root, env });
    await mkdir(join(home, ".config/git"), { recursive: true });
    await writeFile(join(home, ".config/git/ignore"), randomIgnoreFile(random).replace(/^!?[*?/]+$/gm, "x"));
    await appendFile(join(root, ".git/info/exclude"), randomIgnoreFile(random).replace(/^!?[*?/]+$/gm, "x"));
    const texts: Record<string, string> = {};
    for (let tree = 0; tree < treesPerRepository; tree++) {
      const files = randomTree(random);
      texts[`tree-${tree}`] = JSON.stringify(files);
      await writeTree(join(root, `tree-${tree}`), files);
    }

    const kept = execFileSync("git", ["ls-files", "-o", "--exclude-standard", "-z"], { cwd: root, env });
    const expected = new Set(
      kept
        .toString("utf8")
        .split("\0")
        .filter((path) => path !== ""),
    );
    const walked = await walkAll({ root }, { env });
    const found = new Set(walked.ok ? walked.value.map((entry) => String(entry.path)) : []);
    const differing = [...expected, ...found].filter((path) => expected.has(path) !== found.has(path));
    const explained = [...new Set(differing)].map(
      (path) =>
        `${expected.has(path) ? "git keeps" : "git ignores"} ${path} of ${texts[path.split("/")[0] ?? ""]}`,
    );
    // A rule of the user may ignore all trees of a repository, but not of these two.
    if (seed <= 2) expect(expected.size).toBeGreaterThan(treesPerRepository);
    expect(explained).toEqual([]);

    const below = await walkAll({ root }, { env, from: literalPath("tree-7") });
    expect(below.ok && below.value.map((entry) => entry.path)).toEqual(
      [...found].filter((path) => path.startsWith("tree-7/")),
    );
  });
}
