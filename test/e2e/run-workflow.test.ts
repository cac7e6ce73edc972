import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

const workflow = (parts: string) =>
  `schema_version: "1.0"\nworkflow:\n  id: speckit\n  name: Cycle\nsteps:\n${parts}`;
const cycle = workflow(`  - {id: specify, command: speckit.specify}
  - {id: review-spec, type: gate, message: Review the spec., options: [approve, reject], on_reject: abort}
  - {id: plan, command: speckit.plan}
  - {id: review-plan, type: gate, message: Review the plan., options: [approve, reject], on_reject: abort}
  - {id: tasks, command: speckit.tasks}
`);

async function project(text: string, files: Readonly<Record<string, string>> = {}) {
  const root = await temporaryTree({
    "package.json": '{"name":"x","scripts":{"test":"node --test"}}',
    ".specify/workflows/speckit/workflow.yml": text,
    ...files,
  });
  const home = await temporaryFolder();
  return (...words: string[]) =>
    run(hewto, ["run", "workflow", ...words], { cwd: root, env: { HOME: home } });
}

test("a workflow stops at each gate with what is open, and goes on after the gate that was approved", async () => {
  const call = await project(cycle);
  const first = await call("--description", "Users can export the table quickly.");
  expect(first.code).toBe(1);
  expect(first.output).toContain("Specification created successfully");
  expect(first.output).not.toContain("plan.md");
  expect(first.errors).toContain("Gate review-spec: Review the spec.\n  - 1 open question in spec.md");
  const [, next = ""] = /Continue with: hewto run workflow (.*)\n/.exec(first.errors) ?? [];
  expect(next).toMatch(/^001-\S+ --approve review-spec$/);

  const second = await call(...next.split(" "));
  expect(second.output).toContain("plan.md");
  expect(second.errors).toContain("Gate review-plan: Review the plan.");
  const third = await call("1", "--approve", "review-plan");
  expect({ code: third.code, errors: third.errors }).toMatchObject({ code: 0 });
  expect(third.output).toContain("All steps of the workflow speckit are done.");
});

test("a workflow with steps that only spec-kit can run is refused before anything happens", async () => {
  const shell = workflow(
    "  - {id: specify, command: speckit.specify}\n  - {id: lint, type: shell, run: 'touch owned'}\n",
  );
  const refused = await (await project(shell))("--description", "x");
  expect(refused.errors).toContain(
    "only spec-kit can run these steps of it: lint (shell). Run `specify workflow run speckit`.",
  );
  const overlays = await project(cycle, { ".specify/workflows/overlays/speckit/a.yml": "id: a\n" });
  expect((await overlays("--description", "x")).errors).toContain("it has overlays");
  const disabled = await project(cycle, {
    ".specify/workflows/workflow-registry.json": '{"workflows":{"speckit":{"enabled":false}}}',
  });
  expect((await disabled("--description", "x")).errors).toContain("it is disabled");
});

test("run workflow says where to start, which gates there are and which workflows are installed", async () => {
  const call = await project(cycle);
  expect((await call()).errors).toContain("It is not clear where to start.");
  expect((await call("1", "--approve", "x")).errors).toContain("Its gates: review-spec, review-plan.");
  expect((await call("--name", "other", "--description", "x")).errors).toContain("Installed: speckit.");
});
