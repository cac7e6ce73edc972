import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sharedByFile } from "../../test/support/cleanup.ts";
import { indexFolder, searchFolder } from "../../test/support/code-index.ts";
import { temporaryTree, writeTree } from "../../test/support/temporary.ts";
import { CodeIndex } from "./index/fresh.ts";
import { indexFolder as indexPlace } from "./index/home.ts";
import { pathPatternTrouble } from "./path-filter.ts";
import type { Hit } from "./search.ts";

async function indexed(files: Record<string, string>): Promise<string> {
  const root = await temporaryTree(files);
  await indexFolder(root);
  return root;
}

function paths(hits: readonly Hit[]): string[] {
  return hits.map((hit) => hit.path);
}

const shop = {
  "Sources/Auth/Login.ts":
    "/** Checks a password. */\nexport function authenticate(user: string) {\n  return user;\n}\n",
  "Sources/Auth/Token/Store.ts": "export class TokenStore {\n  refresh() {\n    return 1;\n  }\n}\n",
  "Sources/Net/RetryPolicy.ts":
    "export class RetryPolicy {\n  attempts = 3;\n  backoff(n: number) {\n    return n * 2;\n  }\n}\n",
  "Tests/LoginTests.ts": "test('authenticate', () => {\n  authenticate('x');\n});\n",
  "docs/guide.md": "# Guide\n\n## Installation\n\nInstall the shop.\n\n## Login\n\nCall authenticate.\n",
  "README.md": "# Shop\n\nInstallation is simple.\n",
};

/** For all who only search. */
const shopRoot = sharedByFile(() => indexed(shop));

describe("search by query", () => {
  // covers swiftindex: any-text-is-a-query
  it("takes any punctuation, emoji, operators and very long queries", async () => {
    const root = await shopRoot();
    const odd = [
      "async/await",
      "user.name",
      "what's the login flow?",
      "@MainActor",
      "$0.map",
      "a, b",
      "-",
      "C++",
      '"unbalanced',
      "NEAR(x y) AND OR NOT *",
      "🙂 emoji 🧑‍💻",
      "\u0000\uFFFF\\",
      "x".repeat(10_000),
      "word ".repeat(3_000),
    ];
    for (const query of odd) expect(Array.isArray(await searchFolder(root, query))).toBe(true);
  });

  // covers swiftindex: no-chunk-has-all-words
  it("finds RetryPolicy for a question of which no chunk has all words", async () => {
    const root = await shopRoot();
    const [best] = await searchFolder(root, "what does the retry policy do when it fails");
    expect(best?.symbols).toContain("RetryPolicy");
  });

  // covers swiftindex: rare-names, spellings-of-a-name
  it("puts the one use of a rare name before two hundred similar ones", async () => {
    const many = Array.from(
      { length: 200 },
      (_, n) => `export function searchThing${n}() { return "search error"; }`,
    );
    const root = await indexed({
      "many.ts": `${many.join("\n\n")}\n`,
      "rare.ts":
        "export function open() {\n  try {\n    go();\n  } catch (e) {\n    if (e instanceof USearchError) throw e;\n  }\n}\n",
    });
    for (const query of ["USearchError", "usearcherror", "u_search_error", "u search error"])
      expect((await searchFolder(root, query))[0]?.path).toBe("rare.ts");
  });

  // covers swiftindex: spellings-of-a-name
  it("splits names at humps, underscores, digits and acronyms", async () => {
    const root = await indexed({
      "a.ts": "export class URLSessionTaskMetrics {}\n",
      "b.ts": "export const iOS16Support = true;\n",
      "c.ts": "export class HTTP2Frame {}\n",
      "d.py": "def load_user_profile():\n    pass\n",
    });
    expect((await searchFolder(root, "session metrics"))[0]?.path).toBe("a.ts");
    expect((await searchFolder(root, "url session task metrics"))[0]?.path).toBe("a.ts");
    expect((await searchFolder(root, "ios 16"))[0]?.path).toBe("b.ts");
    expect((await searchFolder(root, "http2 frame"))[0]?.path).toBe("c.ts");
    expect((await searchFolder(root, "loadUserProfile"))[0]?.path).toBe("d.py");
    expect((await searchFolder(root, "loading users"))[0]?.path).toBe("d.py");
  });

  // covers swiftindex: words-containing-keywords
  it("does not take refactor for actor, nor classification for class", async () => {
    const root = await indexed({
      "actor.ts": "export class ActorSystem {\n  spawn() {}\n}\n",
      "refactor.ts": "export function refactorClassification() {\n  return 1;\n}\n",
    });
    expect(paths(await searchFolder(root, "refactor classification"))).toEqual(["refactor.ts"]);
  });

  it("finds words of other scripts", async () => {
    const root = await indexed({
      "a.ts": "// Проверка пароля пользователя\nexport const a = 1;\n",
      "b.ts": "// ユーザー認証の処理\nexport const b = 1;\n",
      "c.ts": "export const größe = 1;\n",
    });
    expect((await searchFolder(root, "пароля"))[0]?.path).toBe("a.ts");
    expect((await searchFolder(root, "認証"))[0]?.path).toBe("b.ts");
    expect((await searchFolder(root, "größe"))[0]?.path).toBe("c.ts");
  });

  it("puts sources before tests, mocks and docs, unless those are asked for", async () => {
    const root = await shopRoot();
    expect((await searchFolder(root, "authenticate"))[0]?.path).toBe("Sources/Auth/Login.ts");
    expect((await searchFolder(root, "tests of authenticate"))[0]?.path).toBe("Tests/LoginTests.ts");
  });

  // covers swiftindex: relevance-percentages
  it("gives relevance from 0 to 100 that never rises", async () => {
    const root = await shopRoot();
    for (const query of ["authenticate", "retry login installation", "zzz authenticate"]) {
      const relevances = (await searchFolder(root, query)).map((hit) => hit.relevance);
      expect(relevances.length).toBeGreaterThan(0);
      for (const [at, value] of relevances.entries()) {
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeLessThanOrEqual(relevances[at - 1] ?? 100);
        expect(value).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it("gives the same list for the same files, however the index came to be", async () => {
    const root = await indexed(shop);
    const before = await searchFolder(root, "login token retry");
    for (let round = 0; round < 12; round++) {
      await writeTree(root, { [`extra${round}.ts`]: `export const extra${round} = 'login token';\n` });
      await indexFolder(root);
    }
    for (let round = 0; round < 12; round++) await rm(join(root, `extra${round}.ts`));
    expect(await searchFolder(root, "login token retry")).toEqual(before);
    await indexFolder(root, true);
    expect(await searchFolder(root, "login token retry")).toEqual(before);
  });

  // covers swiftindex: search-limit
  it("returns no more results than asked for", async () => {
    const root = await shopRoot();
    expect(await searchFolder(root, "authenticate install", { limit: 2 })).toHaveLength(2);
    expect((await searchFolder(root, "export return", { limit: 1000 })).length).toBe(3);
  });
});

describe("search filters", () => {
  // covers swiftindex: path-patterns, search-path-filter
  it("applies globs to relative paths at any depth", async () => {
    const root = await shopRoot();
    const found = async (pathFilter: string) =>
      [
        ...new Set(paths(await searchFolder(root, "export authenticate refresh install", { pathFilter }))),
      ].sort();
    expect(await found("Sources/Auth/**")).toEqual(["Sources/Auth/Login.ts", "Sources/Auth/Token/Store.ts"]);
    expect(await found("./Sources/Auth/**")).toEqual(await found("Sources/Auth/**"));
    expect(await found(join(root, "Sources/Auth/**"))).toEqual(await found("Sources/Auth/**"));
    expect(await found("/Sources/Auth/**")).toEqual(await found("Sources/Auth/**"));
    expect(await found("Sources/Auth")).toEqual(await found("Sources/Auth/**"));
    expect(await found("**/*.md")).toEqual(["README.md", "docs/guide.md"]);
    expect(await found("*.md")).toEqual(["README.md", "docs/guide.md"]);
    expect(await found("docs/*.md")).toEqual(["docs/guide.md"]);
    expect(await found("{Tests,docs}/**")).toEqual(["Tests/LoginTests.ts", "docs/guide.md"]);
    expect(await found("Sources/*/L*.ts")).toEqual(["Sources/Auth/Login.ts"]);
    expect(await found("nothing/**")).toEqual([]);
    expect(await found("[")).toEqual([]);
  });

  it("takes braces that stand for 256 patterns, and says why it takes no more", async () => {
    const group = (length: number) => `{${Array.from({ length }, (_, n) => n.toString(36)).join(",")}}/*.ts`;
    expect(pathPatternTrouble(group(256))).toBeUndefined();
    expect(pathPatternTrouble(group(257))).toBe("its braces stand for more than 256 patterns");
  });

  // covers swiftindex: path-patterns
  it("filters before ranking: a hit that is thousandth of all is first of its folder", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [
        `big/file${n}.ts`,
        "export function connect() { connect(); connect(); }\n",
      ]),
    );
    const root = await indexed({
      ...many,
      "small/last.ts": "// mentions connect once\nexport const other = 1;\n",
    });
    expect(paths(await searchFolder(root, "connect", { pathFilter: "small/**", limit: 1 }))).toEqual([
      "small/last.ts",
    ]);
  });

  // covers swiftindex: extension-filter
  it("normalizes extensions and finds nothing for unknown ones", async () => {
    const root = await shopRoot();
    const found = async (extensions: string) =>
      new Set(paths(await searchFolder(root, "authenticate installation", { extensions })));
    expect(await found(" .MD , rs")).toEqual(new Set(["README.md", "docs/guide.md"]));
    const markdown = new Set(["README.md", "docs/guide.md"]);
    for (const spelling of ["md", ".md", "*.md", " *.MD ", "md,", "*.md,.md,md"])
      expect([spelling, await found(spelling)]).toEqual([spelling, markdown]);
    expect(await found("zig")).toEqual(new Set());
    expect((await found("")).size).toBeGreaterThan(2);
  });
});

describe("chunks", () => {
  const library = {
    "lib.ts": [
      "import a from 'a';",
      "",
      "/** Keeps users. */",
      "export class UserStore {",
      "  private users = new Map();",
      "",
      "  /** Loads one by its id. */",
      "  load(id: number) {",
      "    const local = this.users.get(id);",
      "    return local;",
      "  }",
      "",
      ...Array.from({ length: 40 }, (_, n) => `  // filler ${n}`),
      "}",
      "",
    ].join("\r\n"),
  };

  // covers swiftindex: search-result-fields
  it("says kind, symbols, signature, breadcrumb, doc and lines that agree with the content", async () => {
    const root = await indexed(library);
    const [hit] = await searchFolder(root, "load user by id");
    expect(hit).toMatchObject({
      kind: "method",
      symbols: ["UserStore.load", "load", "load(_:)"],
      signature: "load(id: number)",
      breadcrumb: "UserStore > load",
      doc: "Loads one by its id.",
      startLine: 7,
      endLine: 11,
    });
    expect(hit?.content.split("\r\n")).toEqual(library["lib.ts"].split("\r\n").slice(6, 11));
  });

  // covers swiftindex: locals-and-new-syntax
  it("makes no chunk of locals", async () => {
    const root = await indexed(library);
    expect((await searchFolder(root, "local"))[0]?.symbols).not.toContain("local");
  });

  // covers swiftindex: very-long-types
  it("cuts a six-thousand-line type into pieces that keep its name, with no line twice", async () => {
    const methods = Array.from({ length: 1500 }, (_, n) => `  method${n}() {\n    return ${n};\n  }\n`);
    const long = `  huge() {\n${"    step();\n".repeat(900)}  }\n`;
    const root = await indexed({ "big.ts": `export class Giant {\n${methods.join("\n")}\n${long}}\n` });
    const snapshot = new CodeIndex({ root }).stored();
    const segment = snapshot?.segments[0]?.segment;
    const seen = new Set<number>();
    for (let chunk = 0; chunk < (segment?.chunkCount ?? 0); chunk++) {
      const [first = 0, last = 0] = segment?.chunkLines.subarray(chunk * 2, chunk * 2 + 2) ?? [];
      const details = segment?.detailsOf(chunk);
      expect((details?.to ?? 0) - (details?.from ?? 0)).toBeLessThanOrEqual(4_000);
      expect(details?.symbols[0]).toContain("Giant");
      for (let line = first; line <= last; line++) {
        expect(seen.has(line)).toBe(false);
        seen.add(line);
      }
    }
    expect((await searchFolder(root, "method1234"))[0]?.content).toContain("return 1234;");
  });

  it("cuts endless lines", async () => {
    const root = await indexed({ "min.js": `var a=1;${"call(a);".repeat(20_000)}` });
    for (const hit of await searchFolder(root, "call")) expect(hit.content.length).toBeLessThanOrEqual(4_000);
  });
});

describe("freshness", () => {
  async function fresh(index: CodeIndex) {
    const result = await index.fresh({ signal: new AbortController().signal, now: () => new Date(0) });
    if (!result.ok) throw new Error(result.fault.message);
    return result.value.freshness;
  }

  // [VERIFIES: code-search/fresh-answers#an-edit-between-two-searches]
  it("notices edits, deletes and new files at query time and reads only those", async () => {
    const root = await indexed(shop);
    const index = new CodeIndex({ root });
    expect(await fresh(index)).toEqual({
      checked_at: "1970-01-01T00:00:00.000Z",
      changed: 0,
      reread: 0,
      stale: 0,
    });
    await writeFile(join(root, "Sources/Auth/Login.ts"), "export function signIn() {}\n");
    await writeFile(join(root, "new.ts"), "export function brandNew() {}\n");
    await rm(join(root, "Sources/Net/RetryPolicy.ts"));
    expect(await fresh(index)).toMatchObject({ changed: 3, reread: 2, stale: 0 });
    expect(await fresh(index)).toMatchObject({ changed: 0, reread: 0, stale: 0 });
    expect((await searchFolder(root, "signIn"))[0]?.path).toBe("Sources/Auth/Login.ts");
    expect((await searchFolder(root, "brandNew"))[0]?.path).toBe("new.ts");
    expect(paths(await searchFolder(root, "backoff"))).toEqual([]);
  });

  it("sees an edit that keeps size and time stamp", async () => {
    const root = await indexed({ "a.ts": "export const one = 'aaaa';\n" });
    for (const word of ["bbbb", "cccc", "dddd"]) {
      await writeFile(join(root, "a.ts"), `export const one = '${word}';\n`);
      expect((await searchFolder(root, word))[0]?.content).toContain(word);
    }
  });

  // covers swiftindex: other-model-or-version
  it("reads a small workspace again before it answers when another version of Hewto built the index", async () => {
    const root = await indexed(shop);
    await sleep(60); // a file that was read right after it was written counts as changed once more
    await indexFolder(root);
    const manifest = join(indexPlace({ root }), "manifest.json");
    const written = JSON.parse(await readFile(manifest, "utf8"));
    await writeFile(manifest, JSON.stringify({ ...written, analysis: "of another version" }));
    expect(await fresh(new CodeIndex({ root }))).toMatchObject({ changed: 0, stale: 0 });
    expect(JSON.parse(await readFile(manifest, "utf8")).analysis).toBe(written.analysis);
    expect((await searchFolder(root, "backoff"))[0]?.path).toBe("Sources/Net/RetryPolicy.ts");
  });

  it("says that an index is damaged instead of that there is none, and an index run repairs it", async () => {
    const root = await indexed(shop);
    const folder = indexPlace({ root });
    const { signal } = new AbortController();
    for (const kind of ["manifest.json", ".search"]) {
      const damaged = (await readdir(folder)).filter((file) => file.endsWith(kind));
      expect(damaged).not.toEqual([]);
      for (const file of damaged) await writeFile(join(folder, file), "garbage");
      const result = await new CodeIndex({ root }).fresh({ signal, now: () => new Date() });
      expect(result).toMatchObject({
        ok: false,
        fault: { code: "index_missing", message: expect.stringContaining("is damaged or unfinished") },
      });
      await indexFolder(root);
      expect((await searchFolder(root, "backoff"))[0]?.path).toBe("Sources/Net/RetryPolicy.ts");
    }
  });

  it("says so when only another version of Hewto can read the index", async () => {
    const root = await indexed(shop);
    const manifest = join(indexPlace({ root }), "manifest.json");
    await writeFile(manifest, (await readFile(manifest, "utf8")).replace(/"version":\d+/, '"version":1'));
    const result = await new CodeIndex({ root }).fresh({
      signal: new AbortController().signal,
      now: () => new Date(),
    });
    expect(result).toMatchObject({
      ok: false,
      fault: { code: "index_missing", message: expect.stringContaining("another version of Hewto") },
    });
    await indexFolder(root);
    expect((await searchFolder(root, "backoff"))[0]?.path).toBe("Sources/Net/RetryPolicy.ts");
  });

  // covers swiftindex: error-no-index
  it("says that there is no index, and what builds it", async () => {
    const root = await temporaryTree(shop);
    const result = await new CodeIndex({ root }).fresh({
      signal: new AbortController().signal,
      now: () => new Date(),
    });
    expect(result).toMatchObject({
      ok: false,
      fault: { message: `No index found for path: ${root}.`, suggest: { operation: "index_codebase" } },
    });
  });
});
