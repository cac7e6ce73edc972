import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expressionText } from "../expression.ts";
import { parseSwift } from "./swift.ts";

const names = (text: string) => parseSwift(text).declarations.map((d) => `${d.kind} ${d.qualifiedName}`);
const one = (text: string, name: string) => {
  const found = parseSwift(text).declarations.find((d) => d.name === name);
  if (!found) throw new Error(`${name} is not among ${names(text).join(", ")}`);
  return found;
};
const uses = (text: string) =>
  parseSwift(text).uses.map((use) => {
    const receiver = use.receiver ? `${expressionText(use.receiver)}.` : use.implicit ? "." : "";
    const labels = use.labels === undefined ? "" : `(${use.labels.map((label) => `${label}:`).join("")})`;
    return `${use.kind} ${receiver}${use.name}${labels}`;
  });

describe("observers behind an initial value", () => {
  it.each(["didSet", "willSet"])(
    "are neither a closure nor a call, and the value is the call: %s",
    (word) => {
      const text = `struct S {\n  var box = Box() {\n    ${word} { log() }\n  }\n}\n`;
      expect(uses(text)).toEqual(["call Box()", "call log()"]);
      const [typing] = parseSwift(text).typings;
      expect(typing?.value).toMatchObject({ kind: "call", of: { kind: "name", name: "Box" } });
    },
  );
});

describe("a name that is a keyword elsewhere", () => {
  it.each(["actor", "macro", "typealias"])("declares nothing at the end of its line: %s", (word) => {
    const text = `func pick(${word}: Int) -> Int {\n  switch 1 {\n  case 1: ${word}\n  default: ${word}\n  }\n}\n`;
    expect(names(text)).toEqual(["function pick"]);
    expect(names(`func pick() {\n  ${word}\n  other()\n}\n`)).toEqual(["function pick"]);
  });
});

describe("code that is being typed", () => {
  it.each(["struct {\n}\n", "class : Base {}\n", "enum {}\n"])(
    "has no declaration without a name: %j",
    (line) => {
      expect(names(`${line}func after() {}\n`)).toEqual(["function after"]);
    },
  );
});

describe("declarations", () => {
  it("finds types, members, nesting and extensions with their qualified names", () => {
    expect(
      names(`
struct Outer { class Inner { func go() {} }; enum Choice { case a, b(Int) } }
extension Outer.Inner: P { var size: Int { 1 } }
actor Counter { init() {} ; deinit {} ; subscript(i: Int) -> Int { i } }
protocol Shape { associatedtype Unit; func area() -> Unit; var name: String { get } }
typealias Pair = (Int, Int)
let global = 1
var other = 2
func top() {}`),
    ).toEqual([
      "struct Outer",
      "class Outer.Inner",
      "method Outer.Inner.go",
      "enum Outer.Choice",
      "case Outer.Choice.a",
      "case Outer.Choice.b",
      "extension Outer.Inner",
      "property Outer.Inner.size",
      "actor Counter",
      "initializer Counter.init",
      "deinitializer Counter.deinit",
      "subscript Counter.subscript",
      "protocol Shape",
      "associatedtype Shape.Unit",
      "method Shape.area",
      "property Shape.name",
      "typealias Pair",
      "constant global",
      "variable other",
      "function top",
    ]);
  });

  // covers swiftindex: overloads-and-special-names
  it("keeps overloads apart by their labels", () => {
    const text = "func load(id: Int) {}\nfunc load(name n: String, _ flag: Bool = true) {}\nfunc load() {}";
    expect(parseSwift(text).declarations.map((d) => d.labels)).toEqual([["id"], ["name", "_"], []]);
  });

  it("reads operators, macros, precedence groups and previews", () => {
    expect(
      names(`
infix operator +++: AdditionPrecedence
precedencegroup Strong { higherThan: AdditionPrecedence }
extension Int { static func +++ <T>(l: T, r: T) -> T { l }
  static func ==<T>(l: T, r: T) -> Bool { true } }
@freestanding(expression) public macro twice<T>(_ v: T) -> T = #externalMacro(module: "M", type: "T")
#Preview("Row") { Text("hi") }`),
    ).toEqual([
      "operator +++",
      "precedencegroup Strong",
      "extension Int",
      "operator Int.+++",
      "operator Int.==",
      "macro twice",
      "block Row",
    ]);
  });

  // covers swiftindex: locals-and-new-syntax
  it("reads every branch of #if, even when branches open the same block", () => {
    const text = `
#if os(iOS)
func a() {}
#elseif DEBUG && FAST
func b() {}
#else
func c() {}
#endif
struct S {
#if X
  func d() {
#else
  func e() {
#endif
    work()
  }
  func f() {}
}
func g() {}`;
    expect(names(text)).toEqual(
      expect.arrayContaining([
        "function a",
        "function b",
        "function c",
        "method S.d",
        "method S.f",
        "function g",
      ]),
    );
    expect(one(text, "b").conditions).toEqual(["DEBUG && FAST"]);
    expect(one(text, "c").conditions).toEqual(["!os(iOS) && !(DEBUG && FAST)"]);
    expect(one(text, "f").conditions).toBeUndefined();
  });

  it("gives signature, attributes, modifiers, generics, where clause and lines", () => {
    const d = one(
      `
/// Loads a user.
///
/// Slowly.
@available(iOS 15, *)
@discardableResult
public static func load<T: P>(
  id: Int, // the key
  with more: T...
) async throws(E) -> [T]? where T: Q {
  return nil
}`,
      "load",
    );
    expect(d).toMatchObject({
      signature:
        "public static func load<T: P>( id: Int, with more: T... ) async throws(E) -> [T]? where T: Q",
      attributes: ["@available(iOS 15, *)", "@discardableResult"],
      modifiers: ["public", "static"],
      generics: "<T: P>",
      constraints: "T: Q",
      type: "[T]?",
      labels: ["id", "with"],
      doc: "Loads a user.\n\nSlowly.",
      startLine: 5,
      headerLine: 7,
      endLine: 12,
    });
    expect(d.parameters).toEqual([
      { label: "id", name: "id", type: "Int" },
      { label: "with", name: "more", type: "T", variadic: true },
    ]);
  });

  // covers swiftindex: doc-comments
  it("takes doc comments only from right above, of either kind", () => {
    expect(one("/** Block\n * text */\nfunc a() {}", "a").doc).toBe("Block\ntext");
    expect(one("/// far\n\nfunc a() {}", "a").doc).toBeUndefined();
    expect(one("let x = 1 /// of x\nfunc a() {}", "a").doc).toBeUndefined();
    expect(one("// plain\nfunc a() {}", "a").doc).toBeUndefined();
    expect(one("//// ruler\nfunc a() {}", "a").doc).toBeUndefined();
  });

  it("gives each of several names its own signature", () => {
    const text =
      "enum E { case a = 1, b(Int, label: String), `default` }\nstruct S { private(set) var x = 1, y: Int = 2 }";
    expect(parseSwift(text).declarations.map((d) => d.signature)).toEqual([
      "enum E",
      "case a",
      "case b(Int, label: String)",
      "case `default`",
      "struct S",
      "private(set) var x",
      "private(set) var y: Int",
    ]);
  });

  // covers swiftindex: swift-strings-and-regexes
  it("is not misled by strings, raw strings, regexes, comments and words used as names", () => {
    expect(
      names(`
let a = "func fake() { \\(b("}")) "
let raw = #"class Fake { "quoted" \\(no) \\#(yes()) "#
let long = """
  struct Fake {
  \\(x)
"""
let re = /func [{]fake/
let re2 = #/ class Fake { /#
/* nested /* func fake() {} */ still */
func open(actor: Int, macro: String) { open(actor: 1, macro: ""); self.init(); let class_ = X.class }
func \`class\`() {}`),
    ).toEqual([
      "constant a",
      "constant raw",
      "constant long",
      "constant re",
      "constant re2",
      "function open",
      "function class",
    ]);
  });

  // covers swiftindex: locals-and-new-syntax
  it("marks what is declared inside bodies as local, and local variables as typings only", () => {
    const text =
      "func f(p: Int) { let a: Foo = make(); struct Local {}; func inner() {}; for e in list { use(e) } }";
    const parsed = parseSwift(text);
    expect(parsed.declarations.map((d) => [d.name, d.local === true])).toEqual([
      ["f", false],
      ["Local", true],
      ["inner", true],
    ]);
    expect(
      parsed.typings.map(({ kind, name, type, value, binds }) => ({
        kind,
        name,
        type,
        value: value && expressionText(value),
        binds,
      })),
    ).toEqual([
      { kind: "parameter", name: "p", type: "Int", value: undefined, binds: undefined },
      { kind: "local", name: "a", type: "Foo", value: undefined, binds: undefined },
      { kind: "local", name: "e", type: undefined, value: "list", binds: "element" },
    ]);
  });
});

describe("uses", () => {
  it("notes calls with receivers, labels and trailing closures", () => {
    expect(
      uses("func f() { api.shared.load(id: 1, 2)?.items[0].run() { $0 } onError: { _ in } }").slice(0, 6),
    ).toEqual([
      "value api",
      "member api.shared",
      "call api.shared.load(id:_:)",
      "member api.shared.load(id:_:)?.items",
      "call api.shared.load(id:_:)?.items.subscript(_:)",
      "call api.shared.load(id:_:)?.items[_:].run()",
    ]);
    const call = parseSwift("func f() { run() { $0 } onError: { _ in } }").uses[0];
    expect(call).toMatchObject({ name: "run", labels: [], closures: ["_", "onError"] });
  });

  it.each([
    // The left side is known where nothing binds tighter to its left.
    ["a <~ b", ["call a.<~(_:_:)"]],
    ["x = a <~ b", ["call a.<~(_:_:)"]],
    ["a + b == c", ["call a.+(_:_:)"]],
    ["a == b + c", ["call a.==(_:_:)", "call b.+(_:_:)"]],
    ["a + b <~ c", ["call a.+(_:_:)", "call <~(_:_:)"]],
    ["f(√a, -b, &c, !d)", ["call √(_:)"]],
    ["a!.b == c ?? d", ["call a!.b.==(_:_:)"]],
    ["a† + b…", ["call a.†(_:)", "call b.…(_:)"]],
    [
      "a[key: b]?[0] = [c][1]",
      ["call a.subscript(key:)", "call a[key:]?.subscript(_:)", "call [c].subscript(_:)"],
    ],
    ["return [a: b]", []],
    ["let x: [Int] = [a], y = f<[Int]>(b)", []],
    ["a ? b : c", []],
    ["a ... b && c", []],
  ])("notes operators and subscripts of %s", (text, expected) => {
    const found = uses(`func f(a: A, b: A, c: A, d: A, x: A) { ${text} }`).filter((use) =>
      /^call (.*\.)?(subscript|[^\w\s.]+)\(/.test(use),
    );
    expect(found).toEqual(expected);
  });

  it.each([
    ["scope(/A.b, /C.d)", ["A", "C"]],
    ["scope(/A.b,/C.d)", ["A", "C"]],
    ["map(/A.b).map(/C.d)", ["A", "C"]],
    ["scope(/a.b/,/c/)", []],
    ["split(/,/)", []],
    ["match(/[,/]x/)", []],
  ])("distinguishes slashes before operands from regexes in %s", (text, types) => {
    const named = parseSwift(`func f() { ${text} }`).uses.map(({ name }) => name);
    expect(named.filter((name) => /^[A-Z]$/.test(name))).toEqual(types);
  });

  it("distinguishes conditions from trailing closures", () => {
    const text =
      "func f() { if ready { go() }; while let x = next() { use(x) }; guard ok(y) else { return }; for a in all { b(a) }; switch kind { case .a: c() default: d() } }";
    expect(uses(text)).toEqual([
      "value ready",
      "call go()",
      "call next()",
      "call use(_:)",
      "call ok(_:)",
      "value y",
      "value all",
      "call b(_:)",
      "value kind",
      "member .a",
      "call c()",
      "call d()",
    ]);
  });

  it("knows implicit members, key paths, selectors, macros and types in casts", () => {
    expect(
      uses(
        "func f() { set(.red, to: .init(1)); map(\\.name); map(\\User.id); #selector(A.b(_:)); #expect(x as? T) }",
      ),
    ).toEqual([
      "call set(_:to:)",
      "member .red",
      "call .init(_:)",
      "call map(_:)",
      "keypath name",
      "call map(_:)",
      "type User",
      "type User.id",
      "keypath User.id",
      "selector A.b(_:)",
      "macro expect",
      "value x",
      "type T",
    ]);
  });

  it("ends a case at its colon and a choice at neither", () => {
    const text =
      "func f() { switch x {\ncase .c where y ? a : b:\nlet z = 1\n@Sendable func inner() {}\ndefault: g([k ? 1 : 2: v])\n} }";
    expect(names(text)).toEqual(["function f", "function inner"]);
    expect(uses(text)).toEqual([
      "value x",
      "member .c",
      "value y",
      "value a",
      "value b",
      "macro Sendable",
      "call g(_:)",
      "value k",
      "value v",
    ]);
  });

  it("leaves locals, parameters and closure parameters out", () => {
    expect(
      uses(
        "func f(a: Int) { let b = a; g { c, d in c + d + b + outside }; if case .some(let e) = a { e() } }",
      ),
    ).toEqual(["type Int", "call g()", "call c.+(_:_:)", "value outside", "call .some(_:)", "call e()"]);
  });

  it("gives each use its innermost declaration", () => {
    const parsed = parseSwift("struct S { var x: Int { a() }\n func f() { func g() { b() }; c() } }");
    const owners = parsed.uses
      .filter((u) => u.kind === "call")
      .map((u) => parsed.declarations[u.owner ?? -1]?.name);
    expect(owners).toEqual(["x", "g", "f"]);
  });
});

describe("inheritance and imports", () => {
  // covers swiftindex: conformance-names
  it("lists clauses, extensions, conditions, compositions and constraints", () => {
    const text = `
@testable import Core
import struct Foundation.URL
class A<T>: Base<Int>, @unchecked Sendable, P & Q {}
extension A: Equatable where T: Equatable {}
struct N: ~Copyable {}
protocol R: AnyObject { associatedtype X: S }`;
    const parsed = parseSwift(text);
    expect(
      parsed.inheritances.map((i) => [parsed.declarations[i.owner]?.name, i.name, i.how, i.where]),
    ).toEqual([
      ["A", "Base", "clause", undefined],
      ["A", "Sendable", "clause", undefined],
      ["A", "P", "clause", undefined],
      ["A", "Q", "clause", undefined],
      ["A", "Equatable", "extension", "T: Equatable"],
      ["N", "Copyable", "suppressed", undefined],
      ["R", "AnyObject", "clause", undefined],
      ["X", "S", "constraint", undefined],
    ]);
    expect(parsed.imports).toEqual([
      { module: "Core", line: 2, attributes: ["@testable"] },
      { module: "Foundation.URL", line: 3 },
    ]);
  });
});

describe("any text at all", () => {
  const pieces = [
    "func f(",
    ")",
    "{",
    "}",
    "class A",
    ": B",
    "let x =",
    '"',
    "\\(",
    "#if X\n",
    "#else\n",
    "#endif\n",
    "/*",
    "*/",
    "//",
    "\n",
    "@",
    "case",
    "<",
    ">",
    ".",
    "[",
    "]",
    '#"',
    "`",
    "é",
    "🚢",
    ";",
    "in",
    "->",
    "/",
    "init",
    "var",
  ];
  // covers swiftindex: odd-files
  it("is read to the end, without an exception and with ranges inside the text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
        const text = parts.join(" ");
        const parsed = parseSwift(text);
        for (const d of parsed.declarations) {
          expect(d.from).toBeLessThanOrEqual(d.bodyFrom);
          expect(d.bodyFrom).toBeLessThanOrEqual(d.to);
          expect(d.to).toBeLessThanOrEqual(text.length);
          expect(d.startLine).toBeLessThanOrEqual(d.endLine);
        }
      }),
      { numRuns: Number(process.env.HEWTO_FUZZ ?? 2000) },
    );
  });
});

describe("a declaration that is being typed", () => {
  it.each([
    "enum",
    "public enum",
    "import",
    "struct",
    "final class",
    "func",
    "typealias",
    "extension",
    "protocol",
  ])("does not swallow the next one: %s", (typed) => {
    const rest = ["struct A { func go() {} }", "func next() {}"];
    const found = ["struct A", "method A.go", "function next"];
    expect(names(`${typed}\n${rest.join("\n")}\n`)).toEqual(found);
    expect(names(`${typed}\n\n@MainActor\npublic ${rest.join("\npublic ")}\n`)).toEqual(found);
  });

  it("does not take the brace of the type around it", () => {
    expect(names("struct A {\n  enum\n}\nfunc next() {}\n")).toEqual(["struct A", "function next"]);
    expect(names("struct A { enum }\nfunc next() {}\n")).toEqual(["struct A", "function next"]);
  });

  it("may have its name on the next line, in backticks if it is a keyword", () => {
    expect(names("enum\nLamp { case on }\nstruct\n`import` {}\n")).toEqual([
      "enum Lamp",
      "case Lamp.on",
      "struct import",
    ]);
  });
});
