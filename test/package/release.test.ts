import { spawnSync } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../support/repository.ts";
import { writeTree } from "../support/temporary.ts";

const script = resolve("scripts/release.mjs");
const versioned = ["package.json", "package-lock.json", "server.json", "packaging/mcpb-manifest.json"];

/** A repository with our manifests and a changelog. */
async function project(unreleased: string): Promise<string> {
  const changelog = `# Changelog\n\n## Unreleased\n${unreleased}\n## 0.1.0 - 2026-11-16\n\n- First.\n`;
  const root = await temporaryRepository({ "CHANGELOG.md": changelog });
  for (const file of [...versioned, "docs/sbom.json"]) await cp(file, join(root, file), { recursive: true });
  commitAll(root);
  runGit(root, "config", "user.name", "Test");
  runGit(root, "config", "user.email", "test@example.com");
  return root;
}

function release(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a release gives the unreleased changes a version, in one commit with a tag", async () => {
  const root = await project("\n### Fixed\n\n- A bug.\n");
  expect(release(root, "0.2.0")).toMatchObject({ status: 0, stderr: "" });
  expect(await readFile(join(root, "CHANGELOG.md"), "utf8")).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 - \d{4}-\d\d-\d\d\n\n### Fixed\n\n- A bug\.\n\n## 0\.1\.0 - 2026-11-16\n/,
  );
  for (const file of versioned)
    expect(JSON.parse(await readFile(join(root, file), "utf8")).version, file).toBe("0.2.0");
  const sbom = await readFile(join(root, "docs/sbom.json"), "utf8");
  expect(JSON.parse(sbom).metadata.component).toMatchObject({
    version: "0.2.0",
    purl: "pkg:npm/hewto@0.2.0",
  });
  expect(sbom).not.toContain("pkg:npm/hewto@0.1.0");
  expect(Object.keys(JSON.parse(sbom))).toEqual(
    Object.keys(JSON.parse(await readFile("docs/sbom.json", "utf8"))),
  );
  expect(runGit(root, "status", "--porcelain")).toBe("");
  expect(runGit(root, "log", "-1", "--format=%s")).toBe("Release 0.2.0\n");
  expect(runGit(root, "tag", "--list", "-n9", "v0.2.0")).toContain("- A bug.");
});

test("a version that is not newer, an empty section and uncommitted changes stop a release", async () => {
  const root = await project("\n- A bug.\n");
  for (const version of ["0.1.0", "0.0.9", "0.1.0-rc.1", "1.0", "latest"])
    expect(release(root, version).status, version).toBe(1);
  expect(release(root, "0.2.0", "--dry-run").stdout).toContain("- A bug.");
  await writeTree(root, { "new.txt": "" });
  expect(release(root, "0.2.0").stderr).toContain("uncommitted changes");
  expect(runGit(root, "tag", "--list")).toBe("");
  expect(release(await project(""), "0.2.0").stderr).toContain("nothing under");
});
