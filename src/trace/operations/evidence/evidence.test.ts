import { execFileSync } from "node:child_process";
import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentWith } from "../../../../test/support/operations.ts";
import { temporaryTree, writeTree } from "../../../../test/support/temporary.ts";
import { contextFor, createRuntime } from "../../../operation/runtime.ts";
import { openWorkspace } from "../../../workspace/paths/root.ts";
import { addEvidence } from "./add.ts";
import { attestEvidence } from "./attest.ts";
import { evidenceOperations } from "./entries.ts";
import { exportEvidence } from "./export.ts";
import { listEvidence } from "./list.ts";

const surface = agentWith(evidenceOperations);
const source = 'import { test } from "vitest";\ntest("full", () => {});\ntest("left", () => {});\n';
const junit = (...names: string[]) =>
  `<testsuites>${names.map((name) => `<testcase classname="test/a.test.ts" name="${name}"/>`).join("")}</testsuites>`;

async function open() {
  const root = await temporaryTree({ "test/a.test.ts": source });
  const past = new Date(Date.now() - 3_600_000);
  await utimes(join(root, "test/a.test.ts"), past, past);
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const runtime = createRuntime({ workspace: workspace.value, log: () => {} });
  return { root, context: contextFor(runtime, { signal: new AbortController().signal }) };
}

test("a report is added and listed, and what it leaves open is named", async () => {
  const { root, context } = await open();
  await writeTree(root, { "unit.xml": junit("full", "left", "\u001b[31mnobody &lt;wrote&gt; this") });
  const added = await addEvidence.run(context, { files: ["unit.xml"] });
  if (!added.ok) throw new Error(added.fault.message);
  const text = addEvidence.text(added.value, { files: [] }, surface);
  expect(text).toBe(
    "unit.xml (junit): 2 of 3 results matched, 1 without a test in the sources\nTests: 2 passed.\nNo test in the sources: test/a.test.ts ␛[31mnobody <wrote> this\n".replace(
      "test/a.test.ts ",
      "",
    ),
  );
  const listed = await listEvidence.run(context, { limit: 20 });
  expect(listed).toMatchObject({
    ok: true,
    value: { runs: [{ source: "local", results: { passed: 2 } }], left_out: 0 },
  });
  expect(listed.ok && listEvidence.text(listed.value, { limit: 20 }, surface)).toMatch(
    /2 passed {2}unit\.xml\n$/,
  );
});

test("without evidence the list says how to add some", async () => {
  const { context } = await open();
  const listed = await listEvidence.run(context, { limit: 20 });
  expect(listed.ok && listEvidence.text(listed.value, { limit: 20 }, surface)).toContain("`add_evidence`");
  expect(await exportEvidence.run(context, { file: "a.evidence.json" })).toMatchObject({
    ok: false,
    fault: { code: "evidence_missing" },
  });
  expect(await attestEvidence.run(context, {})).toMatchObject({
    ok: false,
    fault: { code: "evidence_missing" },
  });
});

test("an export replaces an earlier one, and no other file", async () => {
  const { root, context } = await open();
  await writeTree(root, { "unit.xml": junit("full"), "notes.md": "# Notes\n" });
  await addEvidence.run(context, { files: ["unit.xml"] });
  expect(await exportEvidence.run(context, { file: "a.evidence.json" })).toMatchObject({
    ok: true,
    value: { runs: 1, tests: 1 },
  });
  expect(await exportEvidence.run(context, { file: "a.evidence.json" })).toMatchObject({ ok: true });
  expect(await exportEvidence.run(context, { file: "notes.md" })).toMatchObject({
    ok: false,
    fault: { code: "evidence_refused" },
  });
  expect(await readFile(join(root, "notes.md"), "utf8")).toBe("# Notes\n");
  expect(await exportEvidence.run(context, { file: "../out.json" })).toMatchObject({
    ok: false,
    fault: { code: "path_escape" },
  });
});

test("only a run on the commit that is checked out is attested", async () => {
  const { root, context } = await open();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, stdio: "pipe" })
      .toString()
      .trim();
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
  await writeTree(root, { "unit.xml": junit("full") });
  await addEvidence.run(context, { files: ["unit.xml"] });
  expect(await attestEvidence.run(context, {})).toMatchObject({
    ok: true,
    value: {
      statement: {
        subject: [{ digest: { gitCommit: git("rev-parse", "HEAD") } }],
        predicate: { result: "PASSED" },
      },
    },
  });
  git("commit", "-q", "--allow-empty", "-m", "two");
  expect(await attestEvidence.run(context, {})).toMatchObject({
    ok: false,
    fault: { code: "evidence_missing" },
  });
  await writeTree(root, { "unit.xml": junit("full"), "src/other.ts": "export const a = 1;\n" });
  await addEvidence.run(context, { files: ["unit.xml"] });
  expect(await attestEvidence.run(context, {})).toMatchObject({
    ok: false,
    fault: { message: expect.stringContaining("files differed from the commit") },
  });
});
