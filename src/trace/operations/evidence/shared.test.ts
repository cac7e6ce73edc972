import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { runGit, temporaryRepository } from "../../../../test/support/repository.ts";
import { newStoreUrl, openedStore, unwrap } from "../../../../test/support/stores.ts";
import { temporaryFolder, writeTree } from "../../../../test/support/temporary.ts";
import { contextFor, createRuntime } from "../../../operation/runtime.ts";
import { terminalSurface } from "../../../operation/surface.ts";
import { addRepo } from "../../../store/add-repo.ts";
import { addEvidence } from "./add.ts";
import { listEvidence } from "./list.ts";
import { pullEvidence, pushEvidence } from "./shared.ts";
import { pulledTrace, pushTrace } from "./states.ts";

afterEach(() => vi.unstubAllEnvs());

async function contextAt(root: string) {
  const past = new Date(Date.now() - 3_600_000);
  await utimes(join(root, "test/a.test.ts"), past, past);
  const runtime = createRuntime({ workspace: { root }, log: () => {} });
  return contextFor(runtime, { signal: new AbortController().signal });
}

test("evidence that CI pushed is pulled by another checkout, once, as that of another machine", async () => {
  const origin = await temporaryRepository({
    "test/a.test.ts": 'import { test } from "vitest";\ntest("full", () => {});\n',
  });
  const url = await newStoreUrl("postgres");
  vi.stubEnv("HEWTO_STORE_URL", url);
  const ci = await contextAt(origin);
  expect(await pushEvidence.run(ci, {})).toMatchObject({ ok: false, fault: { code: "repo_not_found" } });
  unwrap(await addRepo(await openedStore(url), "/", { source: origin, refs: [] }));
  expect(await pushEvidence.run(ci, {})).toMatchObject({ ok: false, fault: { code: "evidence_missing" } });
  const report = '<testsuites><testcase classname="test/a.test.ts" name="full"/></testsuites>';
  await writeTree(origin, { "unit.xml": report });
  unwrap(await addEvidence.run(ci, { files: ["unit.xml"] }));
  expect(unwrap(await pushEvidence.run(ci, {}))).toMatchObject({ runs: 1, added: 1 });
  expect(unwrap(await pushEvidence.run(ci, {}))).toMatchObject({ runs: 1, added: 0 });

  const clone = join(await temporaryFolder(), "clone");
  runGit(origin, "clone", "-q", origin, clone);
  const other = await contextAt(clone);
  expect(unwrap(await pullEvidence.run(other, {}))).toMatchObject({ runs: 1, is_new: true, damaged: 0 });
  expect(unwrap(await pullEvidence.run(other, {}))).toMatchObject({ runs: 1, is_new: false });
  const listed = unwrap(await listEvidence.run(other, { limit: 5 }));
  expect(listed.runs).toMatchObject([{ source: "export", results: { passed: 1 } }]);
  expect(await pushEvidence.run(other, {}), "it is not its own").toMatchObject({ ok: false });
});

test("a document that is not evidence is left out and counted", async () => {
  const origin = await temporaryRepository({ "test/a.test.ts": "let a;\n" });
  const url = await newStoreUrl("file");
  vi.stubEnv("HEWTO_STORE_URL", url);
  const store = await openedStore(url);
  const { id } = unwrap(await addRepo(store, "/", { source: origin, refs: [] }));
  unwrap(await store.documents.put("evidence", id, [Buffer.from("not evidence")]));
  const pulled = unwrap(await pullEvidence.run(await contextAt(origin), {}));
  expect(pulled).toMatchObject({ runs: 0, damaged: 1 });
});

test("states that CI published are read by everybody, the newest ones", async () => {
  const requirement = (name: string) =>
    `### Requirement: ${name}\n\nIt SHALL be so.\n\n#### Scenario: Once\n\n- **WHEN** asked\n- **THEN** so\n`;
  const spec = (...names: string[]) =>
    `# Booking\n\n## Purpose\n\nBookings.\n\n## Requirements\n\n${names.map(requirement).join("\n")}`;
  const origin = await temporaryRepository({
    "openspec/specs/booking/spec.md": spec("Book"),
    "test/a.test.ts":
      'import { test } from "vitest";\n// [VERIFIES: booking/book#once]\ntest("full", () => {});\n',
  });
  const url = await newStoreUrl("file");
  vi.stubEnv("HEWTO_STORE_URL", url);
  unwrap(await addRepo(await openedStore(url), "/", { source: origin, refs: [] }));
  expect(await pulledTrace.run(await contextAt(origin), {})).toMatchObject({
    ok: false,
    fault: { code: "evidence_missing" },
  });
  expect(unwrap(await pushTrace.run(await contextAt(origin), {}))).toMatchObject({ live: 1, verified: 0 });
  await writeTree(origin, { "openspec/specs/booking/spec.md": spec("Book", "Cancel") });
  expect(unwrap(await pushTrace.run(await contextAt(origin), {}))).toMatchObject({ live: 2 });

  const clone = join(await temporaryFolder(), "clone");
  runGit(origin, "clone", "-q", origin, clone);
  const read = unwrap(await pulledTrace.run(await contextAt(clone), { state: ["open"] }));
  expect(read).toMatchObject({ live: 2, leaves: [{ address: "openspec:booking/cancel#once", tests: [] }] });
  expect(
    pulledTrace.text(
      read,
      {},
      terminalSurface(() => undefined),
    ),
  ).toContain("0 of 2 live leaves verified");
});
