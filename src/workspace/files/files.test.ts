import { execFileSync } from "node:child_process";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { plantHostileTree } from "../../../test/corpus/paths.ts";
import { asNobody, openToAll } from "../../../test/support/as-nobody.ts";
import { skipTest } from "../../../test/support/skip.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { literalPath, rootPath } from "../paths/paths.ts";
import { exists, listFolder, readBytes, readText, statPath } from "./files.ts";

describe("readText", () => {
  test("returns the text unchanged, with its hash, size and time", async () => {
    const root = await temporaryTree({ "docs/a.md": "\ufeffone\r\ntwo — drei\n" });
    const file = await readText({ root }, literalPath("docs/a.md"));
    expect(file).toMatchObject({
      ok: true,
      value: {
        path: "docs/a.md",
        text: "\ufeffone\r\ntwo — drei\n",
        sha256: "bea5ea0cbc0b01a2f33adcf0b9acf4f0c2ceb5e47e7036e27a7b4986da94cb66",
        bytes: 21,
        mtimeMs: expect.any(Number),
        problems: [],
      },
    });
  });

  test("reads an empty file and a file of exactly the limit, but not one byte more", async () => {
    const root = await temporaryTree({ empty: "", exact: "12345", over: "123456" });
    expect(await readText({ root }, literalPath("empty"))).toMatchObject({ value: { text: "", bytes: 0 } });
    expect(await readText({ root }, literalPath("exact"), { maxBytes: 5 })).toMatchObject({
      value: { text: "12345" },
    });
    expect(await readText({ root }, literalPath("over"), { maxBytes: 5 })).toMatchObject({
      fault: { code: "file_too_large", details: { size: 6 } },
    });
  });

  test("reads to the end of a file whose size the system does not know", async () => {
    if (process.platform !== "linux") skipTest("reads /proc, which only Linux has");
    const file = await readText({ root: "/proc/self" }, literalPath("status"));
    // The real root of /proc/self is the process's own folder, so the spelled root does not contain it.
    expect(file).toMatchObject({ ok: false, fault: { code: "path_escape" } });
    const status = await readText({ root: `/proc/${process.pid}` }, literalPath("status"));
    expect(status).toMatchObject({ value: { text: expect.stringContaining(`Pid:\t${process.pid}`) } });
    const limited = await readText({ root: `/proc/${process.pid}` }, literalPath("status"), {
      maxBytes: 100,
    });
    expect(limited).toMatchObject({ fault: { code: "file_too_large" } });
  });

  test.each([
    ["latin-1", Buffer.from("caf\xe9 au lait", "latin1"), 3],
    ["after a genuine replacement character", Buffer.from([0xef, 0xbf, 0xbd, 0x61, 0xff]), 4],
    ["a sequence that is cut off", Buffer.from([0x61, 0xe2, 0x82]), 1],
    ["a surrogate", Buffer.from([0x61, 0x62, 0xed, 0xa0, 0x80]), 2],
    ["an overlong slash", Buffer.from([0xc0, 0xaf]), 0],
    ["UTF-16", Buffer.from("\ufeffhi", "utf16le"), 0],
  ])("names the first byte that is not UTF-8: %s", async (name, bytes, offset) => {
    const root = await temporaryTree({ "a.md": bytes });
    expect(await readText({ root }, literalPath("a.md"))).toMatchObject({
      ok: false,
      fault: {
        code: "unreadable_file",
        details: { offset },
        message: expect.stringContaining(name === "UTF-16" ? "is UTF-16" : `byte ${offset}`),
      },
    });
    const lossy = await readText({ root }, literalPath("a.md"), { lossy: true });
    expect(lossy).toMatchObject({ ok: true, value: { problems: [{ rule: "invalid_utf8", offset }] } });
    expect(lossy.ok && lossy.value.text).toContain("\ufffd");
  });

  test("names the line of the first byte that is not UTF-8, and distinguishes text from binary files", async () => {
    const root = await temporaryTree({
      "latin.md": Buffer.from("# A\r\n\r\ncaf\xe9\n", "latin1"),
      "image.md": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]),
    });
    const latin = await readText({ root }, literalPath("latin.md"), { lossy: true });
    const [problem] = latin.ok ? latin.value.problems : [];
    expect(problem).toMatchObject({ line: 3, isText: true, fix: "Save the file as UTF-8." });
    expect(problem?.message).toBe("`latin.md` is not UTF-8 text: byte 10 (0xE9, on line 3) is invalid.");
    const image = await readText({ root }, literalPath("image.md"), { lossy: true });
    expect(image).toMatchObject({ value: { problems: [{ line: 1, isText: false }] } });
  });

  test("accepts a replacement character that is in the file", async () => {
    const root = await temporaryTree({ "a.md": "a\ufffdb" });
    expect(await readText({ root }, literalPath("a.md"))).toMatchObject({
      value: { text: "a\ufffdb", problems: [] },
    });
  });

  test("does not block on a pipe, a socket, a device or a folder", async () => {
    const root = await temporaryTree({ "folder/x": "" });
    execFileSync("mkfifo", [join(root, "pipe")]);
    const server = createServer().listen(join(root, "socket"));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    for (const name of ["pipe", "socket", "folder", ""]) {
      expect(await readText({ root }, literalPath(name))).toMatchObject({ fault: { code: "not_a_file" } });
    }
    expect(await readText({ root: "/dev" }, literalPath("zero"))).toMatchObject({
      fault: { code: "not_a_file" },
    });
  });

  test("reports that a file does not exist, even below another file", async () => {
    const root = await temporaryTree({ "a.md": "" });
    for (const name of ["b.md", "a.md/x", "folder/x"]) {
      expect(await readText({ root }, literalPath(name))).toMatchObject({
        fault: { code: "path_not_found" },
      });
    }
  });

  test("reports that a file cannot be read", async () => {
    const root = await temporaryTree({ "a.md": "" });
    openToAll(root);
    await chmod(join(root, "a.md"), 0);
    expect(await asNobody(() => readText({ root }, literalPath("a.md")))).toMatchObject({
      fault: { code: "unreadable_file", details: { errno: "EACCES" } },
    });
  });

  test("follows links inside and refuses links that lead out, even for a path made by joining", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    for (const name of ["in-file.md", "in-folder/b.md", "in-self/in-twice/b.md", "in-out-and-back/b.md"]) {
      expect(await readText({ root }, literalPath(name))).toMatchObject({ value: { text: "inside" } });
    }
    for (const name of [
      "out-file.md",
      "out-relative/secret.md",
      "chain-1/secret.md",
      "out-climbing/secret.md",
    ]) {
      expect(await readText({ root }, literalPath(name))).toMatchObject({ fault: { code: "path_escape" } });
    }
    expect(await readText({ root }, literalPath("loop-a"))).toMatchObject({
      fault: { code: "unreadable_file" },
    });
  });
});

test("readBytes returns the bytes unchanged", async () => {
  const bytes = Buffer.from([0, 255, 254, 10]);
  const root = await temporaryTree({ "a.bin": bytes });
  const file = await readBytes({ root }, literalPath("a.bin"));
  expect(file.ok && Buffer.from(file.value.content)).toEqual(bytes);
});

describe("statPath and exists", () => {
  test("distinguish files, folders, other entries and missing paths", async () => {
    const root = await temporaryTree({ "a.md": "1234", "folder/x": "" });
    execFileSync("mkfifo", [join(root, "pipe")]);
    await symlink("a.md", join(root, "link"));
    const kinds = [];
    for (const name of ["", "a.md", "folder", "pipe", "link", "none", "a.md/x"]) {
      const found = await statPath({ root }, literalPath(name));
      kinds.push(found.ok ? found.value?.kind : found.fault.code);
    }
    expect(kinds).toEqual(["folder", "file", "folder", "other", "file", undefined, undefined]);
    expect(await statPath({ root }, literalPath("link"))).toMatchObject({ value: { size: 4 } });
    expect(await exists({ root }, literalPath("folder"))).toBe(true);
    expect(await exists({ root }, literalPath("none"))).toBe(false);
  });

  test("reveal nothing about paths outside", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    expect(await statPath({ root }, literalPath("out-file.md"))).toMatchObject({
      fault: { code: "path_escape" },
    });
    expect(await exists({ root }, literalPath("out-file.md"))).toBe(false);
  });
});

describe("listFolder", () => {
  test("sorts by code point and resolves links inside the root", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    await mkdir(join(root, "list/folder"), { recursive: true });
    for (const name of ["b", "B", "ä", "a10", "a9", "\u{1f600}", "\uffee"])
      await writeFile(join(root, "list", name), "");
    await symlink("../a.md", join(root, "list/to-file"));
    await symlink("../docs", join(root, "list/to-folder"));
    await symlink("../../outside", join(root, "list/to-outside"));
    await symlink("nowhere", join(root, "list/to-nothing"));
    const listed = await listFolder({ root }, literalPath("list"));
    expect(
      listed.ok && listed.value.map(({ name, kind, link }) => `${name} ${kind}${link ? " link" : ""}`),
    ).toEqual([
      "B file",
      "a10 file",
      "a9 file",
      "b file",
      "folder folder",
      "to-file file link",
      "to-folder folder link",
      "to-nothing other link",
      "to-outside other link",
      "ä file",
      "\uffee file",
      "\u{1f600} file",
    ]);
    expect(listed.ok && listed.value[0]?.path).toBe("list/B");
  });

  test("reports why a folder cannot be listed", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    expect(await listFolder({ root }, literalPath("none"))).toMatchObject({
      fault: { code: "not_a_directory" },
    });
    expect(await listFolder({ root }, literalPath("a.md"))).toMatchObject({
      fault: { code: "not_a_directory" },
    });
    expect(await listFolder({ root }, literalPath("out-relative"))).toMatchObject({
      fault: { code: "path_escape" },
    });
    expect(await listFolder({ root }, rootPath)).toMatchObject({ ok: true });
  });

  test("an unreadable folder is a fault", async () => {
    const root = await temporaryTree({ "folder/x": "" });
    openToAll(root);
    await chmod(join(root, "folder"), 0);
    onTestFinished(() => chmod(join(root, "folder"), 0o755));
    expect(await asNobody(() => listFolder({ root }, literalPath("folder")))).toMatchObject({
      fault: { code: "unreadable_file" },
    });
  });
});
