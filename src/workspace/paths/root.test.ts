import { mkdir, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { findUp, openWorkspace } from "./root.ts";

describe("openWorkspace", () => {
  test("opens a directory by its real path, even through a link or a relative path", async () => {
    const folder = await temporaryTree({ "root/a.md": "" });
    await symlink("root", join(folder, "link"));
    const root = join(folder, "root");
    for (const spelling of [root, `${root}/`, join(folder, "link"), relative(process.cwd(), root)]) {
      expect(await openWorkspace(spelling)).toEqual({ ok: true, value: { root } });
    }
  });

  test("reports which path is not a directory", async () => {
    const folder = await temporaryTree({ "a.md": "" });
    const file = join(folder, "a.md");
    const message = `Path does not exist or is not a directory: ${file}`;
    expect(await openWorkspace(file)).toMatchObject({
      ok: false,
      fault: { code: "not_a_directory", message },
    });
    expect(await openWorkspace(`${file}x`)).toMatchObject({
      fault: { code: "path_not_found", message: `${message}x` },
    });
    for (const nothing of ["", "a\0b"]) {
      expect(await openWorkspace(nothing)).toMatchObject({ fault: { code: "path_not_found" } });
    }
  });
});

describe("findUp", () => {
  test("finds the nearest folder that contains the marker", async () => {
    const folder = await temporaryTree({ ".mark/x": "", "a/.mark/x": "", "a/b/c/d.md": "" });
    expect(await findUp(join(folder, "a/b/c"), ".mark")).toBe(join(folder, "a"));
    expect(await findUp(join(folder, "a"), ".mark")).toBe(join(folder, "a"));
    expect(await findUp(join(folder, "a/.mark"), ".mark")).toBe(join(folder, "a"));
    expect(await findUp(folder, ".mark")).toBe(folder);
  });

  test("starts from a file or from a path that does not exist yet", async () => {
    const folder = await temporaryTree({ ".mark/x": "", "a/b.md": "" });
    expect(await findUp(join(folder, "a/b.md"), ".mark")).toBe(folder);
    expect(await findUp(join(folder, "not/there"), ".mark")).toBe(folder);
  });

  test("skips a marker of the wrong kind", async () => {
    const folder = await temporaryTree({ ".mark/x": "", "a/.mark": "a file" });
    expect(await findUp(join(folder, "a"), ".mark", "directory")).toBe(folder);
    expect(await findUp(join(folder, "a"), ".mark", "file")).toBe(join(folder, "a"));
    await mkdir(join(folder, "none"));
    expect(await findUp(join(folder, "none"), ".no-such-marker-anywhere")).toBeUndefined();
  });
});
