import { chmod, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { needsRoot } from "../../../test/support/skip.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { runProgram } from "../process/run.ts";
import { openStateFile, readStateFile, sweepStateFiles, writeStateFile } from "./files.ts";

describe("a state file", () => {
  test("is private and replaces a link instead of following it", async () => {
    const outside = await temporaryTree({ "mine.txt": "mine" });
    const folder = await temporaryFolder();
    await symlink(join(outside, "mine.txt"), join(folder, "state"));
    await symlink(join(outside, "mine.txt"), join(folder, `state.${process.pid}.tmp`));
    writeStateFile(folder, "state", "new");
    expect(await readFile(join(outside, "mine.txt"), "utf8")).toBe("mine");
    expect(text(readStateFile(folder, "state"))).toBe("new");
    expect((await stat(join(folder, "state"))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(["state", `state.${process.pid}.tmp`]);
  });

  test("leaves nothing behind when it cannot get its name", async () => {
    const folder = await temporaryTree({ "state/in the way": "" });
    expect(() => writeStateFile(folder, "state", "new")).toThrow();
    expect(await readdir(folder)).toEqual(["state"]);
  });

  test("is not read through a link, from a pipe, from a folder, or beyond a limit", async () => {
    const folder = await temporaryTree({ real: "text", "folder/": "" });
    await symlink(join(folder, "real"), join(folder, "link"));
    await symlink("/dev/zero", join(folder, "endless"));
    await runProgram("mkfifo", [join(folder, "pipe")], { cwd: folder });
    for (const name of ["link", "endless", "pipe", "folder", "absent"]) {
      expect(readStateFile(folder, name), name).toBeUndefined();
      expect(openStateFile(folder, name), name).toBeUndefined();
    }
    expect(text(readStateFile(folder, "real"))).toBe("text");
    expect(readStateFile(folder, "real", 3)).toBeUndefined();
  });

  test("is not read when another user owns it or can write it", async () => {
    needsRoot();
    const folder = await temporaryFolder();
    writeStateFile(folder, "theirs", "x");
    await chown(join(folder, "theirs"), 65_534, 65_534);
    await writeFile(join(folder, "open"), "x", { mode: 0o666 });
    expect(readStateFile(folder, "theirs")).toBeUndefined();
    for (const mode of [0o666, 0o620, 0o602]) {
      await chmod(join(folder, "open"), mode);
      expect(readStateFile(folder, "open"), mode.toString(8)).toBeUndefined();
    }
    await chmod(join(folder, "open"), 0o644);
    expect(text(readStateFile(folder, "open"))).toBe("x");
  });

  test("returns what it has when a damaged number asks for more", async () => {
    const folder = await temporaryTree({ state: "0123456789" });
    const file = openStateFile(folder, "state");
    expect(text(file?.read(8, 4e9))).toBe("89");
    for (const from of [-1, 10, 2 ** 60, Number.NaN, 0.5]) expect(file?.read(from, 4e9)).toHaveLength(0);
    for (const length of [-1, 0, Number.NaN]) expect(file?.read(0, length)).toHaveLength(0);
    file?.close();
  });

  test("that a killed process left unfinished is removed once it is old", async () => {
    const folder = await temporaryTree({
      ".hewto-tmp-1-0123456789ab": "old",
      ".hewto-tmp-2-0123456789ab": "",
    });
    await runProgram("touch", ["-d", "2020-01-01", ".hewto-tmp-1-0123456789ab"], { cwd: folder });
    await mkdir(join(folder, "kept"));
    sweepStateFiles(folder);
    expect((await readdir(folder)).sort()).toEqual([".hewto-tmp-2-0123456789ab", "kept"]);
  });
});

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes);
}
