import { execFileSync } from "node:child_process";
import { appendFile, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedByFile } from "../../test/support/cleanup.ts";
import { dumpOf, indexFolder, searchFolder } from "../../test/support/code-index.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../test/support/temporary.ts";
import { parseSwift } from "./languages/swift/swift.ts";

/** Hard cases of code search, seen from where they hurt: what a search finds, with which lines and names. */

async function indexed(files: Record<string, string | Uint8Array>): Promise<string> {
  const root = await temporaryTree(files);
  await indexFolder(root);
  return root;
}

async function first(root: string, query: string) {
  const [hit] = await searchFolder(root, query);
  if (!hit) throw new Error(`Nothing is found for ${query}.`);
  return hit;
}

function linesOf(text: string, from: number, to: number): string {
  return text
    .split("\n")
    .slice(from - 1, to)
    .join("\n");
}

describe("Swift, as it is found", () => {
  // covers swiftindex: swift-strings-and-regexes
  it("braces in strings, regexes and comments do not move what follows them", async () => {
    const text = [
      "struct Odd {",
      '  let raw = #"{ "quoted" \\(no) "#',
      '  let long = """',
      '    } struct Fake { \\(list.map { "{\\($0)}" }) ',
      '    """',
      "  let pattern = /a{2}[{]/",
      "  /* { /* } nested { */ } */",
      '  func before() -> String { "\\(make { "}" })" }',
      "",
      "  /// Stays where it is.",
      "  func afterAllThat() {",
      "    work()",
      ...Array.from({ length: 40 }, (_, n) => `    step${n}()`),
      "  }",
      "}",
      "",
    ].join("\n");
    const hit = await first(await indexed({ "Odd.swift": text }), "afterAllThat");
    expect(hit).toMatchObject({ startLine: 10, endLine: 53, breadcrumb: "Odd > afterAllThat" });
    expect(hit.content).toBe(linesOf(text, 10, 53));
  });

  // covers swiftindex: conformance-names
  it("conformances are named without what is written around them", () => {
    const parsed = parseSwift(
      [
        "extension A.B: P where T: Q {}",
        "extension [Int]: P {}",
        "final class C: @unchecked Sendable, any R, S & U {}",
        "extension D: @retroactive Hashable {}",
        "struct E: ~Copyable {}",
      ].join("\n"),
    );
    const owner = (at: number) => parsed.declarations[at]?.qualifiedName;
    expect(parsed.inheritances.map(({ owner: at, name, how }) => [owner(at), name, how])).toEqual([
      ["A.B", "P", "extension"],
      [expect.any(String), "P", "extension"],
      ["C", "Sendable", "clause"],
      ["C", "R", "clause"],
      ["C", "S", "clause"],
      ["C", "U", "clause"],
      ["D", "Hashable", "extension"],
      ["E", "Copyable", "suppressed"],
    ]);
  });

  // covers swiftindex: conformance-names
  it("a type inside an extension has its whole breadcrumb", async () => {
    const body = Array.from({ length: 45 }, (_, n) => `      step${n}()`).join("\n");
    const text = `extension A.B {\n  struct Nested {\n    func goDeep() {\n${body}\n    }\n  }\n}\n`;
    expect(await first(await indexed({ "a.swift": text }), "goDeep")).toMatchObject({
      breadcrumb: "A > B > Nested > goDeep",
      symbols: expect.arrayContaining(["A.B.Nested.goDeep"]),
    });
  });

  // covers swiftindex: overloads-and-special-names
  it("overloads, operators, failable initializers, backticks and foreign letters keep their names apart", () => {
    const { declarations } = parseSwift(
      [
        "struct Store {",
        "  init?(id: Int) {}",
        "  func load(id: Int) {}",
        "  func load(name: String) {}",
        "  static func == (a: Store, b: Store) -> Bool { true }",
        "  subscript(index: Int, default fallback: Int) -> Int { 1 }",
        "  func callAsFunction(_ x: Int) {}",
        "  func größe() {}",
        "  var 名前: Int { 1 }",
        "}",
        "enum Choice { case `default`, other }",
      ].join("\n"),
    );
    const shown = declarations.map(({ kind, name, labels }) => `${kind} ${name}(${labels?.join(":") ?? ""})`);
    expect(shown).toEqual([
      "struct Store()",
      "initializer init(id)",
      "method load(id)",
      "method load(name)",
      "operator ==(_:_)",
      "subscript subscript(_:default)",
      "method callAsFunction(_)",
      "method größe()",
      "property 名前()",
      "enum Choice()",
      "case default()",
      "case other()",
    ]);
  });

  // covers swiftindex: locals-and-new-syntax
  it("newer syntax is read without loss, and locals are not chunks", async () => {
    const text = [
      "@propertyWrapper package struct Clamped<each Value> where repeat each Value: Comparable {",
      "  package var wrappedValue: Int { get { 1 } set { store(newValue) } }",
      "  @Clamped var inner: Int = 1",
      "}",
      "@resultBuilder enum Builder { static func buildBlock(_ parts: String...) -> String { parts.joined() } }",
      "struct Handle: ~Copyable { consuming func close() throws(IOError) {} }",
      "protocol Source { associatedtype Element; func next() async throws -> Element? }",
      "enum Step: String { case one, two(Int) ; indirect case more(Step) }",
      "func gather<each T>(_ item: repeat each T) async {",
      "  async let localResult = fetch()",
      "  let localValue = await localResult",
      '  #warning("later")',
      "  print(localValue)",
      "}",
      '#Preview("Dark") { Screen() }',
      "func last() {}",
      "",
    ].join("\n");
    const names = parseSwift(text)
      .declarations.filter(({ local }) => !local)
      .map(({ name }) => name);
    expect(names).toEqual([
      "Clamped",
      "wrappedValue",
      "inner",
      "Builder",
      "buildBlock",
      "Handle",
      "close",
      "Source",
      "Element",
      "next",
      "Step",
      "one",
      "two",
      "more",
      "gather",
      "Dark",
      "last",
    ]);
    const hits = await searchFolder(await indexed({ "new.swift": text }), "localResult localValue");
    for (const hit of hits) expect(hit.symbols).not.toContain("localValue");
  });

  const pairs = sharedByFile(() =>
    indexed({
      "a.swift": "let firstOfPair = 1, secondOfPair = 2\n",
      "b.swift": "enum Side { case leftCase, rightCase(Int) }\n",
      "c.swift": "var (tupleX, tupleY) = (1, 2)\n",
      "decoy.swift": "func other() { use(firstOfPair, secondOfPair, leftCase, rightCase, tupleX, tupleY) }\n",
    }),
  );

  // covers swiftindex: several-names-in-one-declaration
  it.each(["firstOfPair", "secondOfPair", "leftCase", "rightCase", "tupleX", "tupleY"])(
    "of several names in one declaration each is found: %s",
    async (name) => {
      const root = await pairs();
      const hit = await first(root, name);
      expect(hit.path).not.toBe("decoy.swift");
      expect(hit.symbols.some((symbol) => symbol.endsWith(name))).toBe(true);
    },
  );

  // covers swiftindex: doc-comments
  it("a doc comment is the block right above, attributes between allowed, and lines agree with the content", async () => {
    const filler = Array.from({ length: 45 }, (_, n) => `  step${n}()`).join("\n");
    const text = [
      "/// License of the file.",
      "",
      "// MARK: - Loading",
      "/**",
      " * Loads one thing.",
      " */",
      "@MainActor",
      "@available(iOS 15, *)",
      "func loadThing() {",
      filler,
      "}",
      "",
      "// MARK: - Saving",
      "func saveThing() {",
      filler,
      "}",
      "",
    ].join("\n");
    const root = await indexed({ "Doc.swift": text });
    const load = await first(root, "loadThing");
    expect(load).toMatchObject({ doc: "Loads one thing.", startLine: 4 });
    expect(load.content).toBe(linesOf(text, load.startLine, load.endLine));
    const save = await first(root, "saveThing");
    expect(save.doc).toBeUndefined();
    expect(save.content).toBe(linesOf(text, save.startLine, save.endLine));
  });

  // covers swiftindex: very-long-types
  it("of a type of six thousand lines no piece is long, and no line is given twice", async () => {
    const methods = Array.from(
      { length: 1_500 },
      (_, n) => `  func step${n}() {\n    advance(${n})\n    commonWord()\n  }`,
    );
    const root = await indexed({ "Giant.swift": `struct Giant {\n${methods.join("\n")}\n}\n` });
    const hits = await searchFolder(root, "common word of giant", { limit: 10 });
    const lines = hits.flatMap(({ startLine, endLine }) =>
      Array.from({ length: endLine - startLine + 1 }, (_, n) => startLine + n),
    );
    expect(hits).toHaveLength(10);
    expect(new Set(lines).size).toBe(lines.length);
    for (const hit of hits) {
      expect(hit.content.length).toBeLessThanOrEqual(4_000);
      expect(hit.breadcrumb ?? hit.symbols[0]).toContain("Giant");
    }
  });
});

describe("files of any kind", () => {
  // covers swiftindex: odd-files
  it("broken, empty, huge and strangely encoded files cost nothing but themselves, and are named", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("func wideFunc() {}\n", "utf16le")]);
    const root = await temporaryTree({
      "cut.swift": 'struct Cut { func cutFunc() { let s = "never closed',
      "garbage.swift": "}}}) @@ func class (((( \u0001\u0002 `` #if #if garbageWord",
      "bom.swift": "\uFEFFfunc markedFunc() {}\n",
      "crlf.swift": "func windowsFunc() {\r\n\twork()\r\n}\r\n",
      "wide.swift": utf16,
      "nul.swift": new Uint8Array([0x66, 0x00, 0x75, 0x00, 0x00, 0x01]),
      "empty.swift": "",
      "generated.swift": "let generatedWord = 1\n".repeat(250_000),
    });
    const report = await indexFolder(root);
    expect(report).toMatchObject({ seen: 8, indexed: 6, skipped: 2, failed: 0 });
    expect(report.errors.map(({ path }) => path).sort()).toEqual(["generated.swift", "nul.swift"]);
    const found = ["cutFunc", "garbageWord", "markedFunc", "windowsFunc", "wideFunc"].map((name) =>
      first(root, name),
    );
    expect((await Promise.all(found)).map(({ path }) => path)).toEqual([
      "cut.swift",
      "garbage.swift",
      "bom.swift",
      "crlf.swift",
      "wide.swift",
    ]);
    expect((await first(root, "windowsFunc")).content).toBe("func windowsFunc() {\r\n\twork()\r\n}");
  });

  // covers swiftindex: markdown-structure
  it("documents give sections with the right titles and lines, whatever their headings are written in", async () => {
    const root = await indexed({
      "README.md": "Only text about walrus.\n",
      "Guide.docc/Start.md":
        "# ``Shop``\n\n## Topics\n\n### Penguin\n\n- <doc:Feeding>\n- ``Shop/feed(_:)`` for [fish](https://x.test)\n",
      "html.md": "<h1>Zoo</h1>\n\n<h2>Giraffe</h2>\n\nTall.\n",
    });
    expect(await first(root, "walrus")).toMatchObject({ path: "README.md", startLine: 1 });
    expect(await first(root, "penguin feeding")).toMatchObject({ startLine: 5, endLine: 8 });
    expect(await first(root, "giraffe")).toMatchObject({ breadcrumb: "Zoo > Giraffe", startLine: 3 });
  });
});

describe("what belongs to a project", () => {
  const git = (root: string, ...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", ...args],
      { cwd: root, stdio: "ignore" },
    );
  const paths = (root: string) => dumpOf(root).map((line) => line.split(" ")[0]);

  // covers swiftindex: ignore-rules-and-links
  it("obeys .git/info/exclude, in a worktree too, and reads submodules", async () => {
    const folder = await temporaryFolder();
    const [library, main] = [join(folder, "library"), join(folder, "main")];
    await writeTree(library, { "lib.ts": "export function ofTheLibrary() {}\n" });
    await writeTree(main, { "app.ts": "export function ofTheApp() {}\n" });
    for (const root of [library, main]) {
      git(root, "init", "-q");
      git(root, "add", ".");
      git(root, "commit", "-qm", "first");
    }
    git(main, "submodule", "add", "-q", library, "vendored");
    git(main, "commit", "-qm", "second");
    await appendFile(join(main, ".git/info/exclude"), "private.ts\n");
    git(main, "worktree", "add", "-q", join(folder, "tree"));
    for (const root of [main, join(folder, "tree")]) {
      await writeTree(root, { "private.ts": "export const secretThing = 1;\n" });
      await indexFolder(root);
      expect(paths(root)).not.toContain("private.ts");
      expect(paths(root)).toContain("app.ts");
    }
    expect(paths(main)).toContain("vendored/lib.ts");
  });

  // covers swiftindex: updates-equal-a-fresh-index
  it("after any edits the index is that of a fresh build", async () => {
    const root = await temporaryTree({
      "a.ts": "export const a = 1;\n",
      "dir/b.ts": "export const b = 1;\n",
      "c.ts": "export const c = 1;\n",
      "d.ts": "export const d = 1;\n",
    });
    git(root, "init", "-q");
    await indexFolder(root);
    await rename(join(root, "a.ts"), join(root, "A.ts"));
    await mkdir(join(root, "moved"));
    await rename(join(root, "dir"), join(root, "moved/dir"));
    await writeFile(join(root, "c.ts"), "");
    await writeFile(join(root, ".git/info/exclude"), "d.ts\n");
    await indexFolder(root);
    const grown = dumpOf(root);
    expect(paths(root)).toEqual(["A.ts", "c.ts", "moved/dir/b.ts"]);
    await indexFolder(root, true);
    expect(grown).toEqual(dumpOf(root));
  });
});
