import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { ok } from "../../kernel/result.ts";
import { invoke } from "../../operation/invoke.ts";
import { createRuntime } from "../../operation/runtime.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { implement } from "./implement.ts";

test("after a cancellation the model is not asked about the next task", async () => {
  const root = await temporaryTree({
    "specs/001-x/spec.md": "# X\n",
    "specs/001-x/plan.md": "# Plan\n",
    "specs/001-x/tasks.md": "# Tasks: x\n\n## Phase 1: Setup\n\n- [ ] T001 Ask around\n- [ ] T002 Dig\n",
  });
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const abort = new AbortController();
  const prompts: string[] = [];
  const provider = {
    name: "test",
    generate: async ({ prompt }: { prompt: string }) => {
      prompts.push(prompt.split("\n")[0] ?? "");
      abort.abort();
      return ok({ text: '{"summary": "Nothing to write.", "files": []}', by: "test" });
    },
  };
  const runtime = createRuntime({ workspace: workspace.value, log: () => {}, provider });
  await invoke(runtime, implement, { spec_directory: join(root, "specs/001-x") }, { signal: abort.signal });
  expect(prompts).toEqual(["The task: T001 Ask around"]);
});
