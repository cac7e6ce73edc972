import { describe, expect, it } from "vitest";
import { depthOf, expressionText, maxDepth } from "../../expression.ts";
import { parseSwift } from "../swift.ts";

function valueText(text: string): string {
  const { value } = parseSwift(`func f() { let x = ${text} }`).typings[0] ?? {};
  return value ? expressionText(value) : "none";
}

function receiverOf(name: string, text: string): string {
  const use = parseSwift(`func f() { ${text} }`).uses.find((each) => each.name === name);
  return use?.receiver ? expressionText(use.receiver) : "none";
}

describe("the value of an expression", () => {
  it.each([
    ["self.a?.load(id: k, x).first!", "self.a?.load(id:_:).first!"],
    ["items.map { $0.name }", "items.map() _:{}"],
    ["run(1) { $0 } onError: { _ in }", "run(_:) _:{} onError:{}"],
    ["Pair<A, [B]>(a, b)", "Pair<A, [B]>(_:_:)"],
    ["Box<Int>.shared", "Box<Int>.shared"],
    ["pair.0", "pair.0"],
    ["User.self", "User"],
    [".red", ".red"],
    ["handlers[name]?(1)", "handlers[_:]?(_:)"],
  ])("keeps what it names in %s", (text, expected) => {
    expect(valueText(text)).toBe(expected);
  });

  it.each([
    ["try await client.fetch()", "client.fetch()"],
    ["try! Store(path: p)", "Store(path:)"],
    ["try? load()", "load()"],
    ["(user)", "user"],
    ["((a as? B))", "(as? B)"],
    ["&buffer", "buffer"],
    ["a ?? b", "a!"],
    ["a.b ?? c + d", "a.b!"],
    ["ok ? left : right", "left"],
    ["ok ? nil : user", "user"],
    ["a == b ? c : d", "c"],
    ["a as! Foo.Bar", "(as Foo.Bar)"],
    ["a ?? b as? T", "a!"],
  ])("sees through keywords, casts and choices in %s", (text, expected) => {
    expect(valueText(text)).toBe(expected);
  });

  it.each([
    ['"a \\(b ?? c) d"', "<string>"],
    ["1_000", "<integer>"],
    ["0xFF", "<integer>"],
    ["-1.5e3", "<float>"],
    ["!ready", "<boolean>"],
    ["a.b == c", "<boolean>"],
    ["a ?? b == c", "<boolean>"],
    ["a is B", "<boolean>"],
    ["[a, b]", "[a]"],
    ["[]", "[]"],
    ["[Foo]()", "new [Foo]"],
    ["[String: Foo](minimumCapacity: 1)", "new [String: Foo]"],
    ["{ $0 + 1 }", "{}"],
    ["{ Foo() }()", "{}()"],
  ])("knows the kind of %s", (text, expected) => {
    expect(valueText(text)).toBe(expected);
  });

  it.each([
    ["a + b"],
    ["(a, b)"],
    ["nil"],
    ["[a: b]"],
    ["\\User.name"],
    ["if a { b } else { c }"],
    ["-velocity"],
  ])("says nothing about %s", (text) => {
    expect(valueText(text)).toBe("…");
  });

  it("ends where the next condition begins: the second of two bindings was part of the first", () => {
    const { typings } = parseSwift("func f() { guard let a = b.c, let d = a.e, ok else { return } }");
    expect(typings.map(({ name, value }) => [name, value && expressionText(value)])).toEqual([
      ["a", "b.c"],
      ["d", "a.e"],
    ]);
  });

  it("ends before `where`, so that the variable of a loop is known in its own condition", () => {
    const text = "func f() { for user in users where user.isActive {} }";
    const [user] = parseSwift(text).typings;
    expect(user?.value && expressionText(user.value)).toBe("users");
    expect(user?.valueTo).toBe(text.indexOf(" where"));
  });
});

describe("a receiver", () => {
  it("is kept whole, however long its arguments are", () => {
    const closure = `{ value in ${"print(value); ".repeat(50)} }`;
    expect(receiverOf("wait", `Bootstrap(group: g).handler ${closure}.bind(host: h).wait()`)).toBe(
      "Bootstrap(group:).handler() _:{}.bind(host:)",
    );
  });

  it("is cut where generated code chains more members than anyone writes", () => {
    const text = `a${".b".repeat(10_000)}.last()`;
    const { uses } = parseSwift(`func f() { ${text} }`);
    const depths = uses.map(({ receiver }) => (receiver ? depthOf(receiver) : 0));
    expect(uses.length).toBeGreaterThan(10_000);
    expect(Math.max(...depths)).toBe(maxDepth);
  });

  it("of a key path or a selector is the type that it starts from", () => {
    const uses = parseSwift(
      "func f() { map(\\Outer.User<Int>.address.city); #selector(getter: A.B.c) }",
    ).uses;
    const found = uses
      .filter(({ kind }) => kind === "keypath" || kind === "selector")
      .map(({ name, receiver }) => `${receiver ? expressionText(receiver) : ""} ${name}`);
    expect(found).toEqual(["Outer.User.address city", "A.B c"]);
  });
});
