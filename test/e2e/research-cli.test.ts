import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { temporaryTree } from "../support/temporary.ts";

const files = {
  "Store.swift": "protocol Store { func save(id: Int) }\nstruct Disk: Store { func save(id: Int) {} }\n",
  "Use.swift":
    "func persist(disk: Disk) { disk.save(id: 1) }\nfunc all(disk: Disk) { persist(disk: disk) }\n",
  "deep/down/Note.swift": "func note() { persist(disk: Disk()) }\n",
  "app/store.ts": "export class Cart {\n  add(item: string) { this.total() }\n  total() { return 1 }\n}\n",
  "app/use.ts": 'import { Cart } from "./store.ts";\nexport function fill(cart: Cart) { cart.add("a"); }\n',
};

async function place() {
  const root = await temporaryTree(files);
  const words = (...all: string[]) => run(hewto, all, { cwd: root });
  expect((await words("index")).code).toBe(0);
  return words;
}

test("hewto research answers with callers below what they call, each with its line", async () => {
  const words = await place();
  const { code, output } = await words("research", "what", "calls", "save(id:)", "--depth", "3");
  expect(code).toBe(0);
  expect(output).toContain(
    [
      "  ← persist(disk:) — Use.swift:1 (of Disk.save(id:)): func persist(disk: Disk) { disk.save(id: 1) }",
      "    ← all(disk:) — Use.swift:2: func all(disk: Disk) { persist(disk: disk) }",
      "    ← note() — deep/down/Note.swift:1 (possible; no import leads there): func note() { persist(disk: Disk()) }",
    ].join("\n"),
  );
});

test("--json gives the object of the tool, --graph the graph", async () => {
  const words = await place();
  expect(JSON.parse((await words("research", "callers of persist", "--json")).output)).toMatchObject({
    depth: 2,
    findings: [{ symbol: "all(disk:)" }, { symbol: "note()" }],
  });
  const { output: dot } = await words("research", "callers of persist", "--dot");
  expect(dot).toMatch(
    /^digraph research \{[\s\S]*"Use.swift:2:all\(disk:\)" -> "Use.swift:1:persist\(disk:\)" \[label="calls"\];[\s\S]*\}\n$/,
  );
  const { output: mermaid } = await words("research", "callers of persist", "--graph", "mermaid");
  expect(mermaid).toMatch(/^flowchart LR\n {2}n0\["persist\(disk:\)"\]\n[\s\S]*n1 -->\|calls\| n0/);
});

test("other languages have the same edges as far as their syntax says them", async () => {
  const words = await place();
  const answer = JSON.parse((await words("research", "callers of Cart.add", "--json")).output);
  expect(answer.findings).toMatchObject([
    { symbol: "fill()", confidence: "exact", source: { path: "app/use.ts", line: 2 } },
  ]);
  const inner = JSON.parse((await words("research", "callers of total", "--json")).output);
  expect(inner.findings[0]).toMatchObject({ confidence: "exact" });
});
