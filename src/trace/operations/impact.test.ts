import { expect, test } from "vitest";
import type * as z from "zod";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { invoke } from "../../operation/invoke.ts";
import type { Operation } from "../../operation/operation.ts";
import { contextFor, createRuntime } from "../../operation/runtime.ts";
import { terminalSurface } from "../../operation/surface.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { exportTrace } from "./export.ts";
import { traceImpact } from "./impact.ts";
import { tracePrompts } from "./missing-test.ts";

async function call<In extends z.ZodObject, Out extends z.ZodType>(
  root: string,
  operation: Operation<string, In, Out>,
  input: z.input<In>,
) {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const clock = () => new Date("2027-01-15T12:00:00Z");
  const runtime = createRuntime({ workspace: workspace.value, log: () => {}, flags: {}, clock });
  const answer = await invoke(runtime, operation, input, { signal: new AbortController().signal });
  if (!answer.ok) throw new Error(`${answer.fault.message} ${answer.fault.remedy}`.trim());
  const { output, input: given } = answer.value;
  return {
    output,
    text: operation.text(
      output,
      given,
      terminalSurface(() => undefined),
    ),
  };
}

const scenario = (name: string) => `#### Scenario: ${name}\n\n- **WHEN** asked\n- **THEN** it is done\n\n`;
const spec = (...names: string[]) =>
  `# Booking\n\n## Purpose\n\nAll of it.\n\n## Requirements\n\n### Requirement: Reserve\n\nIt SHALL work.\n\n${names.map(scenario).join("")}`;
const files = {
  "openspec/specs/booking/spec.md": spec("The crossing is full", "Too late"),
  "package.json": '{"devDependencies":{"vitest":"1.0.0"}}\n',
  "src/book.ts": "export function book(free: number) { return free > 0; }\n",
  "src/cancel.ts": "export function cancel(minutes: number) { return minutes >= 10; }\n",
  "test/book.test.ts":
    'import { book } from "../src/book.ts";\n// [VERIFIES: booking/reserve#the-crossing-is-full]\ntest("refuses", () => { book(0); });\n',
  "test/cancel.test.ts":
    'import { cancel } from "../src/cancel.ts";\n// [VERIFIES: booking/reserve#too-late]\ntest("too late", () => { cancel(1); });\n',
};

test("a change of a function endangers the requirements whose tests reach it, and names the tests to run", async () => {
  const root = await temporaryRepository(files);
  await writeTree(root, { "src/book.ts": "export function book(free: number) { return free >= 0; }\n" });
  const { output, text } = await call(root, traceImpact, {});
  expect(output).toMatchObject({
    changed: ["src/book.ts#book"],
    requirements: [
      { address: "booking/reserve#the-crossing-is-full", path: "exact", via: "test/book.test.ts#refuses" },
    ],
    commands: ["npx vitest run test/book.test.ts"],
  });
  expect(output.run_all).toBeUndefined();
  expect(text).toContain("1 requirement endangered, 1 test to run.");
});

test("a symbol can be asked for instead of a diff, and one that does not exist is refused", async () => {
  const root = await temporaryTree(files);
  const { output } = await call(root, traceImpact, { symbols: ["cancel"] });
  expect(output.requirements).toMatchObject([{ address: "booking/reserve#too-late" }]);
  expect(output.tests).toMatchObject([{ file: "test/cancel.test.ts" }]);
  await expect(call(root, traceImpact, { symbols: ["nothing"] })).rejects.toThrow(
    "No symbol is called `nothing`.",
  );
  await expect(call(root, traceImpact, { files: ["../x"] })).rejects.toThrow();
});

test("a changed text endangers its own requirement, a comment in code none", async () => {
  const root = await temporaryRepository(files);
  await writeTree(root, {
    "openspec/specs/booking/spec.md": spec("The crossing is full", "Too late").replace(
      "it is done",
      "it is not",
    ),
    "src/cancel.ts": `// why\n${files["src/cancel.ts"]}`,
  });
  const { output } = await call(root, traceImpact, {});
  expect(output.requirements).toMatchObject([
    { address: "booking/reserve#the-crossing-is-full", path: "text" },
  ]);
});

test("a deleted source or a changed setting asks for all tests, a changed document does not", async () => {
  const root = await temporaryRepository({ ...files, "README.md": "a\n" });
  runGit(root, "branch", "base");
  await writeTree(root, { "README.md": "b\n" });
  commitAll(root, "docs");
  expect((await call(root, traceImpact, { changed_since: "base" })).text).toBe(
    "Nothing that changed concerns a requirement.",
  );
  await writeTree(root, { "package.json": "{}\n" });
  expect((await call(root, traceImpact, { changed_since: "base" })).output.run_all).toBe(
    "package.json is not source code",
  );
  runGit(root, "checkout", "-q", "package.json");
  runGit(root, "rm", "-q", "src/cancel.ts");
  expect((await call(root, traceImpact, { changed_since: "base" })).output.run_all).toBe(
    "src/cancel.ts was deleted or renamed",
  );
});

const hostile = '=cmd|"/c calc"!A1 <script>alert(1)</script> & \u001b[31m';

test("a cell that looks like a formula begins with an apostrophe, and quotes are doubled", async () => {
  const root = await temporaryTree({ ...files, "openspec/specs/booking/spec.md": spec(hostile) });
  const { text } = await call(root, exportTrace, { format: "csv" });
  const cells = text.split("\n")[1] ?? "";
  expect(cells).toContain(`"'=cmd|""/c calc""!A1`);
  for (const first of ["+1", "-1", "@SUM(1)", "\t=1", "\uff1d1"]) {
    const { text: csv } = await call(
      await temporaryTree({ ...files, "openspec/specs/booking/spec.md": spec(`${first}x`) }),
      exportTrace,
      { format: "csv" },
    );
    expect(csv).not.toMatch(/"[\s]*[=+@\uff1d-][^"]*x"/);
  }
});

test("the page has no script, loads nothing, and shows hostile names as text", async () => {
  const root = await temporaryTree({ ...files, "openspec/specs/booking/spec.md": spec(hostile, "Too late") });
  const { text } = await call(root, exportTrace, { format: "html" });
  expect(text).not.toMatch(/<script|javascript:|src=|http:\/\/|https:\/\//i);
  expect(text).not.toContain("\u001b");
  expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp;");
  expect(text).toContain("Content-Security-Policy\" content=\"default-src 'none'");
  expect(text).toContain('<a href="#claimed">claimed (1)</a>');
  expect(text).toContain("No level shows that a requirement is right or complete.");
});

test("json has every leaf, and the manifest has the rows that its viewers read", async () => {
  const root = await temporaryTree(files);
  const json = JSON.parse((await call(root, exportTrace, { format: "json" })).text);
  expect(json).toMatchObject({
    format: "hewto-trace/1",
    leaves: [{ state: "claimed" }, { state: "claimed" }],
  });
  const manifest = JSON.parse((await call(root, exportTrace, { format: "manifest" })).text);
  expect(manifest).toMatchObject({
    schemaVersion: 4,
    format: "trace-manifest",
    repoPath: ".",
    gate: { ok: false },
    rows: [
      { id: "booking/reserve#the-crossing-is-full", status: "GAP", proofs: [{ executionVerified: false }] },
      {},
    ],
  });
});

test("the prompt for a missing test has the text, the code to reach and the title that links it", async () => {
  const root = await temporaryTree({ ...files, "test/cancel.test.ts": "" });
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const runtime = createRuntime({ workspace: workspace.value, log: () => {}, flags: {} });
  const context = contextFor(runtime, { signal: new AbortController().signal });
  const answer = await tracePrompts.get(context, "missing-test", { address: "booking/reserve#too-late" });
  const [message] = answer.ok ? answer.value.messages : [];
  const text = message?.content.type === "text" ? message.content.text : "";
  expect(text).toContain("> Too late:\n> WHEN asked\n> THEN it is done");
  expect(text).toContain('Title the test "Too late" in a suite called "Reserve"');
  expect(text).toContain("First make the test fail");
  expect(await tracePrompts.get(context, "missing-test", {})).toMatchObject({ ok: false });
  const asked = { reference: "missing-test", argument: "address", value: "late", known: {} };
  expect(await tracePrompts.complete?.(context, asked)).toEqual(["booking/reserve#too-late"]);
});

test("the prompt for a missing test finds near tests by what they call and say, not by their titles alone", async () => {
  const late = spec("Reserve", "Too late").replaceAll("it is done", "the harbor refuses the latecomer");
  const root = await temporaryTree({
    "openspec/specs/booking/spec.md": late,
    "test/one.test.ts": 'test("third", () => { expect(harbor.refuses(latecomer)).toBe(true); });\n',
    "test/two.test.ts": 'test("adds", () => { expect(1 + 1).toBe(2); });\n',
  });
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const runtime = createRuntime({ workspace: workspace.value, log: () => {}, flags: {} });
  const context = contextFor(runtime, { signal: new AbortController().signal });
  const answer = await tracePrompts.get(context, "missing-test", { address: "booking/reserve#too-late" });
  expect(JSON.stringify(answer)).toContain("- third (test/one.test.ts:1)");
});
