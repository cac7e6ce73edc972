import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { SourceCache } from "./cache.ts";
import { scanSources } from "./scan.ts";

const tagged = (id: string) => `// [ENSURES: ${id}]\ntest("${id}", () => {});\n`;

async function scan(root: string, cache = new SourceCache()) {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const signal = new AbortController().signal;
  const found = await scanSources(workspace.value, { cache, signal });
  if (!found.ok) throw new Error(found.fault.message);
  return found.value;
}
const paths = async (root: string, cache?: SourceCache) => [...(await scan(root, cache)).files.keys()];

// covers trace: quoted-tags
test("fixtures, hidden files, docs and projects inside the project do not count", async () => {
  const root = await temporaryTree({
    "openspec/specs/a/spec.md": "# A\n",
    "test/a.test.ts": tagged("a.b"),
    "test/fixtures/b.test.ts": tagged("a.b"),
    ".hidden/c.test.ts": tagged("a.b"),
    "docs/d.md": tagged("a.b"),
    "examples/ferry/openspec/specs/x/spec.md": "# X\n",
    "examples/ferry/e.test.ts": tagged("a.b"),
    "examples/other/f.test.ts": tagged("a.b"),
  });
  expect(await paths(root)).toEqual(["examples/other/f.test.ts", "test/a.test.ts"]);
});

// covers trace: vendored-tag
test("a vendored or generated file with a tag is left out and named", async () => {
  const root = await temporaryTree({
    "vendor/a.test.ts": tagged("a.b"),
    "src/b.pb.go": "// [ENSURES: a.b]\n",
  });
  const found = await scan(root);
  expect(found.files.size).toBe(0);
  expect(found.ignored).toEqual(["src/b.pb.go", "vendor/a.test.ts"]);
});

test("a second scan, in this process or another, sees what was added, changed and removed", async () => {
  const root = await temporaryTree({ "a.test.ts": tagged("a.b"), "b.test.ts": tagged("a.b") });
  await sleep(60);
  const cache = new SourceCache();
  expect(await paths(root, cache)).toEqual(["a.test.ts", "b.test.ts"]);
  await writeTree(root, { "b.test.ts": "let x;\n", "c.test.ts": tagged("c.d") });
  for (const each of [cache, new SourceCache()]) {
    const { files } = await scan(root, each);
    expect([...files].map(([path, { tests }]) => [path, tests[0]?.file, tests[0]?.titles])).toEqual([
      ["a.test.ts", "a.test.ts", ["a.b"]],
      ["c.test.ts", "c.test.ts", ["c.d"]],
    ]);
  }
});
