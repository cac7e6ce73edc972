import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { addEvidence } from "../evidence/add.ts";
import { SourceCache } from "../sources/cache.ts";
import { testId } from "../tests/model.ts";
import { readTrace } from "./trace.ts";

const specs = ["openspec/specs/booking/spec.md", "openspec/specs/boarding/spec.md"];
const tests = ["test/a.test.ts", "test/b.test.ts", "tests/test_c.py"];

function specText(name: string, then: string): string {
  return `# ${name}\n\n## Purpose\n\nAll of it.\n\n## Requirements\n\n### Requirement: Rule\n\nIt SHALL work.\n\n#### Scenario: ${name}\n\n- **WHEN** asked\n- **THEN** ${then}\n`;
}

function scriptTest(reference: string, body: string): string {
  return `import { book } from "../src/book.ts";\n\n// [VERIFIES: ${reference}]\ntest("refuses", () => {\n  expect(book()).toBe(${body});\n});\n`;
}

const tree = {
  [specs[0] ?? ""]: specText("Full", "it is refused"),
  [specs[1] ?? ""]: specText("Ticket", "it is valid"),
  "src/book.ts": "export const book = () => 1;\n",
  [tests[0] ?? ""]: scriptTest("booking/rule#full", "1"),
  [tests[1] ?? ""]: scriptTest("boarding/rule#ticket", "2"),
  [tests[2] ?? ""]: "# [VERIFIES: boarding/rule]\ndef test_ticket():\n    assert True\n",
  ".gitignore": ".hewto/\nreports/\n",
  "reports/unit.xml":
    '<testsuites><testsuite name="all"><testcase classname="test/a.test.ts" name="refuses"/><testcase classname="test/b.test.ts" name="refuses"/></testsuite></testsuites>',
};

/** One thing that people do to a project between two questions. */
const edit = fc.oneof(
  fc.record({
    kind: fc.constant("text"),
    at: fc.nat(1),
    value: fc.constantFrom("it waits", "it is refused"),
  }),
  fc.record({
    kind: fc.constant("scenario"),
    at: fc.nat(1),
    value: fc.constantFrom("Full", "Ticket", "Late"),
  }),
  fc.record({ kind: fc.constant("body"), at: fc.nat(1), value: fc.constantFrom("1", "2", "3") }),
  fc.record({ kind: fc.constant("tag"), at: fc.nat(2), value: fc.constantFrom("booking/rule", "x/y") }),
  fc.record({ kind: fc.constant("skip"), at: fc.nat(1), value: fc.constant("") }),
  fc.record({
    kind: fc.constant("code"),
    at: fc.constant(0),
    value: fc.constantFrom("1", "2 ", "/* c */ 1"),
  }),
  fc.record({ kind: fc.constant("delete"), at: fc.nat(4), value: fc.constant("") }),
  fc.record({ kind: fc.constant("rename"), at: fc.nat(4), value: fc.constantFrom("moved", "other") }),
  fc.record({ kind: fc.constant("add"), at: fc.nat(1), value: fc.constantFrom("new", "test_new") }),
  fc.record({ kind: fc.constant("record"), at: fc.nat(1), value: fc.constantFrom("r1:000000000000", "") }),
  fc.record({ kind: fc.constant("delta"), at: fc.nat(1), value: fc.constantFrom("Full", "Late") }),
  fc.record({ kind: fc.constant("commit"), at: fc.constant(0), value: fc.constant("") }),
  fc.record({ kind: fc.constant("branch"), at: fc.nat(1), value: fc.constant("") }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function apply(root: string, { kind, at, value }: Edit): void {
  const [spec = "", source = ""] = [specs[at], tests[at]];
  const change = (path: string, to: (text: string) => string) => {
    const file = join(root, path);
    if (existsSync(file)) writeFileSync(file, to(readFileSync(file, "utf8")));
  };
  if (kind === "text") change(spec, (text) => text.replace(/THEN\*\* .*/, `THEN** ${value}`));
  if (kind === "scenario") change(spec, (text) => text.replace(/Scenario: .*/, `Scenario: ${value}`));
  if (kind === "body") change(source, (text) => text.replace(/toBe\(.*\)/, `toBe(${value})`));
  if (kind === "tag") change(source, (text) => text.replace(/VERIFIES: [^\]]*/, `VERIFIES: ${value}`));
  if (kind === "skip")
    change(source, (text) =>
      text.includes("test.skip(") ? text.replace("test.skip(", "test(") : text.replace("test(", "test.skip("),
    );
  if (kind === "code") change("src/book.ts", () => `export const book = () => ${value};\n`);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  if (kind === "add") put(`test/${value}.test.ts`, scriptTest(at === 0 ? "booking/rule" : "a/b", value));
  if (kind === "record")
    put(
      ".trace/openspec/booking/rule.toml",
      `address = "openspec:booking/rule"\n\n[scenario.full]\n${value === "" ? 'tests = ["test/b.test.ts#refuses"]' : `accepted = "${value}"`}\n`,
    );
  if (kind === "delta")
    put(
      "openspec/changes/add-late/specs/booking/spec.md",
      specText(value, "it is late").replace(
        "## Requirements",
        at === 0 ? "## ADDED Requirements" : "## MODIFIED Requirements",
      ),
    );
  const file = [...specs, ...tests][at] ?? "";
  if (kind === "delete") rmSync(join(root, file), { force: true });
  if (kind === "rename" && existsSync(join(root, file))) {
    const target = join(root, file.replace(/(booking|boarding|a|b|test_c)(?=\.|\/spec)/, `$1-${value}`));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(root, file), target);
  }
  if (kind === "commit" || kind === "branch") {
    runGit(root, "add", "-A");
    runGit(root, "commit", "-q", "--no-gpg-sign", "--allow-empty", "-m", "Edit");
  }
  if (kind === "branch") {
    runGit(root, "checkout", "-q", at === 0 ? "main" : "side");
  }
}

/** Everything that an answer is made of. */
async function answer(workspace: Workspace, cache: SourceCache) {
  const { signal } = new AbortController();
  const now = new Date("2027-01-15T12:00:00Z");
  const read = await readTrace(workspace, { cache, signal, now });
  if (!read.ok) throw new Error(read.fault.message);
  const { states, findings, scan, graph } = read.value;
  return {
    states: [...states.values()].map(({ node, state, reason, links }) => {
      const linked = links.map(
        ({ link }) => `${link.source} ${link.test === undefined ? "" : testId(link.test)}`,
      );
      return { address: node.address, revision: node.revision, line: node.line, state, reason, linked };
    }),
    findings,
    files: [...scan.files],
    nodes: graph.nodes,
  };
}

test("after any edits a process that knows the project answers like one that reads everything", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 9 }), async (edits) => {
      const root = await temporaryRepository(tree);
      runGit(root, "branch", "side");
      const opened = await openWorkspace(root);
      if (!opened.ok) throw new Error(opened.fault.message);
      const [own, empty] = [await temporaryFolder(), await temporaryFolder()];
      vi.stubEnv("XDG_CACHE_HOME", own);
      const cache = new SourceCache();
      await sleep(50);
      await answer(opened.value, cache);
      const { signal } = new AbortController();
      const facts = [...(await answer(opened.value, cache)).files].flatMap(([, each]) => each.tests);
      const added = await addEvidence(opened.value, ["reports/unit.xml"], {
        tests: facts,
        now: new Date(),
        signal,
      });
      expect(added.ok).toBe(true);
      for (const [index, each] of edits.entries()) {
        apply(root, each);
        // Files of this very moment are never cached: only older ones can be served wrongly.
        await sleep(index % 2 === 0 ? 50 : 1);
        const known = await answer(opened.value, cache);
        vi.stubEnv("XDG_CACHE_HOME", join(empty, String(index)));
        expect(known).toEqual(await answer(opened.value, new SourceCache()));
        vi.stubEnv("XDG_CACHE_HOME", own);
        expect(known).toEqual(await answer(opened.value, new SourceCache()));
      }
      vi.unstubAllEnvs();
    }),
    { numRuns: Number(process.env["HEWTO_FUZZ"] ?? 8) },
  );
}, 120_000);
