import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { runHere } from "../support/cli.ts";
import { connectSpeckit as connect } from "../support/speckit.ts";
import { temporaryTree } from "../support/temporary.ts";
import { openWire } from "../support/wire.ts";

const description = "As a commuter, I want to scan my pass so that I board. Boarding must be fast.";

const goodSpec =
  "# Feature Specification: Made by a model\n\n## User Scenarios & Testing\n\n### User Story 1 - Do (Priority: P1)\n\n**Acceptance Scenarios**:\n\n1. **Given** a, **When** b, **Then** c\n\n## Requirements\n\n- **FR-001**: The system MUST do\n\n## Success Criteria\n\n- **SC-001**: In 2 s\n";

test("with sampling the model's text is taken if it passes the check, after one repair, and refused otherwise", async () => {
  const root = await temporaryTree({ "a.md": "" });
  const prompts: string[] = [];
  const replies = ["Sure! Here it is: nothing", `\`\`\`markdown\n${goodSpec}\`\`\``, "no", "still no"];
  const { call } = await connect(root, {
    sample: (prompt) => {
      prompts.push(prompt);
      return replies[prompts.length - 1] ?? "";
    },
  });
  const first = await call("specify", {
    feature_description: description,
    spec_directory: join(root, "specs/001-x"),
  });
  expect(first.data).toMatchObject({ generated_by: "sampling:test-model", title: "Made by a model" });
  expect(prompts[1]).toContain("had these problems");
  expect(await readFile(join(root, "specs/001-x/spec.md"), "utf8")).toBe(goodSpec);
  const second = await call("specify", {
    feature_description: description,
    spec_directory: join(root, "specs/002-y"),
  });
  expect(second.text).toContain("was not used because it has format errors");
  await expect(access(join(root, "specs/002-y/spec.md"))).rejects.toThrow();
});

// [ENSURES: requirement-checked-model-output.rules:TEST]
// [VERIFIES: feature-workflow/checked-model-output#an-escape]
test("with sampling implement writes files and ticks in one step, refuses escapes and files it has not seen", async () => {
  const root = await temporaryTree({
    "specs/001-x/spec.md": goodSpec,
    "specs/001-x/plan.md": "# Implementation Plan: x\n",
    "specs/001-x/tasks.md":
      "# Tasks: x\n\n## Phase 1: Setup\n\n- [ ] T001 Write `src/new.js`\n- [ ] T002 [P] Change `src/old.js`\n- [ ] T003 [P] Escape\n- [ ] T004 [P] Overwrite unseen\n",
    "src/old.js": "old\n",
    "src/unseen.js": "precious\n",
  });
  const { call } = await connect(root, {
    sample: (prompt) => {
      const file = (path: string, content: string) =>
        JSON.stringify({ summary: "did it", files: [{ path, content }] });
      if (prompt.includes("T001")) return file("src/new.js", "new\n");
      if (prompt.includes("T002")) return file("src/old.js", "changed\n");
      return prompt.includes("T003") ? file("../escape.js", "x") : file("src/unseen.js", "lost");
    },
  });
  const { data } = await call("implement", { spec_directory: join(root, "specs/001-x") });
  expect(data).toMatchObject({
    completed: [{ id: "T001" }, { id: "T002" }],
    left: [{ id: "T003" }, { id: "T004" }],
    generated_by: "sampling:test-model",
  });
  expect(await readFile(join(root, "src/new.js"), "utf8")).toBe("new\n");
  expect(await readFile(join(root, "src/old.js"), "utf8")).toBe("changed\n");
  expect(await readFile(join(root, "src/unseen.js"), "utf8")).toBe("precious\n");
  expect(await readFile(join(root, "specs/001-x/tasks.md"), "utf8")).toMatch(
    /\[x\] T001[\s\S]*\[x\] T002[\s\S]*\[ \] T003[\s\S]*\[ \] T004/,
  );
});

test("a provider of the person's own configuration writes where the client has no model", async () => {
  const root = await temporaryTree({
    "a.md": "",
    "model.mjs": `process.stdin.resume().on("end", () => console.log(${JSON.stringify(goodSpec)}));`,
  });
  const env = {
    HEWTO_MODEL_BACKEND: "command",
    HEWTO_MODEL_COMMAND: process.execPath,
    HEWTO_MODEL_ARGS: JSON.stringify([join(root, "model.mjs")]),
  };
  const { call } = await connect(root, {}, env);
  const made = await call("specify", {
    feature_description: description,
    spec_directory: join(root, "specs/001-x"),
  });
  expect(made.data).toMatchObject({ generated_by: `agent:${process.execPath}`, title: "Made by a model" });
});

test("a model of the project's own file is not used before the person allowed it", async () => {
  const toml = `[model]\nbackend = "command"\ncommand = ${JSON.stringify(process.execPath)}\nargs = ["-e", "require('fs').writeFileSync('started', '')"]\n`;
  const root = await temporaryTree({ "a.md": "", "hewto.toml": toml });
  const { call } = await connect(root);
  const made = await call("specify", {
    feature_description: description,
    spec_directory: join(root, "specs/001-x"),
  });
  expect(made.data).toMatchObject({ generated_by: "hewto" });
  expect(await readdir(root)).not.toContain("started");
});

test("an open checklist keeps a model's implementation back until the person says go", async () => {
  const root = await temporaryTree({
    "specs/001-x/spec.md": goodSpec,
    "specs/001-x/plan.md": "# Implementation Plan: x\n",
    "specs/001-x/tasks.md": "# Tasks: x\n\n## Phase 1: Setup\n\n- [ ] T001 Write `src/new.js`\n",
    "specs/001-x/checklists/ux.md": "# UX\n\n- [x] CHK001 Seen\n- [ ] CHK002 Approved\n",
  });
  const sample = () =>
    JSON.stringify({ summary: "did it", files: [{ path: "src/new.js", content: "new\n" }] });
  const questions: string[] = [];
  const implement = async (proceed?: boolean) => {
    const elicit = (message: string) => {
      questions.push(message);
      return proceed === undefined
        ? ({ action: "decline" } as const)
        : ({ action: "accept", content: { proceed } } as const);
    };
    const { call } = await connect(root, { elicit, sample });
    return call("implement", { spec_directory: join(root, "specs/001-x") });
  };
  for (const answer of [undefined, false]) {
    const refused = await implement(answer);
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain("Open checklists block the implementation: ux.md.");
    await expect(access(join(root, "src/new.js"))).rejects.toThrow();
  }
  expect(questions[0]).toContain("| ux.md | 1/2 | OPEN |");
  expect((await implement(true)).data).toMatchObject({ completed: [{ id: "T001" }], left: [] });
});

/** Variables that make a script the configured model; it gets the prompt as `text`. */
function modelBy(root: string) {
  return {
    HEWTO_MODEL_BACKEND: "command",
    HEWTO_MODEL_COMMAND: process.execPath,
    HEWTO_MODEL_ARGS: JSON.stringify([join(root, "model.mjs")]),
    HOME: root,
  };
}

test("the configured model also serves the command line: `search --expand-query --synthesize`", async () => {
  const root = await temporaryTree({
    "src/auth.ts": "export function signIn(name: string) {\n  return name;\n}\n",
    "model.mjs": `let text = ""; process.stdin.on("data", (part) => (text += part)).on("end", () => console.log(/expand|terms/i.test(text) ? "signIn, login, session" : "It signs people in."));`,
  });
  const at = { cwd: root, env: modelBy(root) };
  await runHere(["index"], at);
  const words = ["search", "signing in", "--expand-query", "--synthesize", "--json"];
  const { output } = await runHere(words, at);
  const by = `agent:${process.execPath}`;
  expect(JSON.parse(output)).toMatchObject({
    expanded_query: { generated_by: by },
    synthesis: { generated_by: by },
  });
  const without = await runHere(words, { cwd: root, env: { HOME: root } });
  expect(JSON.parse(without.output).expanded_query.generated_by).not.toBe(by);
});

test("a cancelled call ends the model's program that was writing for it", async () => {
  const root = await temporaryTree({
    "model.mjs": `import { writeFileSync } from "node:fs"; process.on("SIGTERM", () => { writeFileSync(new URL("ended", import.meta.url), ""); process.exit(1); }); writeFileSync(new URL("begun", import.meta.url), ""); setInterval(() => {}, 1000);`,
  });
  const wire = openWire(hewto, ["mcp", "--profile", "speckit", "--workspace", root], { env: modelBy(root) });
  await wire.initialize();
  const args = { feature_description: description, spec_directory: join(root, "specs/001-x") };
  wire.send({
    jsonrpc: "2.0",
    id: 7,
    method: "tools/call",
    params: { name: "speckit.specify", arguments: args },
  });
  const there = async (name: string) => {
    while (!(await readdir(root)).includes(name)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await there("begun");
  wire.notify("notifications/cancelled", { requestId: 7 });
  await there("ended");
  expect(await readdir(root)).not.toContain("specs");
});

test("steps that may take long can run as tasks: created, awaited, with the files written", async () => {
  const root = await temporaryTree({ "a.md": "" });
  const wire = openWire(hewto, ["mcp", "--profile", "speckit", "--workspace", root], { env: { HOME: root } });
  await wire.initialize();
  const { result: list } = await wire.request("tools/list");
  expect(list).toMatchObject({
    tools: [
      { name: "speckit.specify", execution: { taskSupport: "optional" } },
      { name: "speckit.clarify" },
      { name: "speckit.plan", execution: { taskSupport: "optional" } },
      { name: "speckit.tasks", execution: { taskSupport: "optional" } },
      { name: "speckit.implement", execution: { taskSupport: "optional" } },
    ],
  });
  const args = { feature_description: description, spec_directory: join(root, "specs/001-x") };
  const params = { name: "speckit.specify", arguments: args, task: {} };
  const { result: created } = await wire.request("tools/call", params);
  expect(created).toMatchObject({ task: { status: "working" } });
  const { taskId } = (created as { task: { taskId: string } }).task;
  const { result } = await wire.request("tasks/result", { taskId });
  expect(result).toMatchObject({ structuredContent: { step: "specify", next: "clarify" } });
  expect(await readdir(join(root, "specs/001-x"))).toContain("spec.md");
});
