import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { findProgram, guardedEnvironment, withoutCurrentFolder } from "./program.ts";
import { runProgram } from "./run.ts";

async function folderWith(...names: string[]): Promise<string> {
  const folder = await temporaryTree(
    Object.fromEntries(names.map((name) => [name, "#!/bin/sh\necho ran\n"])),
  );
  for (const name of names) chmodSync(join(folder, name), 0o755);
  return folder;
}

describe("findProgram", () => {
  test("returns the absolute path of the first match on the PATH", async () => {
    const [first, second] = [await folderWith("tool"), await folderWith("tool", "other")];
    const env = { PATH: `${first}:${second}` };
    expect(await findProgram("tool", { env })).toBe(join(first, "tool"));
    expect(await findProgram("other", { env })).toBe(join(second, "other"));
    expect(await findProgram("none", { env })).toBeUndefined();
  });

  test("skips relative and empty entries and folders inside the workspace or its repository", async () => {
    const root = await temporaryRepository({ "bin/tool": "#!/bin/sh\n", tool: "#!/bin/sh\n", "sub/a": "" });
    for (const name of ["bin/tool", "tool"]) chmodSync(join(root, name), 0o755);
    for (const PATH of ["", ".", "bin", "./bin", `${root}/bin`, root, `${root}/sub/../bin`]) {
      expect(await findProgram("tool", { env: { PATH }, cwd: root })).toBeUndefined();
      expect(await findProgram("tool", { env: { PATH }, cwd: join(root, "sub") })).toBeUndefined();
    }
  });

  test("programs in the home folder are found by a user who works there", async () => {
    const home = await folderWith("tool");
    expect(await findProgram("tool", { env: { PATH: home, HOME: home }, cwd: home })).toBe(
      join(home, "tool"),
    );
  });

  test("an explicit path is relative to the working folder", async () => {
    const root = await folderWith("agent.sh");
    expect(await findProgram("./agent.sh", { cwd: root })).toBe(join(root, "agent.sh"));
    expect(await runProgram("./agent.sh", [], { cwd: root })).toMatchObject({ value: { stdout: "ran\n" } });
  });

  test("on Windows the suffixes of PATHEXT are tried, and nothing in the current folder", async () => {
    const [root, bin] = [
      await folderWith("git.exe", "git.cmd"),
      await folderWith("git", "git.cmd", "node.exe"),
    ];
    const place = { cwd: root, platform: "win32" as const };
    const env = { Path: `.;${bin}`, PATHEXT: ".COM;.EXE;.CMD" };
    expect(await findProgram("git", { ...place, env })).toBe(join(bin, "git.cmd"));
    expect(await findProgram("node.exe", { ...place, env })).toBe(join(bin, "node.exe"));
    expect(await findProgram("git.exe", { ...place, env })).toBeUndefined();
    expect(withoutCurrentFolder("win32")).toEqual({ NoDefaultCurrentDirectoryInExePath: "1" });
    expect(guardedEnvironment({ Path: `.;${bin};${root}` }, root, "win32")).toEqual({
      PATH: bin,
      NoDefaultCurrentDirectoryInExePath: "1",
    });
  });
});

test("an unreadable folder of the PATH does not turn a missing program into EACCES", async () => {
  const closed = join(await temporaryFolder(), "closed");
  mkdirSync(closed);
  chmodSync(closed, 0);
  // Root may enter any folder; a file in place of one is refused to everybody.
  const file = join(await folderWith("file"), "file");
  const env = { PATH: `${closed}:${file}:${process.env["PATH"]}` };
  expect(await runProgram("no-such-program-here", [], { env })).toMatchObject({
    fault: {
      code: "program_missing",
      message: "The program `no-such-program-here` was not found.",
      remedy: expect.stringContaining("Install"),
    },
  });
  chmodSync(closed, 0o700);
});
