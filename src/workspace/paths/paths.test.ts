import { readdirSync, readFileSync } from "node:fs";
import { realpath, rename, rm, symlink } from "node:fs/promises";
import { join, posix } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostilePaths, plantHostileTree, strangePaths } from "../../../test/corpus/paths.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { readPathText } from "./path-text.ts";
import {
  absolutePath,
  ancestorsAndSelf,
  childPath,
  insideWorkspace,
  isWithin,
  joinPath,
  listedPath,
  literalPath,
  parentPath,
  realPathInside,
  rootPath,
} from "./paths.ts";

describe("insideWorkspace", () => {
  // [ENSURES: requirement-the-workspace-boundary.rules:TEST]
  test("refuses every path of the hostile corpus and names the input and the root", async () => {
    const { root, outside } = await plantHostileTree(await temporaryFolder());
    const corpus = hostilePaths(root, outside);
    expect(corpus.length).toBeGreaterThan(500);
    const accepted: string[] = [];
    for (const input of corpus) {
      const path = await insideWorkspace({ root }, input);
      if (path.ok) accepted.push(input);
      else {
        expect(path.fault.code).toBe("path_escape");
        expect(path.fault.path).toBe(input);
        expect(path.fault.message).toContain(root);
      }
    }
    expect(accepted).toEqual([]);
  });

  test("takes odd names literally and normalizes paths that stay inside", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    const found: Record<string, string> = {};
    for (const input of Object.keys(strangePaths(root))) {
      const path = await insideWorkspace({ root }, input);
      found[input] = path.ok ? path.value : `refused: ${path.fault.message}`;
    }
    expect(found).toEqual(strangePaths(root));
  });

  // [ENSURES: requirement-the-workspace-boundary.rules:TEST]
  // [VERIFIES: file-safety/the-workspace-boundary#a-link-that-leads-out]
  test("never accepts a path whose real location is outside, whatever the parts", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    const part = fc.constantFrom(
      ..."docs deep out-relative in-folder in-self in-up to-out chain-1 a.md new .. . loop-a out-climbing".split(
        " ",
      ),
      ...["", "\\", "..\\", "out-dangling", "in-dangling", "in-out-and-back", "C:", "\0"],
    );
    const property = fc.asyncProperty(
      fc.array(part, { maxLength: 7 }),
      fc.boolean(),
      async (parts, absolute) => {
        const input = (absolute ? [root, ...parts] : parts).join("/");
        const path = await insideWorkspace({ root }, input);
        if (!path.ok) return;
        const real = await realpath(join(root, path.value)).catch(() => undefined);
        if (real !== undefined) expect(isWithin(root, real)).toBe(true);
        expect(posix.normalize(path.value || ".")).toBe(path.value || ".");
      },
    );
    await fc.assert(property, { numRuns: 500, seed: 8 });
  });

  test("accepts a root whose path contains a link", async () => {
    const folder = await temporaryFolder();
    const { root } = await plantHostileTree(folder);
    await symlink(root, join(folder, "alias"));
    const inputs = [
      "alias",
      "alias/a.md",
      "alias/docs/new.md",
      "alias/../outside/secret.md",
      "alias/out-file.md",
    ];
    const found = [];
    for (const input of inputs) {
      const path = await insideWorkspace({ root }, `${folder}/${input}`);
      found.push(path.ok ? path.value : path.fault.code);
    }
    expect(found).toEqual(["", "a.md", "docs/new.md", "path_escape", "path_escape"]);
  });

  test("returns a fault, never an exception, while a link is being swapped", async () => {
    const { root, outside } = await plantHostileTree(await temporaryFolder());
    let done = false;
    const swap = (async () => {
      for (let turn = 0; !done; turn++) {
        await symlink(["docs", outside, "swapped", "not-there"][turn % 4] ?? "docs", join(root, "next"));
        await rename(join(root, "next"), join(root, "swapped"));
        if (turn % 5 === 0) await rm(join(root, "swapped"), { force: true });
      }
    })();
    const codes = new Set<string>();
    for (let turn = 0; turn < 400; turn++) {
      const path = await insideWorkspace({ root }, "swapped/secret.md");
      codes.add(path.ok ? path.value : path.fault.code);
    }
    done = true;
    await swap;
    expect([...codes].filter((code) => code !== "swapped/secret.md" && code !== "path_escape")).toEqual([]);
  });

  test("a file system root contains everything below it", async () => {
    const folder = await temporaryTree({ "a.md": "" });
    expect(await insideWorkspace({ root: "/" }, `${folder}/a.md`)).toMatchObject({
      value: `${folder}/a.md`.slice(1),
    });
    expect(absolutePath({ root: "/" }, literalPath("etc"))).toBe("/etc");
  });

  test("makes a hostile name in a message safe for the terminal", async () => {
    const folder = await temporaryFolder();
    const path = await insideWorkspace({ root: folder }, "../\u001b[2Jx");
    expect(path).toMatchObject({ ok: false, fault: { message: expect.not.stringContaining("\u001b") } });
  });
});

describe("realPathInside", () => {
  test("resolves links and keeps parts that do not exist yet", async () => {
    const { root } = await plantHostileTree(await temporaryFolder());
    const places = ["in-folder/new/x.md", "in-dangling", "docs/in-up", "in-absolute"].map(literalPath);
    const found = [];
    for (const path of places) found.push(await realPathInside({ root }, path));
    expect(found.map((real) => real.ok && real.value.slice(root.length))).toEqual([
      "/docs/new/x.md",
      "/docs/not-there.md",
      "/a.md",
      "/docs",
    ]);
    expect(await realPathInside({ root }, literalPath("out-climbing/x"))).toMatchObject({ ok: false });
  });
});

describe("joinPath", () => {
  test("appends names and relative paths", () => {
    expect(joinPath(rootPath, "specs", "auth/spec.md")).toEqual({ ok: true, value: "specs/auth/spec.md" });
    expect(joinPath(literalPath("specs"), "auth")).toEqual({ ok: true, value: "specs/auth" });
    expect(joinPath(literalPath("specs"))).toEqual({ ok: true, value: "specs" });
  });

  test.each([
    "",
    ".",
    "..",
    "../x",
    "a/../b",
    "a/..",
    "/etc",
    "a//b",
    "a/",
    "./a",
    "a\0",
    "..\\x",
    ".\\.",
    "a\\..\\..",
    "C:x",
  ])("refuses %j", (segment) => {
    expect(joinPath(literalPath("specs"), segment)).toMatchObject({
      ok: false,
      fault: { code: "path_escape" },
    });
    expect(joinPath(literalPath("specs"), "fine", segment)).toMatchObject({ ok: false });
  });
});

describe("childPath", () => {
  test("takes every name that a file can have", () => {
    for (const name of ["a.md", ".git", "...", "..a", "C:x", "\\x", "https:", "a\\..\\b", " "])
      expect(childPath(literalPath("docs"), name)).toBe(`docs/${name}`);
    expect(childPath(rootPath, "a/.b/c")).toBe("a/.b/c");
  });

  test("throws for anything that is not the name of an entry", () => {
    for (const name of ["", ".", "..", "/", "/a", "a/", "a//b", "a/../b", "../a", "./a", "a\0b"])
      expect(() => childPath(literalPath("docs"), name)).toThrow("is not the name of an entry");
  });
});

test("a path that another program listed is refused when it could lead out", () => {
  expect(listedPath("src/a.ts")).toBe("src/a.ts");
  for (const text of ["../a", "/etc/passwd", "src/../../a", ""]) expect(listedPath(text)).toBeUndefined();
});

test("the ancestors of a path come outermost first", () => {
  expect(ancestorsAndSelf(literalPath("a/b/c"))).toEqual(["a", "a/b", "a/b/c"]);
  expect(ancestorsAndSelf(rootPath)).toEqual([]);
});

test("only this module turns text into a path", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const casting = files.filter(
    (name) => readFileSync(join("src", name), "utf8").search(/\bas WorkspacePath\b/) >= 0,
  );
  expect(casting).toEqual([join("workspace", "paths", "paths.ts")]);
});

test("a literal path that is wrong is a bug and throws", () => {
  expect(() => literalPath("../x")).toThrow("cannot be part of a path");
  expect(literalPath("")).toBe(rootPath);
});

test("the parent of a path is the folder that contains it", () => {
  expect(["a/b/c", "a", ""].map(literalPath).map(parentPath)).toEqual(["a/b", "", ""]);
});

test("containment is decided by whole segments", () => {
  expect(isWithin("/a/b", "/a/b")).toBe(true);
  expect(isWithin("/a/b", "/a/b/..c")).toBe(true);
  expect(isWithin("/a/b", "/a/bc")).toBe(false);
  expect(isWithin("/a/b", "/a")).toBe(false);
  expect(isWithin("/", "/a")).toBe(true);
});

describe("on Windows", () => {
  test.each([
    "con",
    "docs\\NUL.txt",
    "com1",
    "LPT¹.log",
    "a.md.",
    "a.md ",
    "docs./x",
    "a.md:stream",
    "a.md::$DATA",
    "C:relative",
    "C:\\x\\con",
    "C:\\x:stream",
    "/rooted",
    "\\rooted",
    "..\\x",
    "docs\\..\\..\\x",
    "\\\\server\\share",
    "\\\\?\\C:\\x",
  ])("the text %j is refused", (input) => {
    expect(readPathText(input, true)).toMatchObject({ kind: "refused" });
  });

  test("backslashes are separators and drive paths are absolute", () => {
    const both = "docs/x/b.md";
    expect(readPathText("docs\\x\\.\\b.md", true)).toEqual({
      kind: "relative",
      literal: both,
      separated: both,
    });
    expect(readPathText("D:\\work\\a.md", true)).toEqual({ kind: "absolute" });
    expect(readPathText("d:/work/../a.md", true)).toEqual({ kind: "absolute" });
    expect(readPathText("console/nul-terminated.md", true)).toMatchObject({ kind: "relative" });
  });
});
