import { describe, expect, it } from "vitest";
import { expressionText } from "../expression.ts";
import type { LanguageId, ParsedFile } from "../language.ts";
import { prepareLanguage } from "../registry.ts";
import { treeSitterLanguages } from "./languages.ts";

async function parse(id: LanguageId, text: string): Promise<ParsedFile> {
  const language = treeSitterLanguages.find((each) => each.id === id);
  if (!language) throw new Error(`no ${id}`);
  await prepareLanguage(language);
  return language.parse(text, "file");
}

function names(parsed: ParsedFile): string[] {
  return parsed.declarations
    .filter((each) => !each.local)
    .map((each) => `${each.kind} ${each.qualifiedName}`);
}

function calls(parsed: ParsedFile): string[] {
  return parsed.uses
    .filter((use) => use.kind === "call")
    .map((use) => {
      const owner = use.owner === undefined ? "" : (parsed.declarations[use.owner]?.qualifiedName ?? "");
      const receiver = use.receiver ? `${expressionText(use.receiver)}.` : "";
      return `${owner} → ${receiver}${use.name}(${use.labels?.join(",") ?? ""})`;
    });
}

function bases(parsed: ParsedFile): string[] {
  return parsed.inheritances.map(
    (each) => `${parsed.declarations[each.owner]?.name} ${each.how} ${each.name}`,
  );
}

describe("a property that a constructor's parameter declares", () => {
  it.each([
    [
      "typescript",
      "class A {\n  constructor(private readonly box: Box, readonly size = 1, plain: Box) { box.go(); }\n  late() {}\n}\n",
    ],
    [
      "php",
      "<?php class A {\n  public function __construct(private readonly Box $box, protected int $size, Box $plain) { go(); }\n  function late() {}\n}\n",
    ],
  ] as const)("belongs to the class in %s", async (id, text) => {
    const parsed = await parse(id, text);
    expect(names(parsed).filter((name) => !/initializer|constructor/.test(name))).toEqual([
      "class A",
      "property A.box",
      "property A.size",
      "method A.late",
    ]);
    expect(parsed.declarations.find(({ name }) => name === "box")?.type).toBe("Box");
    expect(calls(parsed)).toEqual([expect.stringMatching(/^A\.(__)?construct/)]);
  });

  it("belongs to the class or record in C#", async () => {
    const parsed = await parse(
      "csharp",
      "class A(Box box) { void Go() { box.Put(); } }\nrecord R(Box Inner);\n",
    );
    expect(names(parsed)).toEqual([
      "class A",
      "property A.box",
      "method A.Go",
      "class R",
      "property R.Inner",
    ]);
  });
});

describe("TypeScript and JavaScript", () => {
  it("has calls with type arguments behind await", async () => {
    const text = "class A { async go() { await this.load<string>('x', 1); return await open<T>(); } }\n";
    expect(calls(await parse("typescript", text))).toEqual(["A.go → self.load(_,_)", "A.go → open()"]);
  });

  it("has the initial values of properties and constants", async () => {
    const parsed = await parse(
      "typescript",
      "class A { private box = new Box(); size = 1 }\nexport const store = open();\n",
    );
    expect(parsed.typings.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "property box",
      "property store",
    ]);
  });

  it("gives types, members, functions, constants, calls, bases and imports", async () => {
    const parsed = await parse(
      "typescript",
      `import fs, { readFile as read, type Stats } from "node:fs";
/** Keeps users. */
@injectable()
export class Store<T> extends Base<T> implements Closeable {
  private size: number = 1;
  constructor(path: string) { super(path); }
  /** Loads one. */
  async load(id: number, fallback?: string): Promise<T> {
    const local = 1;
    function inner() { return helper(local); }
    return this.cache.get(id, "a,b");
  }
}
export interface Closeable { close(): void; readonly open: boolean }
export const limit = 3;
export const twice = (x: number) => double(x);
enum Color { Red, Blue = 2 }
type Id = string;
`,
    );
    expect(names(parsed)).toEqual([
      "class Store",
      "property Store.size",
      "initializer Store.constructor",
      "method Store.load",
      "interface Closeable",
      "method Closeable.close",
      "property Closeable.open",
      "constant limit",
      "function twice",
      "enum Color",
      "case Color.Red",
      "case Color.Blue",
      "typealias Id",
    ]);
    const [store, , , load] = parsed.declarations;
    expect(store).toMatchObject({
      doc: "Keeps users.",
      startLine: 3,
      endLine: 13,
      headerLine: 4,
      attributes: ["@injectable()"],
    });
    expect(load).toMatchObject({
      doc: "Loads one.",
      signature: "async load(id: number, fallback?: string): Promise<T>",
      parameters: [
        { name: "id", type: "number" },
        { name: "fallback", type: "string" },
      ],
      modifiers: ["async"],
    });
    expect(parsed.declarations.filter((each) => each.local).map((each) => each.name)).toEqual(["inner"]);
    expect(calls(parsed)).toContain("Store.load → self.cache.get(_,_)");
    expect(calls(parsed)).toContain("twice → double(_)");
    expect(bases(parsed)).toEqual(["Store clause Base", "Store clause Closeable"]);
    expect(parsed.imports).toEqual([
      {
        module: "node:fs",
        names: [{ name: "readFile", as: "read" }, { name: "Stats" }, { name: "default", as: "fs" }],
        line: 1,
      },
    ]);
  });

  it("takes methods that are named like those of every object for what they are", async () => {
    const parsed = await parse("javascript", "class A { toString() {} valueOf() {} hasOwnProperty() {} }");
    expect(names(parsed)).toEqual([
      "class A",
      "method A.toString",
      "method A.valueOf",
      "method A.hasOwnProperty",
    ]);
  });

  it("gives functions that are assigned in JavaScript", async () => {
    const parsed = await parse(
      "javascript",
      "app.use = function use(fn) { return fn() };\nclass A extends B { x = 1; go() {} }\nvar f = function () {};\n",
    );
    expect(names(parsed)).toEqual(["function use", "class A", "property A.x", "method A.go", "variable f"]);
    expect(bases(parsed)).toEqual(["A clause B"]);
  });

  it("reads JSX", async () => {
    const parsed = await parse(
      "tsx",
      "export function App() { return <div onClick={() => go()}>hi</div>; }\n",
    );
    expect(names(parsed)).toEqual(["function App"]);
    expect(calls(parsed)).toEqual(["App → go()"]);
  });
});

describe("Python", () => {
  it("gives classes, methods, docstrings, decorators, keyword arguments and imports", async () => {
    const parsed = await parse(
      "python",
      `from a.b import c as d, e
import os.path as p
LIMIT = 3
class Store(Base, metaclass=Meta):
    """Keeps users."""
    size: int = 1
    def __init__(self, path: str = "x"):
        self.load(path, strict=True)

@decorated(1)
async def fetch(url):
    """Gets it."""
    return await get(url)
`,
    );
    expect(names(parsed)).toEqual([
      "variable LIMIT",
      "class Store",
      "property Store.size",
      "initializer Store.__init__",
      "function fetch",
    ]);
    expect(parsed.declarations[1]).toMatchObject({ doc: "Keeps users." });
    expect(parsed.declarations[4]).toMatchObject({ doc: "Gets it.", startLine: 10, headerLine: 11 });
    expect(calls(parsed)).toEqual([
      "Store.__init__ → self.load(_,strict)",
      "fetch → decorated(_)",
      "fetch → get(_)",
    ]);
    expect(bases(parsed)).toEqual(["Store clause Base"]);
    expect(parsed.imports).toEqual([
      { module: "a.b", names: [{ name: "c", as: "d" }, { name: "e" }], line: 1 },
      { module: "os.path", as: "p", line: 2 },
    ]);
  });
});

describe("Go", () => {
  it("gives methods under their receiver, embedded types and grouped declarations", async () => {
    const parsed = await parse(
      "go",
      `package main

import (
	f "fmt"
	"os"
)

// Store keeps users.
type Store struct {
	Base
	size int
}

type Reader interface{ Read(p []byte) (int, error) }

// Load gets one.
func (s *Store) Load(id int, name string) (string, error) { return f.Sprint(id), nil }

const (
	A = 1
	B = 2
)
`,
    );
    expect(names(parsed)).toEqual([
      "struct Store",
      "property Store.size",
      "interface Reader",
      "method Reader.Read",
      "method Store.Load",
      "constant A",
      "constant B",
    ]);
    expect(parsed.declarations[4]).toMatchObject({
      doc: "Load gets one.",
      container: "Store",
      parameters: [
        { name: "id", type: "int" },
        { name: "name", type: "string" },
      ],
    });
    expect(calls(parsed)).toEqual(["Store.Load → f.Sprint(_)"]);
    expect(bases(parsed)).toEqual(["Store clause Base"]);
    expect(parsed.imports.map(({ module, attributes }) => [module, attributes])).toEqual([
      ["main", ["package"]],
      ["fmt", undefined],
      ["os", undefined],
    ]);
  });
});

describe("Rust", () => {
  it("gives nested uses as one import for each module", async () => {
    const { imports } = await parse("rust", "use a::b::{c, d as e, f::{g, h}};\n");
    expect(imports.map(({ module, names }) => [module, names?.map(({ name, as }) => as ?? name)])).toEqual([
      ["a::b", ["c", "e"]],
      ["a::b::f", ["g", "h"]],
    ]);
  });

  it("gives impl blocks as extensions, traits, variants, macros and uses", async () => {
    const parsed = await parse(
      "rust",
      `use a::b::{c, d as e};
/// Keeps users.
#[derive(Debug)]
pub struct Store<T> { size: T }
impl<T> Reader for Store<T> {
    /// Loads one.
    pub fn load(&self, id: i32) -> i32 { self.cache.get(id); Self::check(id); log!("x") }
}
trait Reader: Base { fn load(&self, id: i32) -> i32; }
enum Color { Red, Rgb(u8) }
mod inner { pub fn deep() {} }
macro_rules! log { () => {} }
const LIMIT: u32 = 3;
static mut COUNT: u32 = 0;
`,
    );
    expect(names(parsed)).toEqual([
      "struct Store",
      "property Store.size",
      "extension Store",
      "method Store.load",
      "trait Reader",
      "method Reader.load",
      "enum Color",
      "case Color.Red",
      "case Color.Rgb",
      "module inner",
      "method inner.deep",
      "macro log",
      "constant LIMIT",
      "variable COUNT",
    ]);
    expect(parsed.declarations[0]).toMatchObject({ doc: "Keeps users.", attributes: ["#[derive(Debug)]"] });
    expect(calls(parsed)).toEqual([
      "Store.load → self.cache.get(_)",
      "Store.load → Self.check(_)",
      "Store.load → log()",
    ]);
    expect(bases(parsed)).toEqual(["Store extension Reader", "Reader clause Base"]);
  });
});

describe("Java and Kotlin", () => {
  it("gives Java classes with fields, constructors, enums and records", async () => {
    const parsed = await parse(
      "java",
      `import a.b.C;
/** Keeps users. */
@Service
public class Store<T> extends Base implements Reader, Closeable {
  private int size = 1;
  Store(int size) { this.size = size; }
  @Override public String load(int id) throws E { return this.cache.get(id); }
}
enum Color { RED, BLUE }
record Point(int x) {}
`,
    );
    expect(names(parsed)).toEqual([
      "class Store",
      "property Store.size",
      "initializer Store.Store",
      "method Store.load",
      "enum Color",
      "case Color.RED",
      "case Color.BLUE",
      "class Point",
    ]);
    expect(bases(parsed)).toEqual(["Store clause Base", "Store clause Reader", "Store clause Closeable"]);
    expect(calls(parsed)).toEqual(["Store.load → self.cache.get(_)"]);
    expect(parsed.declarations[3]).toMatchObject({
      attributes: ["@Override"],
      modifiers: ["public"],
      parameters: [{ name: "id", type: "int" }],
    });
  });

  it("gives Kotlin classes, interfaces, objects, enums and named arguments", async () => {
    const parsed = await parse(
      "kotlin",
      `import a.b.C as D

/** Keeps users. */
class Store(val path: String) : Base(path), Reader {
    val size = 1
    fun load(id: Int): String = cache.get(id, strict = true)
}

interface Reader {
    fun load(id: Int): String
}

object Registry {
    fun find() {}
}

enum class Color { RED, BLUE }
`,
    );
    expect(names(parsed)).toEqual([
      "class Store",
      "property Store.path",
      "property Store.size",
      "method Store.load",
      "interface Reader",
      "method Reader.load",
      "class Registry",
      "method Registry.find",
      "enum Color",
      "case Color.RED",
      "case Color.BLUE",
    ]);
    expect(bases(parsed)).toEqual(["Store clause Base", "Store clause Reader"]);
    expect(calls(parsed)).toContain("Store.load → cache.get(_,strict)");
  });
});

describe("texts that are not code", () => {
  it("are given up before they take forever: unclosed brackets and comments, endless data", async () => {
    for (const text of ["(".repeat(300_000), "/**\n".repeat(100_000), "int a; ".repeat(30_000)]) {
      const parsed = await parse("c", text);
      expect(parsed.problems).toEqual([{ line: 1, message: "the parser gave up" }]);
      expect(parsed.declarations).toEqual([]);
    }
    expect(names(await parse("c", "int after(void);\n"))).toEqual(["function after"]);
  });

  it("are given up at once where type arguments are opened by the thousand: Kotlin took 11 seconds", async () => {
    const parsed = await parse("kotlin", `val a = ${"<A".repeat(300_000)}`);
    expect(parsed).toMatchObject({ isGivenUp: true, problems: [{ line: 1, message: "the parser gave up" }] });
    const nested = await parse("kotlin", "val a: List<Map<String, List<Set<Int>>>> = b\n");
    expect(names(nested)).toContain("variable a");
  });

  it("one endless line of code keeps its declarations", async () => {
    const parsed = await parse("javascript", "function a(){b()}".repeat(2_000));
    expect(parsed.declarations).toHaveLength(2_000);
  });
});

describe("names", () => {
  it("keep what belongs to them and lose what only marks them", async () => {
    const typescript = await parse(
      "typescript",
      "export interface $Store {}\nexport function $of(): void {}\n",
    );
    expect(names(typescript)).toEqual(["interface $Store", "function $of"]);
    const php = await parse("php", "<?php\nclass A { public $total = 1; }\n");
    expect(names(php)).toEqual(["class A", "property A.total"]);
    const ruby = await parse("ruby", "class A\n  attr_reader :total\nend\n");
    expect(names(ruby)).toEqual(["class A", "property A.total"]);
  });

  it("of functions that are handed to a call at top level are found", async () => {
    const parsed = await parse(
      "javascript",
      "defineGetter(req, 'ips', function ips() {\n  return all(this);\n});\n",
    );
    expect(names(parsed)).toEqual(["function ips"]);
  });
});

describe("names that share a declaration", () => {
  it("can be next to each other, in groups too", async () => {
    const go = await parse(
      "go",
      "package a\n\nvar (\n\t// First.\n\ta int\n\tb, c = 1, 2\n)\n\nfunc f() {\n\tvar (\n\t\tx int\n\t)\n}\n",
    );
    expect(names(go)).toEqual(["variable a", "variable b", "variable c", "function f"]);
    expect(go.declarations[0]?.doc).toBe("First.");
  });

  it.each([
    ["an annotation's class behind an annotation", "@Slow\nannotation class A", "A"],
    ["a public one without a body", "@Slow(1)\n@Old\npublic annotation class A", "A"],
    ["a value's class", "@JvmInline\nvalue class A(val x: Int)", "A"],
    [
      "a value called suspend",
      "fun a(suspend: (B) -> Boolean) {\n  if (suspend(b)) return\n  c(suspend = { d(it) })\n}",
      "a",
    ],
    ["an annotated getter", "class A {\n  val x\n    @Slow(B::class)\n    get() = 1\n}", "A"],
    [
      "an annotated constructor on its own line",
      "class A<out T>\n@Slow internal constructor(@Slow val x: Any?) {\n}",
      "A",
    ],
    ["a guard", "fun a(e: Any) = when (e) {\n  is A<*> if e.x > 3 -> 1\n  else -> 2\n}", "a"],
    [
      "a guard over lines",
      "fun a(e: Any) = when (e) {\n  is A<*> if (\n    e.x == (1)\n  ) -> {\n    1\n  }\n  else -> 2\n}",
      "a",
    ],
    ["a value called where", "fun a(where: Int?) {\n  b { 1 }\n  where?.let {\n    +it\n  }\n}", "a"],
    ["a labeled closure", "suspend fun a() = b<Unit> sc@ { c ->\n  if (d(c)) return@sc\n  e(c)\n}", "a"],
  ])("in Kotlin %s costs nothing that follows", async (_what, code, name) => {
    const parsed = await parse(
      "kotlin",
      `class Before\n\n${code}\n\nclass After {\n  fun last() = a.map { x -> if (x) 1 else 2 }\n}\n\ninternal data class Whole(val x: Int)\n`,
    );
    expect(parsed.problems).toEqual([]);
    const found = parsed.declarations.map((each) => each.name);
    expect(found).toEqual(expect.arrayContaining(["Before", name, "After", "last", "Whole"]));
    const signatureOf = (wanted: string) =>
      parsed.declarations.find((each) => each.name === wanted)?.signature ?? "none";
    expect(signatureOf("Whole")).toBe("internal data class Whole(val x: Int)");
    expect(code.replace(/\s+/g, " ")).toContain(signatureOf(name));
  });

  it("members of a Java annotation are methods, and parameters with val or var Kotlin properties", async () => {
    expect(names(await parse("java", '@interface A { String value() default ""; int n(); }\n'))).toEqual([
      "interface A",
      "method A.value",
      "method A.n",
    ]);
    expect(names(await parse("kotlin", "class A(val x: Int, private var y: String, z: Int)\n"))).toEqual([
      "class A",
      "property A.x",
      "property A.y",
    ]);
  });
});

describe("C, C++ and Objective-C", () => {
  it("gives C functions, structs, enums, typedefs and macros", async () => {
    const parsed = await parse(
      "c",
      `#include <stdio.h>
#define LIMIT 3
/* Loads one. */
static int load(int id, char *name) { return get(id); }
int proto(void);
struct store { int size; };
typedef struct { int a; } Point;
enum color { RED, BLUE };
`,
    );
    expect(names(parsed)).toEqual([
      "constant LIMIT",
      "function load",
      "function proto",
      "struct store",
      "property store.size",
      "typealias Point",
      "property Point.a",
      "enum color",
      "case color.RED",
      "case color.BLUE",
    ]);
    expect(parsed.declarations[1]).toMatchObject({
      doc: "Loads one.",
      parameters: [{ name: "id" }, { name: "name" }],
    });
  });

  it("gives C++ members inside and outside of their class", async () => {
    const parsed = await parse(
      "cpp",
      `namespace n {
class Store : public Base {
 public:
  Store();
  int load(int id) const { return cache.get(id); }
  int size;
};
template <class T> T twice(T a) { return a; }
}
void n::Store::close() {}
`,
    );
    expect(names(parsed)).toEqual([
      "namespace n",
      "class n.Store",
      "initializer n.Store.Store",
      "method n.Store.load",
      "property n.Store.size",
      "function n.twice",
      "function n.Store.close",
    ]);
    expect(bases(parsed)).toEqual(["Store clause Base"]);
  });

  it("gives Objective-C interfaces, implementations and messages", async () => {
    const parsed = await parse(
      "objective-c",
      `@interface Store : Base <Reader>
@property (nonatomic) int size;
- (void)load:(int)a name:(id)b;
@end
@implementation Store
- (void)load:(int)a name:(id)b { [self fetch:a with:b]; }
@end
@protocol Reader <Base>
- (void)read;
@end
`,
    );
    expect(names(parsed)).toEqual([
      "class Store",
      "property Store.size",
      "method Store.load",
      "class Store",
      "method Store.load",
      "protocol Reader",
      "method Reader.read",
    ]);
    expect(calls(parsed)).toEqual(["Store.load → self.fetch()"]);
  });
});

describe("C#, Ruby and PHP", () => {
  it("gives C# types, members and XML doc comments", async () => {
    const parsed = await parse(
      "csharp",
      `using System.IO;
namespace Shop {
  /// <summary>Keeps users.</summary>
  public class Store<T> : Base, IReader {
    int size = 1;
    public string Path { get; set; }
    public async Task<int> Load(int id) { return await cache.Get(id, strict: true); }
  }
  interface IReader { void Read(); }
  enum Color { Red }
}
`,
    );
    expect(names(parsed)).toEqual([
      "namespace Shop",
      "class Shop.Store",
      "property Shop.Store.size",
      "property Shop.Store.Path",
      "method Shop.Store.Load",
      "interface Shop.IReader",
      "method Shop.IReader.Read",
      "enum Shop.Color",
      "case Shop.Color.Red",
    ]);
    expect(parsed.declarations[1]).toMatchObject({ doc: "Keeps users." });
    expect(bases(parsed)).toEqual(["Store clause Base", "Store clause IReader"]);
    expect(calls(parsed)).toEqual(["Shop.Store.Load → cache.Get(_,strict)"]);
  });

  it("gives Ruby modules, classes, methods and mixins", async () => {
    const parsed = await parse(
      "ruby",
      `require "json"
module Shop
  # Keeps users.
  class Store < Base
    include Reader
    def initialize(path)
      load(path, strict: true)
    end
    def self.open; end
  end
end
`,
    );
    expect(names(parsed)).toEqual([
      "module Shop",
      "class Shop.Store",
      "initializer Shop.Store.initialize",
      "method Shop.Store.open",
    ]);
    expect(parsed.declarations[1]).toMatchObject({ doc: "Keeps users." });
    expect(bases(parsed)).toEqual(["Store clause Base", "Store clause Reader"]);
    expect(calls(parsed)).toContain("Shop.Store.initialize → load(_,strict)");
  });

  it("gives PHP classes, traits, enums and functions", async () => {
    const parsed = await parse(
      "php",
      `<?php
namespace App;
use X\\Y as Z;
/** Keeps users. */
class Store extends Base implements Reader {
  use Caching;
  private int $size = 1;
  public function __construct(int $size) { $this->load($size); }
}
function twice($x) { return double($x); }
`,
    );
    expect(names(parsed)).toEqual([
      "class Store",
      "property Store.size",
      "initializer Store.__construct",
      "function twice",
    ]);
    expect(bases(parsed)).toEqual(["Store clause Base", "Store clause Reader", "Store clause Caching"]);
    expect(calls(parsed)).toEqual(["Store.__construct → self.load(_)", "twice → double(_)"]);
  });
});

describe("every language", () => {
  it.each<[LanguageId, string, string]>([
    ["typescript", "/** How often. */\nconst tries = { most: 3 };\n", "const tries"],
    ["javascript", "// How often.\nvar tries = 3;\n", "var tries"],
    ["go", "package a\n\n// How often.\nvar tries = most()\n", "var tries = most()"],
    ["go", "package a\n\n// How often.\nconst tries = 3\n", "const tries = 3"],
    ["rust", "/// How often.\npub const tries: u32 = 3;\n", "pub const tries: u32"],
    ["c", "/* How often. */\nstatic const int tries[] = { 1, 2 };\n", "static const int tries[]"],
    ["c", "#ifndef H\n#define H\n/* How often. */\nextern char *tries;\n#endif\n", "extern char *tries;"],
    ["c", "/* How often. */\ntypedef int (*tries)(void *);\n", "typedef int (*tries)(void *)"],
    ["cpp", "namespace n {\n/// How often.\nconstexpr int tries = 3;\n}\n", "constexpr int tries"],
    ["python", "class A:\n    #: How often.\n    tries = 3\n", "tries"],
    ["ruby", "class A\n  # How often.\n  attr_reader :tries, :other\nend\n", "attr_reader :tries"],
    ["kotlin", "/** How often. */\nconst val tries = 3\n", "const val tries = 3"],
  ])("gives a %s value its doc comment and its whole head", async (id, text, signature) => {
    const found = (await parse(id, text)).declarations.find((each) => each.name === "tries");
    expect(found).toMatchObject({ doc: "How often.", signature: signature.replace(/;$/, "") });
  });

  it("does not take the first comment of a body for a part of the header", async () => {
    const python = await parse("python", "class A:\n    # Not a header.\n    x = 1\n");
    const ruby = await parse("ruby", "class A\n  # Not a header.\n  X = 1\nend\n");
    expect([python, ruby].map((each) => each.declarations[0]?.signature)).toEqual(["class A", "class A"]);
    const [quoted] = (await parse("python", 'def f(a="#",\n      b="x # y"):\n    pass\n')).declarations;
    expect(quoted?.signature).toBe('def f(a="#", b="x # y")');
  });

  it("survives garbage, emptiness and truncation", async () => {
    for (const { id } of treeSitterLanguages) {
      for (const text of ["", "}}}{{{((", "class Foo { func", "\u0000\uFFFF🙂 = '"]) {
        const parsed = await parse(id, text);
        for (const each of parsed.declarations) expect(each.to).toBeLessThanOrEqual(text.length);
      }
    }
  });
});
