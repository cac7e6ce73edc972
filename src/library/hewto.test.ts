import { expect, test } from "vitest";
import { faultyDisk } from "../../test/support/faulty-disk.ts";
import { contents } from "../../test/support/snapshot.ts";
import { change, requirement, scenario, spec } from "../../test/support/specs.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../test/support/temporary.ts";
import { catalog } from "../catalog.ts";
import { literalPath } from "../workspace/paths/paths.ts";
import { commit, type Edit } from "../workspace/write/commit.ts";
import { callsOf } from "./calls.ts";
import { HewtoError } from "./error.ts";
import { openHewto } from "./hewto.ts";

const files = { "openspec/specs/auth/spec.md": spec("auth", requirement("Login", scenario("Right word"))) };

async function open(options: Parameters<typeof openHewto>[0] = {}) {
  return openHewto({ workspace: await temporaryTree(files), ...options });
}

/** What a promise rejects with, if that is what the library promises to reject with. */
async function refusal(work: Promise<unknown>): Promise<HewtoError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof HewtoError) return thrown;
  throw new Error(`expected a HewtoError, got ${String(thrown)}`);
}

test("an operation is a method, a call by name and a text, with the same facts", async () => {
  const hewto = await open();
  const answer = await hewto.listSpecs();
  expect(answer.specs).toMatchObject([{ id: "auth" }]);
  expect(await hewto.call("list_specs", {})).toEqual(answer);
  expect(await hewto.text("list_specs", {})).toContain("auth");
});

// [ENSURES: requirement-one-table.rules:TEST]
test("every operation of the library is a method", async () => {
  const hewto = await open();
  const toolsets = await Promise.all(catalog.map((entry) => entry.load()));
  const names = toolsets.flatMap(({ operations }) => Object.keys(operations));
  expect(names.length).toBeGreaterThan(60);
  expect(Object.keys(callsOf(() => Promise.reject(new Error("not called"))))).toEqual(names);
  const methods = names.map((name) => name.replace(/[._]([a-z])/g, (_match, letter) => letter.toUpperCase()));
  expect(methods.filter((name) => !(name in hewto))).toEqual([]);
});

// [ENSURES: requirement-a-typed-library.rules:TEST]
// [VERIFIES: npm-package/a-typed-library#an-unknown-spec]
test("a failure rejects with the code for programs and the remedy for people", async () => {
  const error = await refusal((await open()).getSpecRequirements({ spec_id: "atuh" }));
  expect(error).toMatchObject({ name: "HewtoError", code: "spec_not_found" });
  expect(error.message).toContain("auth");
  expect(error.fault.remedy).not.toBe("");
});

test("wrong input from plain JavaScript is refused by the name of the argument", async () => {
  const hewto = await open();
  const given: Record<string, string> = { query: "x", limt: "3" };
  const error = await refusal(hewto.searchCode({ query: "x", ...given }));
  expect(error).toMatchObject({ code: "invalid_argument", fault: { subject: { argument: "limt" } } });
});

test("an undefined property is as good as none", async () => {
  const { valid } = await (await open()).validateSpec({ spec_id: undefined });
  expect(valid).toBe(true);
});

test("a workspace that is not there is refused when it is opened", async () => {
  const error = await refusal(openHewto({ workspace: `${await temporaryFolder()}/none` }));
  expect(error.code).toBe("path_not_found");
});

// [ENSURES: requirement-the-workspace-boundary.rules:TEST]
test("what a killed process left half written is finished before anything is read", async () => {
  const write = (path: string): Edit => {
    return { kind: "write", path: literalPath(path), content: "new", expect: "any" };
  };
  const plan = { label: "two notes", edits: [write("a.md"), write("b.md")] };
  const tree = { "a.md": "old", "b.md": "old" };
  const rehearsal = faultyDisk(Number.POSITIVE_INFINITY, "");
  await commit({ root: await temporaryTree(tree) }, plan, {}, rehearsal.disk);
  const root = await temporaryTree(tree);
  await commit({ root }, plan, {}, faultyDisk(rehearsal.calls.indexOf("rename a.md") + 2, "EIO", true).disk);
  expect(contents(root)).toEqual({ "a.md": "new", "b.md": "old" });
  await openHewto({ workspace: root });
  expect(contents(root)).toEqual({ "a.md": "new", "b.md": "new" });
});

test("what happens besides the answer is reported to the given log", async () => {
  const log: string[] = [];
  const workspace = await temporaryTree(files);
  const hewto = await open({ workspace, onLog: (level, message) => void log.push(`${level}: ${message}`) });
  await writeTree(workspace, { ".hewto/journal/0123456789abcdef/plan.json": "{}" });
  await hewto.listSpecs();
  expect(log).toEqual([expect.stringContaining("warning: Set aside")]);
});

test("code outside the workspace is read only where that was allowed", async () => {
  const elsewhere = await temporaryTree({ "a.ts": "export const lighthouse = 1;\n" });
  const error = await refusal((await open()).indexCodebase({ path: elsewhere }));
  expect(error.code).toBe("root_not_granted");
  const hewto = await open({ allowRoots: [elsewhere] });
  expect((await hewto.indexCodebase({ path: elsewhere })).files.indexed).toBe(1);
});

test("a folder of artifacts above the workspace is not taken for it", async () => {
  const above = await temporaryTree({ ".specman/": "", "below/readme.md": "" });
  const hewto = await openHewto({ workspace: `${above}/below` });
  expect(await refusal(hewto.listSpecifications())).toMatchObject({ code: "workspace_not_found" });
});

test("a call that is cancelled rejects as cancelled, and progress is reported", async () => {
  const hewto = await open();
  const steps: number[] = [];
  const onProgress = ({ done }: { done: number }) => void steps.push(done);
  await hewto.indexCodebase({ path: hewto.workspace }, { onProgress });
  expect(steps.length).toBeGreaterThan(0);
  const signal = AbortSignal.abort();
  expect(
    await refusal(hewto.indexCodebase({ path: hewto.workspace, force: true }, { signal })),
  ).toMatchObject({ code: "cancelled" });
});

test("what a call throws because it was cancelled rejects as cancelled, not as a bug to report", async () => {
  const stop = new AbortController();
  const workspace = await temporaryTree({
    ...files,
    ...change("openspec/changes/reset", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
  });
  const clock = () => {
    stop.signal.throwIfAborted();
    return new Date();
  };
  const hewto = await open({ workspace, clock });
  const archive = () => hewto.archiveChange({ change_id: "reset", mode: "preview" }, { signal: stop.signal });
  expect(await archive()).toMatchObject({ persisted: false });
  stop.abort();
  expect(await refusal(archive())).toMatchObject({ code: "cancelled" });
});

test("texts are written by the given function; where it fails the local method writes", async () => {
  const asked: string[] = [];
  let isDown = false;
  const hewto = await open({
    generate: async ({ prompt }) => {
      asked.push(prompt);
      if (isDown) throw new Error("no such model");
      return "harbor pier";
    },
  });
  await hewto.indexCodebase({ path: hewto.workspace });
  const byModel = await hewto.searchCode({ query: "quay", expand_query: true });
  expect(asked.join("\n")).toContain("quay");
  expect(byModel.expanded_query).toMatchObject({ original: "quay", generated_by: "library" });
  isDown = true;
  const byUs = await hewto.searchCode({ query: "mole", expand_query: true });
  expect(asked.join("\n")).toContain("mole");
  expect(byUs.expanded_query?.generated_by).toMatch(/^local/);
});
