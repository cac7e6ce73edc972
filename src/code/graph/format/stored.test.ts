import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryTree } from "../../../../test/support/temporary.ts";
import { parseSwift } from "../../languages/swift/swift.ts";
import { type BuiltGraph, buildGraph } from "../build/build.ts";
import { type Graph, graphOf } from "../model/graph.ts";
import { encodeColumns } from "./columns.ts";
import { columnsOf } from "./make-columns.ts";
import { encodeUpdate, openGraph, readLatest, storeGraph } from "./stored.ts";

const texts: Readonly<Record<string, string>> = {
  "Store.swift":
    "import Foundation\nprotocol Store { func save(id: Int) }\nextension Disk: Store where T: Hashable {}\n",
  "Use.swift":
    "struct Disk<T> { func save(id: Int) {}; func größe() { save(id: 1); print(2) } }\nfunc Save() {}\n",
};

function built(): BuiltGraph {
  const sources = Object.entries(texts).map(([path, text]) => ({
    path,
    hash: text,
    language: "swift" as const,
    role: "source" as const,
    facts: () => parseSwift(text),
  }));
  return buildGraph(sources, undefined);
}

async function kept(id = "ab12"): Promise<string> {
  const folder = await temporaryTree({});
  const made = built();
  storeGraph(folder, id, encodeColumns(columnsOf(made)), encodeUpdate(made, "a"));
  return folder;
}

function everything(graph: Graph | undefined) {
  if (!graph) return undefined;
  const nodes = graph.nodes();
  return { nodes, out: nodes.map(({ id }) => graph.from(id)), in: nodes.map(({ id }) => graph.to(id)) };
}

describe("a stored graph", () => {
  it("answers like the one just built", async () => {
    const folder = await kept();
    const graph = openGraph(folder, "ab12");
    expect(everything(graph)).toEqual(everything(graphOf(built())));
    graph?.close();
  });

  it("finds declarations by name in any case, and names from outside", () => {
    const graph = graphOf(built());
    const names = (ids: readonly number[]) => ids.map((id) => graph.node(id).name);
    expect(names(graph.named("SAVE"))).toEqual(["Store.save(id:)", "Disk.save(id:)", "Save()"]);
    expect(names(graph.named("GRÖSSE"))).toEqual([]);
    expect(names(graph.named("größe"))).toEqual(["Disk.größe()"]);
    expect(graph.node(graph.external("print") ?? -1)).toMatchObject({
      name: "print",
      kind: "external",
      path: "",
    });
    expect(graph.external("nothing")).toBeUndefined();
  });

  it("knows edges both ways, with their notes, and what is inside what", () => {
    const graph = graphOf(built());
    const [disk = -1] = graph.named("Disk");
    const inside = graph.within(disk).map((id) => graph.node(id).name);
    expect(inside).toEqual(["Disk", "extension Disk", "Disk.save(id:)", "Disk.größe()"]);
    const [store = -1] = graph.named("Store");
    expect(graph.to(store)).toMatchObject([
      { kind: "conforms", note: "where T: Hashable", path: "Store.swift" },
    ]);
    const [caller = -1] = graph.named("größe");
    expect(graph.from(caller).map(({ to, confidence }) => [graph.node(to).name, confidence])).toEqual([
      ["Disk.save(id:)", "exact"],
      ["print", "external"],
    ]);
  });

  it("is not found under another name, and not read where it is cut off or something else", async () => {
    const folder = await kept();
    expect(openGraph(folder, "cd34")).toBeUndefined();
    const bytes = readFileSync(join(folder, "g-ab12.graph"));
    for (const length of [0, 5, 12, 100, bytes.length >> 1, bytes.length - 8]) {
      writeFileSync(join(folder, "g-ab12.graph"), bytes.subarray(0, length));
      expect(openGraph(folder, "ab12"), `${length} bytes`).toBeUndefined();
    }
    writeFileSync(join(folder, "g-ab12.graph"), "x".repeat(1000));
    expect(openGraph(folder, "ab12")).toBeUndefined();
    expect(readLatest(folder, "a")).toBeUndefined();
  });

  it("replaces the one before, and is where the next one starts from", async () => {
    const folder = await kept();
    const made = built();
    writeFileSync(join(folder, "graph.json"), "{}");
    storeGraph(folder, "cd34", encodeColumns(columnsOf(made)), encodeUpdate(made, "a"));
    expect(readdirSync(folder).filter((name) => name.startsWith("g"))).toEqual([
      "g-cd34.graph",
      "g-cd34.shapes",
    ]);
    const latest = readLatest(folder, "a");
    expect(latest?.state.files).toEqual(made.files.map((file) => ({ ...file, edges: undefined })));
    expect(everything(latest?.graph)).toEqual(everything(graphOf(made)));
    latest?.graph.close();
    expect(readLatest(folder, "b")).toBeUndefined();
  });
});
