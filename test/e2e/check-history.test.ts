import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { documents } from "../support/hostile/git-traps.ts";
import { commitAll, runGit, temporaryRepository } from "../support/repository.ts";

const specFile = "openspec/specs/auth/spec.md";
const broken = "# auth Specification\n\n## Purpose\nToo short.\n";

describe("check --changed-since", () => {
  async function gate(root: string) {
    const { code, output } = await cli(["check", "--changed-since", "HEAD~1", "--only", "specs"], {
      cwd: root,
    });
    return { code, output };
  }

  it("counts findings of a spec that is a link, when the branch breaks the file behind it", async () => {
    const root = await temporaryRepository(documents);
    mkdirSync(join(root, "sub"));
    renameSync(join(root, specFile), join(root, "sub/real.md"));
    symlinkSync("../../../sub/real.md", join(root, specFile));
    commitAll(root, "the spec becomes a link");
    writeFileSync(join(root, "sub/real.md"), broken);
    commitAll(root, "the file behind it breaks");
    expect(await gate(root)).toMatchObject({ code: 1 });
  });

  it("counts them when the branch turns a link in the middle of the way", async () => {
    const root = await temporaryRepository({ ...documents, "sub/bad.md": broken });
    renameSync(join(root, specFile), join(root, "sub/good.md"));
    symlinkSync("good.md", join(root, "sub/middle.md"));
    symlinkSync("../../../sub/middle.md", join(root, specFile));
    commitAll(root, "two links");
    rmSync(join(root, "sub/middle.md"));
    symlinkSync("bad.md", join(root, "sub/middle.md"));
    commitAll(root, "the middle one turns");
    expect(await gate(root)).toMatchObject({ code: 1 });
  });

  it("counts those below a folder that is a link", async () => {
    const root = await temporaryRepository(documents);
    renameSync(join(root, "openspec/specs/auth"), join(root, "elsewhere"));
    symlinkSync("../../elsewhere", join(root, "openspec/specs/auth"));
    commitAll(root, "the folder becomes a link");
    writeFileSync(join(root, "elsewhere/spec.md"), broken);
    commitAll(root, "the spec breaks");
    expect(await gate(root)).toMatchObject({ code: 1 });
  });

  it("counts those in a submodule that the branch moves to another commit", async () => {
    const { [specFile]: good = "", ...others } = documents;
    const inner = await temporaryRepository({ "spec.md": good });
    const root = await temporaryRepository(others);
    runGit(root, "submodule", "add", "-q", inner, "openspec/specs/auth");
    commitAll(root, "the spec becomes a submodule");
    writeFileSync(join(root, specFile), broken);
    commitAll(join(root, "openspec/specs/auth"), "the spec breaks");
    commitAll(root, "the submodule moves");
    expect(await gate(root)).toMatchObject({ code: 1 });
  });

  it("still leaves out what the branch does not touch", async () => {
    const root = await temporaryRepository({ ...documents, [specFile]: broken });
    writeFileSync(join(root, "README.md"), "other\n");
    commitAll(root, "something else");
    expect(await gate(root)).toMatchObject({ code: 0, output: expect.stringContaining("Left out") });
  });
});

describe("a shallow clone", () => {
  const note = "The history of this clone is shallow";

  async function clone(depth: string): Promise<string> {
    const source = await temporaryRepository(documents);
    writeFileSync(join(source, "README.md"), "second\n");
    commitAll(source, "second");
    const target = `${source}-clone`;
    runGit(source, "clone", "-q", `--depth=${depth}`, `file://${source}`, target);
    return target;
  }

  it("is reported by check, validate and archive if drift could not be checked", async () => {
    const root = await clone("1");
    for (const words of [
      ["check"],
      ["changes", "validate"],
      ["changes", "archive", "tweak", "--dry-run"],
      ["changes", "archive", "tweak"],
    ]) {
      const { output } = await cli(words, { cwd: root });
      expect(output, words.join(" ")).toContain(note);
      expect(output, words.join(" ")).toContain("fetch-depth: 0");
    }
  });

  it("is not reported if the whole history is there", async () => {
    const root = await clone("99");
    const { output } = await cli(["check"], { cwd: root });
    expect(output).not.toContain(note);
  });
});
