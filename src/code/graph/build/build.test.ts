import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../kernel/hash.ts";
import { languageFor, prepareLanguage } from "../../languages/registry.ts";
import { parseSwift } from "../../languages/swift/swift.ts";
import { encodeColumns, readColumns } from "../format/columns.ts";
import { type BaseGraph, columnsOf } from "../format/make-columns.ts";
import { SectionFile } from "../format/section-file.ts";
import { decodeState, encodeUpdate } from "../format/stored.ts";
import { Graph, graphOf } from "../model/graph.ts";
import {
  type BuiltGraph,
  buildGraph,
  type FileResolution,
  finishBuild,
  type GraphState,
  planBuild,
  resolveFile,
  type SourceFile,
  withEdges,
  withoutEdges,
} from "./build.ts";
import { type KeptResolver, keep } from "./kept-resolver.ts";
import { readWorkerResult, WorkerResultWriter } from "./worker-result.ts";

type Tree = Readonly<Record<string, string>>;

function sources(tree: Tree): SourceFile[] {
  return Object.keys(tree)
    .sort()
    .map((path) => {
      const text = tree[path] ?? "";
      return { path, hash: text, language: "swift", role: "source", facts: () => parseSwift(text) };
    });
}

/** Everything but how the graph came about. */
function dump(built: BuiltGraph): unknown {
  return built.files.map(({ shape, module, edges, dependencies }) => ({
    path: shape.path,
    module,
    edges,
    dependencies,
  }));
}

function updateOf(state: GraphState): Uint8Array {
  return Buffer.concat([...encodeUpdate(state, "a")]);
}

/** The next graph as a process makes it that has only the stored one: columns, and a state without edges. */
function nextBase(
  tree: Tree,
  base: (BaseGraph & { state: GraphState; kept: KeptResolver | undefined }) | undefined,
) {
  const files = sources(tree);
  const plan = planBuild(files, base?.state, [], base?.kept);
  const state = finishBuild(
    plan,
    new Map(plan.stale.map((file) => [file, resolveFile(plan.resolver, file, files)])),
  );
  const bytes = Buffer.concat(encodeColumns(columnsOf(state, base)));
  const columns = readColumns(SectionFile.inMemory(bytes));
  const back = decodeState(new Graph(columns), updateOf(state), "a");
  if (!back) throw new Error("What was just written does not read.");
  // A process that has the resolver has the state that it was made from.
  const own = base?.kept ? withoutEdges(state) : back;
  return { bytes, columns, state: own, files: own.files, kept: keep(plan) };
}

function edgesOf(built: BuiltGraph): string[] {
  return built.files.flatMap(({ shape, edges }) =>
    edges.map(
      ({ from, to, kind, confidence }) => `${shape.symbols[from]?.key ?? ""} ${kind} ${to.key} ${confidence}`,
    ),
  );
}

describe("an edge that is only possible", () => {
  function reasonOf(tree: Tree, name: string) {
    const graph = graphOf(buildGraph(sources(tree), undefined));
    const edges = graph.nodes().flatMap(({ id, name: own }) => (own.startsWith(name) ? graph.to(id) : []));
    return edges.map(({ confidence, reason }) => [confidence, reason]);
  }

  it("says that the type of the receiver is unknown", () => {
    const tree = {
      "A.swift": "struct A { func dimTheLamp() {} }\nfunc f(x: [Int]) { x.map { $0 }.dimTheLamp() }\n",
    };
    expect(reasonOf(tree, "A.dimTheLamp")).toEqual([["possible", "type of the receiver unknown"]]);
  });

  it("says that several declarations match", () => {
    const tree = {
      "A.swift": "struct A { func go(_ n: Int) {}\n func go(_ n: String) {} }\nfunc f(a: A) { a.go(g()) }\n",
    };
    expect(reasonOf(tree, "A.go")).toEqual([
      ["possible", "several declarations match"],
      ["possible", "several declarations match"],
    ]);
  });

  it("has no reason if it is certain", () => {
    const tree = { "A.swift": "struct A { func go() {} }\nfunc f(a: A) { a.go() }\n" };
    expect(reasonOf(tree, "A.go")).toEqual([["exact", undefined]]);
  });
});

const base: Tree = {
  "Store.swift": "protocol Store { func save() }\nstruct Disk: Store { func save() {} }\n",
  "Use.swift": "func persist(disk: Disk) { disk.save() }\n",
  "Other.swift": "func unrelated() { helper() }\nfunc helper() {}\n",
};

describe("names in Swift", () => {
  it("of an associated type mean what its protocol demands of it", () => {
    const built = buildGraph(
      sources({
        "Box.swift": "class Thing { func poke() {} }\nprotocol Box { associatedtype Item: Thing }\n",
        "Use.swift": "func shake<B: Box>(item: B.Item) { item.poke() }\n",
      }),
      undefined,
    );
    expect(edgesOf(built).filter((edge) => edge.includes("calls"))).toEqual([
      "shake(item:) calls Thing.poke() exact",
    ]);
  });

  it("of a module with one of its declarations are an import of the module", () => {
    const built = buildGraph(
      sources({
        "Sources/Core/User.swift": "public struct User {}\n",
        "Sources/App/App.swift": "import struct Core.User\nimport struct Foundation.Date\n",
      }),
      undefined,
    );
    expect(edgesOf(built)).toEqual([" imports Core.User exact", " imports Foundation.Date external"]);
  });
});

describe("updating the graph", () => {
  it("follows a re-export that changed, as a build from nothing does", async () => {
    const language = languageFor("a.ts");
    if (!language) throw new Error("TypeScript is not known.");
    await prepareLanguage(language);
    const script = (tree: Tree): SourceFile[] =>
      sources(tree).map((source) => ({
        ...source,
        language: "typescript",
        facts: () => language.parse(tree[source.path] ?? "", source.path),
      }));
    const tree = {
      "a.ts": "export function load() {}\n",
      "b.ts": "export function load() {}\n",
      "index.ts": 'export * from "./a";\n',
      "use.ts": 'import { load } from "./index";\nexport function use() { load(); }\n',
    };
    const before = buildGraph(script(tree), undefined);
    const goal = (built: BuiltGraph) =>
      built.files.at(-1)?.edges.find(({ kind }) => kind === "calls")?.to.path;
    expect(goal(before)).toBe("a.ts");
    const moved = { ...tree, "index.ts": 'export { load } from "./b";\n' };
    const after = buildGraph(script(moved), before);
    expect(goal(after)).toBe("b.ts");
    expect(dump(after)).toEqual(dump(buildGraph(script(moved), undefined)));
  });

  it("resolves nothing when nothing changed", () => {
    const before = buildGraph(sources(base), undefined);
    expect(buildGraph(sources(base), before).resolved).toBe(0);
  });

  it("resolves a changed file and the files that dependencies for what changed in it, and no other", () => {
    const before = buildGraph(sources(base), undefined);
    const after = {
      ...base,
      "Store.swift": (base["Store.swift"] ?? "").replace(
        "struct Disk: Store { func save() {} }",
        "struct Disk: Store { func save(force: Bool = false) {} }",
      ),
    };
    const built = buildGraph(sources(after), before);
    expect(built.resolved).toBe(2);
    expect(edgesOf(built)).toContain("persist(disk:) calls Disk.save(force:) exact");
  });

  it("resolves only the file itself when a body changed", () => {
    const before = buildGraph(sources(base), undefined);
    const after = {
      ...base,
      "Other.swift": "func unrelated() { helper(); helper() }\nfunc helper() { print(1) }\n",
    };
    expect(buildGraph(sources(after), before).resolved).toBe(1);
  });

  it("notices a conformance that another file adds", () => {
    const tree = {
      ...base,
      "More.swift":
        "struct Cloud {}\nfunc upload(cloud: Cloud) { cloud.log() }\nextension Store { func log() {} }\n",
    };
    const before = buildGraph(sources(tree), undefined);
    expect(edgesOf(before)).not.toContain("upload(cloud:) calls Store.log() exact");
    const after = buildGraph(
      sources({ ...tree, "Add.swift": "extension Cloud: Store { func save() {} }\n" }),
      before,
    );
    expect(edgesOf(after)).toContain("upload(cloud:) calls Store.log() exact");
  });

  it("drops edges to a declaration that is gone", () => {
    const before = buildGraph(sources(base), undefined);
    const { "Store.swift": _, ...rest } = base;
    const after = buildGraph(sources(rest), before);
    expect(edgesOf(after).filter((edge) => edge.includes("Disk.save()"))).toEqual([]);
  });

  it("survives the way to disk and back", () => {
    const built = buildGraph(sources(base), undefined);
    const back = decodeState(graphOf(built), updateOf(built), "a");
    expect(back).toEqual({ ...withoutEdges(built), resolved: 0 });
  });

  it("starts over from a stored graph of another version, or one that does not read", () => {
    const built = buildGraph(sources(base), undefined);
    expect(decodeState(graphOf(built), updateOf(built), "b")).toBeUndefined();
    expect(decodeState(graphOf(built), new Uint8Array([1, 2, 3]), "a")).toBeUndefined();
  });
});

const lines = [
  "protocol P { func go(); var item: T1 { get } }",
  "protocol Q: P { func stop() }",
  "extension P { func go() { item.run() } }",
  "extension P { func extra() { go() } }",
  "struct T1: P { func go() {}; var item: T1 { self }; func run() {} }",
  "struct T1 { func run(x: Int = 1) {} }",
  "class C { func go() {}; static let shared = C(); let one: T1 }",
  "class D: C { override func go() { super.go(); one.run() } }",
  "extension T1: Q { func stop() {} }",
  "extension T1 { func run() {}; struct C { func go() {} } }",
  "typealias Alias = T1",
  "extension Alias { func aliased() { run() } }",
  "func use(t: T1, c: C) { t.go(); c.one.run(); C.shared.go(); t.extra() }",
  "func use2(a: Alias) { a.run(); a.aliased(); a.stop() }",
  "func top() { let x = make(); x.run(); x.go() }",
  "func make() -> T1 { T1() }",
  "func make() -> C { C() }",
  "private func make() -> D { D() }",
  "import One",
  "@_exported import Two",
  "let global = make()",
  "infix operator <~",
  "func <~ (a: T1, b: C) -> T1 { a }",
  "extension C { static func <~ (a: C, b: C) -> C { a }; static func == (a: C, b: C) -> Bool { true } }",
  "extension T1 { subscript(key key: Int) -> C { C() }; subscript(at: Int) -> T1 { self } }",
  "func signs(t: T1, c: C) { t <~ c; c <~ c; if c == c { t[key: 1].go(); t[0].run() } }",
  "func late() { global.run(); global.go(); top() }",
];

const paths = ["A.swift", "B.swift", "Sources/One/C.swift", "Sources/Two/D.swift", "Sources/Two/E.swift"];

/** Under load a property can take half a minute, and a test that runs out of time cannot name the edits that failed. */
const propertyTime = 300_000;

describe("any series of edits", { timeout: propertyTime }, () => {
  it("gives the graph that a build from nothing gives", () => {
    const file = fc.uniqueArray(fc.constantFrom(...lines), { maxLength: 6 }).map((all) => all.join("\n"));
    const edit = fc.record({
      path: fc.constantFrom(...paths),
      text: fc.option(file, { nil: undefined, freq: 6 }),
    });
    const property = fc.property(fc.array(edit, { minLength: 2, maxLength: 8 }), (edits) => {
      let tree: Tree = {};
      let built: BuiltGraph | undefined;
      let base: ReturnType<typeof nextBase> | undefined;
      for (const { path, text } of edits) {
        const { [path]: _, ...rest } = tree;
        tree = text === undefined ? rest : { ...rest, [path]: text };
        const whole = buildGraph(sources(tree), undefined);
        built = buildGraph(sources(tree), built);
        expect(dump(built)).toEqual(dump(whole));
        base = nextBase(tree, base);
        expect(sha256(base.bytes)).toBe(sha256(Buffer.concat(encodeColumns(columnsOf(whole)))));
      }
    });
    fc.assert(property, { numRuns: Number(process.env.HEWTO_FUZZ ?? 40) });
  });

  it("of bodies only keeps the symbol table, and gives that graph too", () => {
    const file = fc.uniqueArray(fc.constantFrom(...lines), { minLength: 3, maxLength: 8 });
    const body = fc.constantFrom(
      "top()",
      "T1().run()",
      "global.go(); global.run()",
      "C().go()\n  late()",
      "",
    );
    const edits = fc.array(fc.tuple(fc.constantFrom(...paths), body), { minLength: 1, maxLength: 6 });
    const property = fc.property(fc.array(file, { minLength: 5, maxLength: 5 }), edits, (texts, all) => {
      const around = (path: string, text: string) =>
        `${texts[paths.indexOf(path)]?.join("\n")}\nfunc edited() { ${text} }\n`;
      let tree: Tree = Object.fromEntries(paths.map((path) => [path, around(path, "")]));
      let base = nextBase(tree, undefined);
      for (const [path, text] of all) {
        const resolver = base.kept?.resolver;
        tree = { ...tree, [path]: around(path, text) };
        base = nextBase(tree, base);
        expect(base.kept?.resolver === resolver).toBe(true);
        const whole = columnsOf(buildGraph(sources(tree), undefined));
        expect(sha256(base.bytes)).toBe(sha256(Buffer.concat(encodeColumns(whole))));
      }
    });
    fc.assert(property, { numRuns: Number(process.env.HEWTO_FUZZ ?? 40) });
  });
});

describe("any division of the files among threads", { timeout: propertyTime }, () => {
  /** Two threads resolve the files in some order; `first` has the files of the first one. */
  function shared(
    files: readonly SourceFile[],
    order: readonly number[],
    first: ReadonlySet<number>,
  ): BuiltGraph {
    const plan = planBuild(files, undefined, []);
    const { resolver } = plan;
    const worker = planBuild(files, undefined, []).resolver;
    const result = new WorkerResultWriter(worker.targets);
    const resolutions = new Map<number, FileResolution>();
    for (const file of order) {
      if (first.has(file)) resolutions.set(file, resolveFile(resolver, file, files));
      else {
        const { edges, dependencies } = resolveFile(worker, file, files);
        result.add(file, edges, dependencies);
      }
    }
    readWorkerResult(result.done(), resolver.targets, resolutions);
    return withEdges(finishBuild(plan, resolutions));
  }

  it("gives the graph that one thread makes", () => {
    const file = fc.uniqueArray(fc.constantFrom(...lines), { maxLength: 6 }).map((all) => all.join("\n"));
    const numbers = [...paths.keys()];
    const property = fc.property(
      fc.array(file, { minLength: paths.length, maxLength: paths.length }),
      fc.shuffledSubarray(numbers, { minLength: paths.length }),
      fc.subarray(numbers),
      (texts, order, own) => {
        const files = sources(Object.fromEntries(paths.map((path, at) => [path, texts[at] ?? ""])));
        expect(dump(shared(files, order, new Set(own)))).toEqual(dump(buildGraph(files, undefined)));
      },
    );
    fc.assert(property, { numRuns: Number(process.env.HEWTO_FUZZ ?? 40) });
  });

  it("is the same for a chain of values that is longer than what is followed at once", () => {
    const chain = Array.from({ length: 25 }, (_, n) => [
      `C${n}.swift`,
      `let v${n + 1} = v${n}\nfunc f${n}() { v${n + 1}.go() }\n`,
    ]);
    const files = sources({
      ...Object.fromEntries(chain),
      "Z.swift": "struct Z { func go() {} }\nlet v0 = Z()\n",
    });
    const order = [...files.keys()];
    const alone = buildGraph(files, undefined);
    expect(edgesOf(alone)).toContain("f24() calls Z.go() inferred");
    expect(dump(shared(files, order.reverse(), new Set()))).toEqual(dump(alone));
  });
});

describe("Go", () => {
  it("knows methods by their receiver, and interfaces by methods alone", async () => {
    const tree: Tree = {
      "mux/mux.go":
        "package mux\ntype Router interface { Get(p string); Put(p string) }\ntype Empty interface {}\ntype Mux struct { n int }\nfunc (m *Mux) Get(p string) { m.handle(p) }\n",
      "mux/more.go":
        'package mux\nfunc (m *Mux) Put(p string) {}\nfunc (m *Mux) handle(p string) {}\nfunc New() *Mux { return &Mux{} }\nfunc Use() { m := New(); m.handle("a"); k := &Mux{}; k.Get("b") }\ntype Half struct {}\nfunc (h Half) Get(p string) {}\n',
    };
    const language = languageFor("a.go");
    if (!language) throw new Error("Go has a parser.");
    await prepareLanguage(language);
    const files = (texts: Tree): SourceFile[] =>
      Object.entries(texts).map(([path, text]) => ({
        path,
        hash: text,
        language: "go",
        role: "source",
        facts: () => language.parse(text, path),
      }));
    const built = buildGraph(files(tree), undefined);
    const edges = edgesOf(built);
    expect(edges).toContain("Mux.Get(_:) calls Mux.handle(_:) exact");
    expect(edges).toContain("Use() calls Mux.handle(_:) inferred");
    expect(edges).toContain("Use() calls Mux.Get(_:) inferred");
    expect(edges).toContain("Mux conforms Router inferred");
    expect(edges).toContain("Mux.Put(_:) overrides Router.Put(_:) inferred");
    expect(edges.filter((edge) => /^Half conforms|conforms Empty/.test(edge))).toEqual([]);
    const whole = { ...tree, "mux/half.go": "package mux\nfunc (h Half) Put(p string) {}\n" };
    const after = buildGraph(files(whole), built);
    expect(edgesOf(after)).toContain("Half conforms Router inferred");
    expect(dump(after)).toEqual(dump(buildGraph(files(whole), undefined)));
    expect(dump(buildGraph(files(tree), after))).toEqual(dump(built));
  });
});

describe("TypeScript", () => {
  it("is certain about an imported async function, whatever calls it", async () => {
    const language = languageFor("a.ts");
    if (!language) throw new Error("TypeScript has a parser.");
    await prepareLanguage(language);
    const tree: Tree = {
      "plan.ts": "export async function plan(a: string) { return a; }\n",
      "use.ts":
        'import { plan } from "./plan.ts";\nasync function once() { await plan("a"); }\nexport function later() { return plan("b"); }\n',
    };
    const files = Object.entries(tree).map(
      ([path, text]): SourceFile => ({
        path,
        hash: text,
        language: "typescript",
        role: "source",
        facts: () => language.parse(text, path),
      }),
    );
    const edges = edgesOf(buildGraph(files, undefined));
    expect(edges).toContain("once() calls plan(_:) exact");
    expect(edges).toContain("later() calls plan(_:) exact");
  });
});
