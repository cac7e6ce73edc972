import { describe, expect, it } from "vitest";
import { indexFolder } from "../../../../test/support/code-index.ts";
import { temporaryTree } from "../../../../test/support/temporary.ts";
import { CodeGraph } from "../../graph/build/code-graph.ts";
import { CodeIndex } from "../../index/fresh.ts";
import { textCalls } from "../relation/text-calls.ts";
import { research } from "../research.ts";
import { Sources } from "../sources.ts";
import { understand } from "./understand.ts";

async function indexed(files: Record<string, string>) {
  const root = await temporaryTree(files);
  await indexFolder(root);
  const snapshot = new CodeIndex({ root }).stored();
  const graph = snapshot && (await new CodeGraph({ root }).of(snapshot, async () => true));
  if (!snapshot || !graph) throw new Error("no graph");
  return { graph, sources: new Sources(snapshot) };
}

const files = {
  "data/tree.go":
    "package data\n\nfunc FindTree(path string) string {\n\treturn path\n}\n\ntype Importer interface {\n\tLoad() error\n}\n",
  "cmd/main.go":
    'package main\n\nimport "example.com/app/data"\n\nfunc runMain() {\n\tdata.FindTree("x")\n}\n',
};

describe("a sentence", () => {
  it.each([
    ["Who calls data.FindTree?", "callers", ["data.FindTree"]],
    ["What breaks if I add a parameter to FindTree?", "impact", ["FindTree"]],
    [
      "I want to add a method to the Importer interface: which types implement it?",
      "implementations",
      ["Importer"],
    ],
    ["how does it get from runMain to FindTree", "path", ["runMain", "FindTree"]],
    ["Which test covers FindTree?", "tests", ["FindTree"]],
    ["How are trees found?", "flow", []],
    ["where is the tree printed", "where", []],
    ["Which environment variable changes the folder?", "settings", []],
    ["who on earth is invoking FindTree?", "callers", ["FindTree"]],
    ["is anything still using FindTree", "uses", ["FindTree"]],
    ["is it safe to delete FindTree?", "impact", ["FindTree"]],
    ["if FindTree returns nil, what else must I touch", "impact", ["FindTree"]],
    ["everything satisfying Importer", "implementations", ["Importer"]],
    ["which spec exercises FindTree", "tests", ["FindTree"]],
    ["trace the calls from runMain down to FindTree", "path", ["runMain", "FindTree"]],
    ["what breaks if I change the Importer's Load method", "impact", ["Importer.Load"]],
    ["who calls the Load method of the Importer", "callers", ["Importer.Load"]],
  ])("%s", async (query, want, names) => {
    const { graph } = await indexed(files);
    const sentence = understand(graph, query);
    expect(sentence.want).toBe(want);
    expect(sentence.names.map(({ text }) => text)).toEqual(names);
  });

  it("takes the last word of a question about callers for a name, even a plain one that nothing has", async () => {
    const { graph } = await indexed(files);
    expect(understand(graph, "who calls frobnicate?")).toMatchObject({
      want: "callers",
      names: [],
      unknown: ["frobnicate"],
    });
    expect(understand(graph, "what uses the tree").unknown).toEqual([]);
  });

  it("finds a member of a value by what the value is made of", async () => {
    const { graph } = await indexed({
      "factory.py": "class AppFactory:\n    def create(self):\n        pass\n\nApp = AppFactory()\n",
      "other.py": "".concat(
        ...["A", "B", "C", "D"].map((name) => `class ${name}:\n    def create(self):\n        pass\n`),
      ),
    });
    const [{ nodes } = { nodes: [] }] = understand(graph, "path from App.create to somewhere").names;
    expect(nodes.map(({ name }) => name)).toEqual(["AppFactory.create()"]);
  });

  it("has unknown names only where they are written as code", async () => {
    const { graph } = await indexed(files);
    expect(understand(graph, "who calls sinkTheMoon() on GitHub and macOS").unknown).toEqual([
      "sinkTheMoon()",
    ]);
  });
});

describe("an answer", () => {
  async function answered(tree: Record<string, string>, query: string) {
    const { graph, sources } = await indexed(tree);
    const search = async () => [];
    return research(graph, { query, depth: 2, search, sources, scale: 1, onHop: async () => true });
  }

  it("to a qualified name that is misspelled gives the nearest names and nothing else", async () => {
    const answer = await answered(
      { "a.ts": "export class Injector {\n  loadProvider() {}\n}\n" },
      "Injektor.loadProvidr",
    );
    expect(answer.overview).toContain("Nearest: Injector.loadProvider() (a.ts:2)");
    expect(answer.findings).toEqual([]);
  });

  it("about callers has those in tests last, even when only the text shows the others", async () => {
    const answer = await answered(
      {
        "a.py": "def load_things():\n    pass\n",
        "tests/test_a.py": "from a import load_things\n\ndef test_it():\n    load_things()\n",
        "z.py": "class Z:\n    def go(self):\n        getattr(x, y).z[0].load_things()\n",
      },
      "who calls load_things",
    );
    expect(answer.findings.map(({ source }) => source.path)).toEqual(["z.py", "tests/test_a.py"]);
  });
});

describe("calls that only the text shows", () => {
  it("are lines of a name that nothing else has, outside comments", async () => {
    const { graph, sources } = await indexed({
      "a.py": "def load_things():\n    pass\n",
      "b.py":
        "# load_things() is slow\nclass A:\n    def go(self):\n        getattr(x, y).z[0].load_things()\n",
    });
    const starts = graph.named("load_things").map((id) => graph.node(id));
    const known = starts.flatMap(({ id }) => graph.to(id)).map(({ path, line }) => `${path}:${line}`);
    const { calls, others } = textCalls(graph, starts, [], sources);
    const places = calls.map(({ source }) => `${source.path}:${source.line}`);
    expect([...known, ...places]).toContain("b.py:4");
    expect(others).toContain("b.py:1");
    expect(calls.every(({ how, confidence }) => how === "by text only" && confidence === "possible")).toBe(
      true,
    );
  });

  it("are not calls of a function of another package that has the name of a method", async () => {
    const { graph, sources } = await indexed({
      "a.ts": "export class Scanner {\n  scanAll() {}\n}\n",
      "b.ts":
        "import { scanAll } from 'rx';\nexport function go(x: unknown) {\n  x.y().z[0].scanAll();\n  return scanAll(1);\n}\n",
    });
    const starts = graph.named("scanAll").map((id) => graph.node(id));
    const known = starts.flatMap(({ id }) => graph.to(id)).map(({ path, line }) => `${path}:${line}`);
    const { calls } = textCalls(graph, starts, [], sources);
    expect([...known, ...calls.map(({ source }) => `${source.path}:${source.line}`)]).toEqual(["b.ts:3"]);
  });

  it("are not claimed for a name that several declarations share", async () => {
    const { graph, sources } = await indexed({
      "a.py": "class A:\n    def save(self):\n        pass\n",
      "b.py": "class B:\n    def save(self):\n        pass\n",
      "c.py": "def go(x):\n    x.y().save()\n",
    });
    const starts = graph.named("save").map((id) => graph.node(id));
    expect(textCalls(graph, starts.slice(0, 1), [], sources).calls).toEqual([]);
  });
});
