import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { indexFolder } from "../../../test/support/code-index.ts";
import { agentWith } from "../../../test/support/operations.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { parseArguments } from "../../operation/arguments.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { contextFor, createRuntime } from "../../operation/runtime.ts";
import { codeResearch, Finding } from "./code-research.ts";
import { searchCode } from "./search-code.ts";
import { findReferences, findSymbol } from "./symbols.ts";

/** An indexed folder, and how to ask about it. */
async function project(files: Record<string, string>) {
  const root = await temporaryTree(files);
  await indexFolder(root);
  return asking(root);
}

function asking(root: string) {
  const runtime = createRuntime({ workspace: { root }, log: () => {} });
  const context = contextFor(runtime, { signal: new AbortController().signal });
  const ask = async (operation: AnyOperation, args: Record<string, unknown>) => {
    const input = parseArguments(operation, args);
    if (!input.ok) throw new Error(input.fault.message);
    const output = await operation.run(context, input.value);
    if (!output.ok) throw new Error(output.fault.message);
    return {
      value: operation.output.parse(output.value),
      text: operation.text(output.value, input.value, agentWith({})),
    };
  };
  const research = async (query: string, depth = 5) => {
    const { value, text } = await ask(codeResearch, { query, depth });
    return { ...z.object({ findings: z.array(Finding), overview: z.string() }).parse(value), text };
  };
  return { root, ask, research };
}

const shown = ({ findings }: { findings: readonly z.infer<typeof Finding>[] }) =>
  findings.map(({ symbol, confidence, hop }) => `${hop} ${symbol} ${confidence}`);

describe("callers in folders that no manifest makes modules", () => {
  it.each([
    ["plain folders", {}],
    ["XcodeGen", { "project.yml": "name: Shop\ntargets:\n  Shop:\n    sources: [Sources]\n" }],
    ["Tuist", { "Project.swift": 'import ProjectDescription\nlet project = Project(name: "Shop")\n' }],
    ["Bazel", { "Sources/BUILD": 'swift_library(name = "Shop", srcs = glob(["**/*.swift"]))\n' }],
  ])("are possible, not absent, without an import: %s", async (_, manifest) => {
    const { research } = await project({
      ...manifest,
      "Sources/Auth/Auth.swift": "struct User { func authenticate() {} }\n",
      "Sources/App/App.swift": "func login(user: User) { user.authenticate() }\n",
    });
    expect(shown(await research("callers of User.authenticate"))).toEqual(["1 login(user:) possible"]);
  });

  it("stay apart where a manifest says that they are", async () => {
    const { research } = await project({
      "Package.swift":
        'import PackageDescription\nlet package = Package(name: "P", targets: [.target(name: "Auth"), .target(name: "App")])\n',
      "Sources/Auth/Auth.swift": "public struct User { public func authenticate() {} }\n",
      "Sources/App/App.swift":
        "struct User { func authenticate() {} }\nfunc login(user: User) { user.authenticate() }\n",
    });
    const { findings } = await research("callers of User.authenticate");
    expect(findings.map(({ confidence }) => confidence)).toEqual(["exact"]);
  });
});

describe("possible calls", () => {
  it("are shown but not followed further", async () => {
    const { research } = await project({
      "a.py": "class Store:\n    def persist_all(self):\n        pass\n",
      "b.py": "def guess(thing):\n    thing.persist_all()\n\n\ndef beyond():\n    guess(1)\n",
    });
    expect(shown(await research("callers of Store.persist_all"))).toEqual(["1 guess() possible"]);
  });
});

describe("calls through a protocol", () => {
  const store = {
    "Store.swift": "protocol Store { func save() }\nstruct DiskStore: Store { func save() {} }\n",
    "Backup.swift": "func backup(store: Store) { store.save() }\n",
    "Test.swift": "func restore() { DiskStore().save() }\n",
  };

  it.each(["callers of DiskStore.save", "who uses DiskStore.save", "what depends on DiskStore.save"])(
    "may arrive at the type that conforms to it: %s",
    async (question) => {
      const { findings } = await (await project(store)).research(question, 1);
      const found = findings.map(({ symbol, confidence, how }) => `${symbol} ${confidence} ${how ?? ""}`);
      expect(found.sort()).toEqual([
        "backup(store:) possible dispatch through Store.save()",
        "restore() inferred ",
      ]);
    },
  );
});

describe("calls on a property with observers", () => {
  it.each(["didSet", "willSet"])("are found by the type of its initial value: %s", async (word) => {
    const { research } = await project({
      "Box.swift": "struct Box { func open() {} }\n",
      "Use.swift": `class Shelf {\n  var box = Box() {\n    ${word} { note() }\n  }\n  func look() { box.open() }\n  func note() {}\n}\n`,
    });
    expect((await research("callers of Box.open", 1)).findings.map(({ symbol }) => symbol)).toEqual([
      "Shelf.look()",
    ]);
  });
});

describe("samples in a documentation catalog", () => {
  it("use the module they document without an import, so a manifest does not keep them apart", async () => {
    const { research } = await project({
      "Package.swift":
        'import PackageDescription\nlet package = Package(name: "P", targets: [.target(name: "Shop")])\n',
      "Sources/Shop/Shop.swift": "public struct Shop { public func openDoors() {} }\n",
      "Sources/Shop/Shop.docc/Resources/01.swift": "func morning(shop: Shop) { shop.openDoors() }\n",
    });
    expect(shown(await research("callers of Shop.openDoors"))).toEqual(["1 morning(shop:) possible"]);
  });
});

describe("calls through modules that pass others on", () => {
  const core = "public struct User { public init() {}; public func authenticate() {} }\n";
  const uses = "func login(user: User) { user.authenticate() }\n";
  const targets = (...names: string[]) =>
    `let package = Package(name: "P", targets: [${names.map((name) => `.target(name: "${name}")`).join(", ")}])\n`;

  it.each(["@_exported import Core", "public import Core"])("are found behind `%s`", async (line) => {
    const { research } = await project({
      "Package.swift": targets("Core", "Kit", "App"),
      "Sources/Core/Core.swift": core,
      "Sources/Kit/Kit.swift": `${line}\n`,
      "Sources/App/App.swift": `import Kit\n${uses}`,
    });
    expect(shown(await research("callers of User.authenticate"))).toEqual(["1 login(user:) exact"]);
  });

  it("are found if an Xcode project builds the files of several package targets as one module", async () => {
    const xcode = [
      "// !$*UTF8*$!",
      "{ objects = {",
      'F = { isa = PBXFileReference; path = "Sources/Core/Core.swift"; sourceTree = SOURCE_ROOT; };',
      "B = { isa = PBXBuildFile; fileRef = F; };",
      "S = { isa = PBXSourcesBuildPhase; files = (B); };",
      'T = { isa = PBXNativeTarget; name = Everything; productType = "com.apple.product-type.framework"; buildPhases = (S); };',
      'G = { isa = PBXGroup; children = (F); sourceTree = "<group>"; };',
      'P = { isa = PBXProject; mainGroup = G; targets = (T); projectDirPath = ""; };',
      "}; rootObject = P; }",
    ];
    const { research } = await project({
      "Package.swift": targets("Core", "App"),
      "Everything.xcodeproj/project.pbxproj": xcode.join("\n"),
      "Sources/Core/Core.swift": core,
      "Sources/App/App.swift": `import Core\n${uses}`,
    });
    expect(shown(await research("callers of User.authenticate"))).toEqual(["1 login(user:) exact"]);
  });

  it("are found when two modules in a row pass them on", async () => {
    const { research } = await project({
      "Package.swift": targets("Core", "Kit", "Umbrella", "App"),
      "Sources/Core/Core.swift": core,
      "Sources/Kit/Kit.swift": "@_exported import Core\n",
      "Sources/Umbrella/Umbrella.swift": "@_exported import Kit\n",
      "Sources/App/App.swift": `import Umbrella\n${uses}`,
    });
    expect(shown(await research("callers of User.authenticate"))).toEqual(["1 login(user:) exact"]);
  });

  it("are exact where the folder has a hyphen and the import an underscore", async () => {
    const { research } = await project({
      "Sources/my-core/Core.swift": core,
      "Sources/App/App.swift": `import my_core\n${uses}`,
    });
    expect(shown(await research("callers of User.authenticate"))).toEqual(["1 login(user:) exact"]);
  });
});

describe("calls through `using static` in C#", () => {
  const text =
    "namespace Acme.Internal;\npublic static class Text { public static string Shout(string s) => s; }\n";
  it.each([
    ["with the whole namespace", "using static Acme.Internal.Text;\nnamespace Acme.Web;\n", ""],
    ["from the namespace around it", "namespace Acme.Web;\nusing static Internal.Text;\n", ""],
    [
      "in a namespace that is opened for all files",
      "namespace Acme.Web;\nusing static Text;\n",
      "global using Acme.Internal;\n",
    ],
    ["for all files", "namespace Acme.Web;\n", "global using static Acme.Internal.Text;\n"],
    [
      "by the project",
      "namespace Acme.Web;\n",
      "",
      '<Project><ItemGroup><Using Include="Acme.Internal.Text" Static="true" /></ItemGroup></Project>\n',
    ],
  ])("are exact: %s", async (_, head, globals, projectFile = "<Project />\n") => {
    const { research } = await project({
      "src/Acme.csproj": projectFile,
      "src/Internal/Text.cs": text,
      "src/Usings.cs": globals,
      "src/Web/Page.cs": `${head}class Page { string Title() { return Shout("a"); } }\n`,
    });
    const found = shown(await research("callers of Text.Shout"));
    expect(found).toEqual(["1 Page.Title() exact"]);
  });
});

describe("an exact call next to a guess", () => {
  const store = "class Store:\n    def persist_all(self):\n        pass\n";

  it("of the same function is followed further", async () => {
    const { research } = await project({
      "a.py": store,
      "b.py":
        "from a import Store\n\n\ndef both(thing):\n    Store().persist_all()\n    thing.persist_all()\n\n\ndef beyond():\n    both(1)\n",
    });
    const callers = (await research("callers of Store.persist_all")).findings;
    expect(callers.map(({ hop, symbol }) => `${hop} ${symbol}`)).toEqual(["1 both()", "2 beyond()"]);
  });

  it("leads a path, though the guess is shorter", async () => {
    const { research } = await project({
      "a.py": store,
      "b.py":
        "from a import Store\n\n\ndef start(thing):\n    thing.persist_all()\n    middle()\n\n\ndef middle():\n    Store().persist_all()\n",
    });
    const { overview } = await research("path from start to Store.persist_all");
    expect(overview).toBe("start reaches Store.persist_all in 2 calls; 1 shortest path.");
  });
});

describe("types below another", () => {
  it("include protocols that refine it where subtypes are asked for, and not where implementations are", async () => {
    const { research } = await project({
      "Base.swift": "protocol Base {}\nprotocol Refined: Base {}\nstruct Thing: Refined {}\n",
    });
    const names = async (query: string) => (await research(query)).findings.map(({ symbol }) => symbol);
    expect(await names("subtypes of Base")).toEqual(["Refined", "Thing"]);
    expect(await names("implementations of Base")).toEqual(["Thing"]);
  });

  it("are all named or counted when there are more than two hundred", async () => {
    const many = Array.from({ length: 230 }, (_, n) => `struct S${n}: Base {}\n`).join("");
    const { research } = await project({ "Base.swift": `protocol Base {}\n${many}` });
    const { findings, text } = await research("implementations of Base");
    expect(findings.length).toBeGreaterThan(15);
    const [, missing = "0"] = /… (\d+) more finding/.exec(text) ?? [];
    expect(new Set(text.match(/\bS\d+\b/g)).size + Number(missing)).toBe(230);
    expect(Number(missing)).toBeLessThan(40);
    expect(Buffer.byteLength(text)).toBeLessThan(6_000);
  });
});

describe("the architecture", () => {
  it("counts every module that a module uses, in whatever order its lines name them", async () => {
    const { ask } = await project({
      "Sources/Core/Core.swift": "public struct Core { public func run() {} }\n",
      "Sources/Net/Net.swift": "public struct Net { public func send() {} }\n",
      "Sources/App/App.swift":
        "import Core\nimport Net\nfunc one(core: Core, net: Net) { core.run(); net.send(); core.run() }\n",
    });
    const { value } = await ask(codeResearch, {
      query: "how is this built",
      focus: "architecture",
      include: ["graph"],
    });
    const { graph } = z
      .object({ graph: z.object({ edges: z.array(z.object({ from: z.string(), to: z.string() })) }) })
      .parse(value);
    expect(graph.edges.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual(["App → Core", "App → Net"]);
  });
});

describe("an answer without findings", () => {
  it("says what was searched and where the name occurs", async () => {
    const { research, ask } = await project({
      "a.ts": "export function sinkTheMoon() {}\n",
      "b.ts": 'const table = { run: "sinkTheMoon" };\n',
    });
    const { overview, findings } = await research("callers of sinkTheMoon");
    expect(findings).toEqual([]);
    expect(overview).toBe(
      "Callers of sinkTheMoon() (a.ts:1): none found. Looked at 2 code files. 1 other line has the name: b.ts:1.",
    );
    const { text } = await ask(findReferences, { name: "sinkTheMoon" });
    expect(text).toContain("0 references to sinkTheMoon()");
    expect(text).toContain("1 other line has the name: b.ts:1.");
  });

  it("names calls of that name that could not be resolved", async () => {
    const callers = Array.from(
      { length: 9 },
      (_, n) => `class C${n}:\n    def flush_queue(self):\n        pass\n`,
    );
    const { research } = await project({
      "many.py": callers.join("\n\n"),
      "use.py": "def use(x):\n    x.flush_queue()\n",
    });
    const { overview } = await research("callers of C3.flush_queue");
    expect(overview).toContain("1 call with that name could not be resolved: use.py:2.");
  });

  it("says that the name is nowhere else when that is so", async () => {
    const { research } = await project({ "a.ts": "export function lonelyThing() {}\n" });
    const { overview } = await research("callers of lonelyThing");
    expect(overview).toContain("No other line of the indexed text has the name.");
  });
});

describe("words of the contract", () => {
  it("an override is shown as `inherits`, and says that it overrides", async () => {
    const { research, ask } = await project({
      "a.swift": "class Base { func paint() {} }\nclass Child: Base { override func paint() {} }\n",
    });
    const { findings } = await research("implementations of Base.paint");
    expect(findings).toMatchObject([{ symbol: "Child.paint()", relation: "inherits", how: "override" }]);
    const { text } = await ask(findReferences, { name: "Base.paint" });
    expect(text).toContain("override in Child.paint()");
  });

  it("a type of TypeScript is not called a typealias, one of Swift is", async () => {
    const { ask, research } = await project({
      "a.ts": "export type Distance = number;\n",
      "b.swift": "typealias Meters = Double\n",
    });
    const { text } = await ask(findSymbol, { name: "Distance" });
    expect(text).toMatch(/^type Distance — a\.ts:1/);
    expect((await ask(findSymbol, { name: "Meters" })).text).toMatch(/^typealias Meters/);
    expect((await research("Distance")).text).toMatch(/^type Distance/);
    expect((await ask(searchCode, { query: "Distance" })).value).toMatchObject({
      results: [{ path: "a.ts", kind: "type" }],
    });
  });
});

describe("links to folders", () => {
  it("callers behind a link inside the root count once; what a link leads out to does not count", async () => {
    const outside = await temporaryTree({
      "far.ts": 'import { ring } from "../bell";\nfunction far() { ring(); }\n',
    });
    const root = await temporaryTree({
      "bell.ts": "export function ring() {}\n",
      "packages/core/near.ts": 'import { ring } from "../../bell";\nexport function near() {\n  ring();\n}\n',
    });
    await symlink("packages/core", join(root, "core"));
    await symlink(outside, join(root, "out"));
    await indexFolder(root);
    expect(shown(await asking(root).research("callers of ring"))).toEqual(["1 near() exact"]);
  });

  it("a folder that is reached through its link alone is not lost", async () => {
    const root = await temporaryTree({
      ".gitignore": "hidden/\n",
      "bell.ts": "export function ring() {}\n",
      "hidden/near.ts": 'import { ring } from "../bell";\nexport function near() {\n  ring();\n}\n',
    });
    await symlink("hidden", join(root, "linked"));
    await indexFolder(root);
    expect(shown(await asking(root).research("callers of ring"))).toEqual(["1 near() exact"]);
  });
});

describe("a flow", () => {
  const shop = {
    "main.ts": 'import { serve } from "./serve.ts";\nexport function main() { serve(); }\n',
    "serve.ts": 'import { handle } from "./handle.ts";\nexport function serve() { handle("x"); }\n',
    "handle.ts":
      'import { parseCoupon } from "./coupon.ts";\nexport function handle(text: string) { return parseCoupon(text); }\n',
    "coupon.ts":
      "/** Reads the discount of a coupon. */\nexport function parseCoupon(text: string) { return text.length; }\n",
  };

  it("is led back to where it begins, through callers that share no word with the question", async () => {
    const { research } = await project(shop);
    const { findings } = await research("how is the discount of a coupon read?");
    const names = findings.map(({ symbol }) => symbol);
    expect(names.slice(0, 4)).toEqual(["main()", "serve()", "handle()", "parseCoupon()"]);
  });

  it("shows one implementation of a requirement and says how many there are", async () => {
    const stores = ["Disk", "Cloud", "Memory"].map(
      (name) =>
        `struct ${name}Store: Store {\n  /// Saves the picture.\n  func savePicture() { print("${name}") }\n}\n`,
    );
    const { research } = await project({
      "Store.swift": `protocol Store { func savePicture() }\n${stores.join("")}`,
      "Backup.swift": "func backup(store: Store) { store.savePicture() }\n",
    });
    const { findings } = await research("how does backup save the picture?");
    const shownStores = findings.filter(({ symbol }) =>
      /^(Disk|Cloud|Memory)Store\.savePicture/.test(symbol),
    );
    expect(shownStores.map(({ how }) => how)).toEqual(["one of 3 of Store.savePicture()"]);
  });
});

describe("a question about tests", () => {
  it("finds tests that have a title instead of a name", async () => {
    const { research } = await project({
      "price.ts": "export function total(prices: number[]) { return prices.length; }\n",
      "price.test.ts":
        'import { total } from "./price.ts";\nconst helper = () => total([]);\ndescribe("total", () => {\n  it("is zero without prices", () => {\n    expect(helper()).toBe(0);\n  });\n  it("adds the tax of each country", () => {\n    expect(total([1])).toBe(1);\n  });\n});\n',
    });
    const { findings } = await research("which test checks that the tax of a country is added?");
    expect(findings[0]).toMatchObject({
      symbol: '"adds the tax of each country"',
      source: { path: "price.test.ts", line: 7 },
    });
  });
});

describe("names of declarations in a namespace", () => {
  it("are written without the namespace, which the path beside them says", async () => {
    const { research } = await project({
      "Pay.cs":
        "namespace Shop.Core.Payments {\n  public class Till {\n    public void Charge() { Print(); }\n    public void Print() { }\n  }\n}\n",
    });
    expect((await research("who calls Print?")).findings.map(({ symbol }) => symbol)).toEqual([
      "Till.Charge()",
    ]);
  });
});
