import { describe, expect, it } from "vitest";
import { readSyntax } from "../../tests/syntax.ts";
import { onePerLine, orderBySeed } from "./choose.ts";
import { mutated, mutationsIn } from "./mutations.ts";

async function changes(path: string, text: string) {
  const syntax = await readSyntax(path, text);
  if (syntax === undefined) throw new Error(`${path} has no grammar`);
  return mutationsIn(syntax, { from: 0, to: text.length });
}

async function shown(path: string, text: string): Promise<string[]> {
  return (await changes(path, text)).map((each) => `${each.operator}: ${mutated(text, each).trim()}`);
}

describe("changes of a source text", () => {
  // The same function in each language: a condition with && and a boundary, a call, a sum and a truth value.
  const bodies: Readonly<Record<string, string>> = {
    "a.ts": 'function f(a: number) { if (b && a <= 3) { g("x"); } return a + 1 === 2 || true; }',
    "a.tsx": 'function f(a: number) { if (b && a <= 3) { g("x"); } return a + 1 === 2 || true; }',
    "a.js": 'function f(a) { if (b && a <= 3) { g("x"); } return a + 1 === 2 || true; }',
    "a.go": 'package a\nfunc f(a int) bool { if b && a <= 3 { g("x") }; return a+1 == 2 || true }',
    "a.rs": 'fn f(a: i32) -> bool { if b && a <= 3 { g("x"); } return a + 1 == 2 || true; }',
    "A.java": 'class A { boolean f(int a) { if (b && a <= 3) { g("x"); } return a + 1 == 2 || true; } }',
    "a.kt": 'fun f(a: Int): Boolean { if (b && a <= 3) { g("x") }; return a + 1 == 2 || true }',
    "a.c": 'int f(int a) { if (b && a <= 3) { g("x"); } return a + 1 == 2 || true; }',
    "a.cpp": 'int f(int a) { if (b && a <= 3) { g("x"); } return a + 1 == 2 || true; }',
    "a.cs": 'class A { bool f(int a) { if (b && a <= 3) { g("x"); } return a + 1 == 2 || true; } }',
    "a.rb": 'def f(a)\n  if b && a <= 3\n    g("x")\n  end\n  return a + 1 == 2 || true\nend\n',
    "a.php": '<?php function f($a) { if ($b && $a <= 3) { g("x"); } return $a + 1 == 2 || true; }',
    "a.swift": 'func f(_ a: Int) -> Bool {\n  if b && a <= 3 { g("x") }\n  return a + 1 == 2 || true\n}\n',
  };

  it.each(Object.entries(bodies))(
    "exist in %s for every operator that its grammar names",
    async (path, text) => {
      const found = await changes(path, text);
      const kinds = new Set(found.map(({ operator }) => operator));
      for (const operator of ["logic", "boundary", "comparison", "number", "arithmetic", "boolean"] as const)
        expect(kinds).toContain(operator);
      const texts = found.map((each) => mutated(text, each));
      expect(texts.some((each) => /b \|\| /.test(each))).toBe(true);
      expect(texts.some((each) => /a < 3/.test(each))).toBe(true);
      expect(texts.some((each) => /a > 3/.test(each))).toBe(true);
      expect(texts.some((each) => /a <= 4/.test(each))).toBe(true);
      expect(texts.some((each) => /a ?- ?1/.test(each))).toBe(true);
      expect(new Set(texts).size).toBe(texts.length);
    },
  );

  it("negate conditions, drop negations, statements, chains and defaults, and empty results and texts", async () => {
    expect(await shown("a.js", "if (a) b();")).toEqual(["condition: if (!(a)) b();", "statement: if (a) {}"]);
    expect(await shown("a.js", "x = !a;")).toContain("negation: x = a;");
    expect(await shown("a.js", "x = a?.b ?? 2;")).toEqual(
      expect.arrayContaining(["chain: x = a.b ?? 2;", "chain: x = a?.b;"]),
    );
    expect(await shown("a.js", 'function f() { return g("x"); }')).toEqual([
      "return: function f() { return undefined; }",
      'string: function f() { return g(""); }',
    ]);
    expect(await shown("a.py", "def f(a):\n    if a:\n        g(a)\n    return a\n")).toEqual([
      "condition: def f(a):\n    if not (a):\n        g(a)\n    return a",
      "statement: def f(a):\n    if a:\n        pass\n    return a",
      "return: def f(a):\n    if a:\n        g(a)\n    return None",
    ]);
  });

  it("leave out logging, assertions, error texts, times, imports and types", async () => {
    const quiet = [
      'import { a } from "./a.js";',
      'console.log("x", 1 + 2);',
      'log.info("x");',
      "assert(a === 1);",
      'throw new Error("no");',
      "const timeoutMs = 500;",
      'type A = "x" | 3;',
      "interface B { c: true }",
      "const text = `a` + b;",
    ];
    for (const line of quiet) expect(await shown("a.ts", line)).toEqual([]);
  });

  it("do not change keys, and do not take a join of texts for a sum", async () => {
    expect(await shown("a.js", 'x = { "key": a };')).toEqual(["statement: {}"]);
    expect((await shown("a.js", 'x = "a" + b;')).some((each) => each.startsWith("arithmetic"))).toBe(false);
  });

  it("stay inside the range that is asked for", async () => {
    const text = "const a = 1;\nconst b = 2;\n";
    const syntax = await readSyntax("a.js", text);
    if (syntax === undefined) throw new Error("no grammar");
    expect(mutationsIn(syntax, { from: 13, to: text.length }).map(({ line }) => line)).toEqual([2]);
  });

  it("survive a text that does not parse", async () => {
    expect(await changes("a.ts", "function f( { if (a && b) {{{ return 1 +")).toBeInstanceOf(Array);
  });
});

describe("the choice of changes", () => {
  const text = Array.from({ length: 20 }, (_, at) => `const a${at} = ${at} + b && c > ${at};`).join("\n");

  it("is the same for the same seed, another for another, and one a line", async () => {
    const all = (await changes("a.js", text)).map((each) => ({ ...each, file: "a.js" }));
    const pick = (seed: number) =>
      onePerLine(orderBySeed(all, seed)).map(({ from, replacement }) => `${from}${replacement}`);
    expect(pick(1)).toEqual(pick(1));
    expect(pick(1)).not.toEqual(pick(2));
    expect(pick(1)).toHaveLength(20);
    expect(onePerLine(orderBySeed(all.toReversed(), 1)).map(({ from }) => from)).toEqual(
      onePerLine(orderBySeed(all, 1)).map(({ from }) => from),
    );
  });
});
