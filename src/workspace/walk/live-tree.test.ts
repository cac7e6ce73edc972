import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { uptimeMs } from "../../kernel/uptime.ts";
import { LiveTree } from "./live-tree.ts";
import { walkAll } from "./walk.ts";

const { signal } = new AbortController();
const options = { ignoreFileNames: [".hewtoignore"] };

async function seenBy(tree: LiveTree) {
  const entries = await tree.entries({ signal, isServer: true });
  if (!entries.ok) throw new Error(entries.fault.message);
  return entries.value;
}

async function walked(root: string) {
  const entries = await walkAll({ root }, options);
  if (!entries.ok) throw new Error(entries.fault.message);
  return entries.value;
}

/** Something that a person, an editor or git does to a tree. */
type Edit = (root: string) => void;

const folders = ["", "a", "a/b", "a/b/c", "d", "d/e", "out"];
const names = ["one.ts", "two.ts", "b", "x.log", ".gitignore", ".hewtoignore"];
const folder = fc.constantFrom(...folders);
const file = fc.tuple(folder, fc.constantFrom(...names)).map(([at, name]) => join(at, name));
const text = fc.constantFrom("", "x", "*.log\n", "out/\n", "/one.ts\n!two.ts\n", "b\n");

function attempt(edit: () => void): void {
  try {
    edit();
  } catch {
    // A file in the place of a folder, or nothing to move: the next edit.
  }
}

const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(file, text).map(
      ([path, content]): Edit =>
        (root) => {
          attempt(() => mkdirSync(dirname(join(root, path)), { recursive: true }));
          attempt(() => writeFileSync(join(root, path), content));
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        file,
        folder.filter((at) => at !== ""),
      )
      .map(
        (path): Edit =>
          (root) => {
            attempt(() => rmSync(join(root, path), { recursive: true, force: true }));
          },
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.oneof(file, folder), fc.oneof(file, folder)).map(
      ([from, to]): Edit =>
        (root) => {
          attempt(() => renameSync(join(root, from), join(root, to)));
        },
    ),
  },
  {
    weight: 1,
    arbitrary: folder.map(
      (at): Edit =>
        (root) => {
          attempt(() => mkdirSync(join(root, at), { recursive: true }));
        },
    ),
  },
  {
    weight: 1,
    arbitrary: file.map(
      (path): Edit =>
        (root) => {
          attempt(() => utimesSync(join(root, path), 1, 1));
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(file, file).map(
      ([from, to]): Edit =>
        (root) => {
          attempt(() => symlinkSync(join(root, from), join(root, to)));
        },
    ),
  },
  // Another folder in the place of one that stays open.
  {
    weight: 1,
    arbitrary: folder
      .filter((at) => at !== "")
      .map(
        (at): Edit =>
          (root) => {
            attempt(() => renameSync(join(root, at), join(root, "moved")));
            attempt(() => mkdirSync(join(root, at)));
            attempt(() => writeFileSync(join(root, at, "new.ts"), "1"));
          },
      ),
  },
);

const start = {
  ".gitignore": "*.log\n",
  "a/one.ts": "1",
  "a/b/two.ts": "2",
  "a/b/c/one.ts": "3",
  "d/e/x.log": "4",
};

describe("a tree that is looked at again and again", () => {
  it("has at every moment the files that a walk lists", async () => {
    const rounds = fc.array(fc.array(edits, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const root = await temporaryTree(start);
        const tree = new LiveTree({ root }, options);
        expect(await seenBy(tree)).toEqual(await walked(root));
        for (const round of all) {
          for (const edit of round) edit(root);
          expect(await seenBy(tree)).toEqual(await walked(root));
        }
        tree.close();
      }),
      { numRuns: Number(process.env["HEWTO_FUZZ"] ?? 60) },
    );
  });

  it("misses nothing that is edited while it looks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 2, maxLength: 20 }), async (all) => {
        const root = await temporaryTree(start);
        const tree = new LiveTree({ root }, options);
        await seenBy(tree);
        const looks: Promise<unknown>[] = [];
        for (const [at, edit] of all.entries()) {
          edit(root);
          looks.push(seenBy(tree));
          if (at % 3 === 0) await looks.at(-1);
        }
        await Promise.all(looks);
        expect(await seenBy(tree)).toEqual(await walked(root));
        tree.close();
      }),
      { numRuns: Number(process.env["HEWTO_FUZZ"] ?? 40) },
    );
  });

  it("is the same list while nothing changes, and another one after an edit", async () => {
    const root = await temporaryTree(start);
    const tree = new LiveTree({ root }, options);
    await seenBy(tree);
    const before = await seenBy(tree);
    writeFileSync(join(root, "d/ignored.log"), "");
    if (process.platform === "linux") expect(await seenBy(tree)).toBe(before);
    writeFileSync(join(root, "a/one.ts"), "changed");
    const after = await seenBy(tree);
    expect(after).not.toBe(before);
    expect(after).toEqual(await walked(root));
  });

  it("notices ignore rules outside its folders: of the repository, of folders above and of git's settings", async () => {
    const repository = await temporaryRepository({ "p/one.ts": "", "p/two.ts": "", "p/three.ts": "" });
    const home = await temporaryFolder();
    const root = join(repository, "p");
    const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    const tree = new LiveTree({ root }, { ...options, env });
    const paths = async () => (await seenBy(tree)).map(({ path }) => path);
    expect(await paths()).toEqual(["one.ts", "three.ts", "two.ts"]);
    writeFileSync(join(repository, ".git/info/exclude"), "one.ts\n");
    expect(await paths()).toEqual(["three.ts", "two.ts"]);
    writeFileSync(join(repository, ".gitignore"), "two.ts\n");
    expect(await paths()).toEqual(["three.ts"]);
    writeFileSync(join(home, "mine"), "three.ts\n");
    execFileSync("git", ["config", "--global", "core.excludesFile", "~/mine"], { env });
    expect(await paths()).toEqual([]);
    rmSync(join(repository, ".git"), { recursive: true });
    expect(await paths()).toEqual(["one.ts", "two.ts"]);
  });

  it("notices another folder in the place of the root", async () => {
    const parent = await temporaryFolder();
    const root = join(parent, "root");
    mkdirSync(root);
    writeFileSync(join(root, "old.ts"), "");
    const tree = new LiveTree({ root }, options);
    await seenBy(tree);
    renameSync(root, join(parent, "aside"));
    mkdirSync(root);
    writeFileSync(join(root, "new.ts"), "");
    expect((await seenBy(tree)).map(({ path }) => path)).toEqual(["new.ts"]);
    rmSync(root, { recursive: true });
    expect(await tree.entries({ signal })).toMatchObject({ ok: false });
  });

  it("notices thousands of changes, as a checkout makes them", async () => {
    const root = await temporaryTree(start);
    const tree = new LiveTree({ root }, options);
    await seenBy(tree);
    for (let n = 0; n < 3_000; n++) writeFileSync(join(root, `a/f${n}.ts`), String(n));
    for (let n = 0; n < 3_000; n += 2) rmSync(join(root, `a/f${n}.ts`));
    expect(await seenBy(tree)).toEqual(await walked(root));
    writeFileSync(join(root, "a/f1.ts"), "again");
    expect(await seenBy(tree)).toEqual(await walked(root));
  });

  it("follows a link into an ignored folder, whose changes nobody reports", async () => {
    const root = await temporaryTree({ ".gitignore": "store/\n", "store/x.ts": "1", "a.ts": "" });
    symlinkSync("store/x.ts", join(root, "link.ts"));
    const tree = new LiveTree({ root }, options);
    await seenBy(tree);
    writeFileSync(join(root, "store/x.ts"), "longer");
    expect(await seenBy(tree)).toEqual(await walked(root));
  });

  it("is walked once for questions that come before the walk begins", async () => {
    const root = await temporaryTree(start);
    const tree = new LiveTree({ root }, options);
    const askedAt = uptimeMs();
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => tree.entries({ signal, askedAt })));
    expect(one?.ok && two?.ok && three?.ok && [two.value === one.value, three.value === one.value]).toEqual([
      true,
      true,
    ]);
  });

  it("is compared with a walk now and then, and walked from then on if a change was not reported", async () => {
    const root = await temporaryTree({ "a/one.ts": "1", ".gitignore": "out/\n", "out/x": "" });
    const tree = new LiveTree({ root }, { ...options, verifyAfterMs: 0 });
    linkSync(join(root, "a/one.ts"), join(root, "out/same-file"));
    await seenBy(tree);
    // Written by its other name, which is in a folder that is not watched.
    writeFileSync(join(root, "out/same-file"), "longer");
    await seenBy(tree);
    await expect.poll(() => seenBy(tree)).toEqual(await walked(root));
  });
});
