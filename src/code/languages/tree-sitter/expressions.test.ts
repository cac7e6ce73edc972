import { describe, expect, it } from "vitest";
import { depthOf, expressionText, maxDepth } from "../expression.ts";
import type { LanguageId, ParsedFile } from "../language.ts";
import { prepareLanguage } from "../registry.ts";
import { treeSitterLanguages } from "./languages.ts";

async function parse(id: LanguageId, text: string): Promise<ParsedFile> {
  const language = treeSitterLanguages.find((each) => each.id === id);
  if (!language) throw new Error(`no ${id}`);
  await prepareLanguage(language);
  return language.parse(text, "file");
}

/** The receiver of the call of `last`. */
async function receiverOf(id: LanguageId, text: string): Promise<string> {
  const use = (await parse(id, text)).uses.find(({ name }) => name === "last");
  return use?.receiver ? expressionText(use.receiver) : "none";
}

async function valueText(id: LanguageId, text: string): Promise<string> {
  const value = (await parse(id, text)).typings.find(({ name }) => name === "x")?.value;
  return value ? expressionText(value) : "none";
}

describe("the receiver of a call", () => {
  it.each<[LanguageId, string, string]>([
    ["typescript", "function f() { this.a?.b(1, 2)[0]!.last() }", "self.a.b(_:_:)[_:]!"],
    [
      "typescript",
      "function f() { (await new Map<string, User>().load()).last() }",
      "Map<string, User>().load()",
    ],
    ["typescript", "function f() { (a as Foo<Bar>).last() }", "(as Foo<Bar>)"],
    ["typescript", "function f() { super.last() }", "super"],
    ["javascript", "function f() { (a || new B()).last() }", "a"],
    ["python", "def f(self):\n  self.a[0].b(c, strict=1).last()\n", "self.a[_:].b(_:strict:)"],
    ["python", "def f(self):\n  super().last()\n", "super()"],
    ["python", "async def f():\n  (await get() or other).last()\n", "get()"],
    ["go", "package p\nfunc f() { (&Store{size: 1}).last() }", "new Store"],
    ["go", "package p\nfunc f() { a.b(c)[0].last() }", "a.b(_:)[_:]"],
    ["go", "package p\nfunc f() { x.(io.Reader).last() }", "(as io.Reader)"],
    ["rust", "fn f() { Store::open(path)?.last() }", "Store.open(_:)!"],
    ["rust", "fn f() { (*self).cache.last() }", "self.cache"],
    ["rust", "fn f() { Vec::<User>::with(1).last() }", "Vec<User>.with(_:)"],
    ["java", "class A { void f() { new Store<String>(path).open().last(); } }", "new Store<String>.open()"],
    ["java", "class A { void f() { ((Reader) this.source).last(); } }", "(as Reader)"],
    ["kotlin", "fun f() { a?.b(1, strict = true)!!.last() }", "a.b(_:strict:)"],
    ["kotlin", "fun f() { if (!user.last()) return }", "user"],
    ["kotlin", "fun f() { list<User>(1) { it }.last() }", "list<User>(_:) _:{}"],
    ["c", "void f() { store->a.b->last(); }", "store.a.b"],
    ["cpp", "void f() { ns::Store<int>::open(p).last(); }", "ns.Store.open(_:)"],
    ["cpp", "void f() { this->store[0].last(); }", "self.store[_:]"],
    ["objective-c", "@implementation A\n- (void)f { [[Store alloc] last]; }\n@end", "new Store"],
    ["objective-c", "@implementation A\n- (void)f { [[self store] last]; }\n@end", "self.store()"],
    ["csharp", "class A { void F() { base.Items[0].Open(path: p).last(); } }", "super.Items[_:].Open(path:)"],
    ["csharp", "class A { void F() { (await new Store<int>().Open()).last(); } }", "new Store<int>.Open()"],
    ["ruby", "def f\n  Shop::Store.new(path).items[0].last\nend\n", "new Shop::Store.items()[_:]"],
    ["ruby", "def f\n  self.last\nend\n", "self"],
    ["php", "<?php function f() { $this->store->open($p)->last(); }", "self.store.open(_:)"],
    ["php", "<?php function f() { (new \\App\\Store($p))->last(); }", "new Store"],
    ["php", "<?php function f() { parent::last(); }", "super"],
  ])("is a tree in %s: %s", async (id, text, expected) => {
    expect(await receiverOf(id, text)).toBe(expected);
  });

  it("is cut where generated code chains more calls than anyone writes", async () => {
    const { uses } = await parse("javascript", `function f() { a${".b()".repeat(3_000)}.last() }`);
    const depths = uses.map(({ receiver }) => (receiver ? depthOf(receiver) : 0));
    expect(uses).toHaveLength(3_001);
    expect(Math.max(...depths)).toBeLessThanOrEqual(maxDepth);
  });
});

describe("the value of a variable", () => {
  it.each<[LanguageId, string, string]>([
    ["typescript", "function f() { const x = a.b ?? c; }", "a.b!"],
    ["typescript", "function f() { const x = ok ? null : user.name; }", "user.name"],
    ["typescript", "function f() { const x = [first, second]; }", "[first]"],
    ["typescript", "function f() { const x = () => 1; }", "{}"],
    ["typescript", "function f() { const x = `a`; }", "<string>"],
    ["typescript", "function f() { const x = a === b; }", "<boolean>"],
    [
      "typescript",
      `function f() { const x = make(${'"long", '.repeat(100)}1); }`,
      `make(${"_:".repeat(101)})`,
    ],
    ["python", "def f():\n  x = a if b else c\n", "a"],
    ["python", "def f():\n  x = not a\n", "<boolean>"],
    ["go", "package p\nfunc f() { x := &Store{} }", "new Store"],
  ])("is a tree in %s: %s", async (id, text, expected) => {
    expect(await valueText(id, text)).toBe(expected);
  });
});

it("counts arguments without the comments between them", async () => {
  const { uses } = await parse("javascript", "f(a, /* first, second */ b, // third, fourth\n c);");
  expect(uses.find(({ name }) => name === "f")?.labels).toEqual(["_", "_", "_"]);
});

it("counts arguments of a macro that are types", async () => {
  const { uses } = await parse("c", 'void f(void) { WIDTH("lld", long long); }');
  expect(uses.find(({ name }) => name === "WIDTH")?.labels).toEqual(["_", "_"]);
});
