import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPlan } from "../../src/workflow/read/check-plan.ts";
import { checkSpec } from "../../src/workflow/read/check-spec.ts";
import { checkTasks } from "../../src/workflow/read/check-tasks.ts";
import { hewto } from "../support/bundle.ts";
import { start } from "../support/processes.ts";
import { connectSpeckit as connect } from "../support/speckit.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { toolProblems } from "../support/tool-lint.ts";

const description = "As a commuter, I want to scan my pass so that I board. Boarding must be fast.";

// covers spec-tui-client: specify-arguments, clarify-arguments, plan-and-tasks-arguments, implement-arguments
test("the five tools have exactly the contract's schemas, in its order, closed to other arguments", async () => {
  const { client } = await connect(await temporaryTree({ "a.md": "" }));
  const { tools } = await client.listTools();
  const directory = { type: "string", description: "Absolute path to specification directory" };
  const schema = (properties: object, required: string[]) => ({
    type: "object",
    properties,
    required,
    additionalProperties: false,
  });
  expect(tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual([
    [
      "speckit.specify",
      schema(
        {
          feature_description: { type: "string", description: "Natural language description of the feature" },
          spec_directory: directory,
        },
        ["feature_description", "spec_directory"],
      ),
    ],
    [
      "speckit.clarify",
      schema(
        {
          spec_directory: directory,
          questions: {
            type: "array",
            items: { type: "string" },
            description: "Specific questions to clarify (optional)",
          },
        },
        ["spec_directory"],
      ),
    ],
    ["speckit.plan", schema({ spec_directory: directory }, ["spec_directory"])],
    ["speckit.tasks", schema({ spec_directory: directory }, ["spec_directory"])],
    [
      "speckit.implement",
      schema(
        {
          spec_directory: directory,
          task_filter: { type: "string", description: "Optional filter for specific tasks to implement" },
        },
        ["spec_directory"],
      ),
    ],
  ]);
  expect(tools.flatMap(toolProblems)).toEqual([]);
  expect(tools.slice(0, 1).map(({ description: text }) => text?.split("\n")[0])).toEqual([
    "Create or update feature specification",
  ]);
});

test("a spec_directory that is relative, outside or a link out is refused and nothing is made", async () => {
  const outside = await temporaryFolder();
  const root = await temporaryTree({ "specs/": "" });
  await symlink(outside, join(root, "specs/002-link"));
  const { call } = await connect(root);
  for (const directory of [
    "specs/001-x",
    join(root, "../elsewhere"),
    join(root, "specs/002-link/x"),
    "/",
    `${root}/specs/\u0000`,
    root,
  ]) {
    expect(
      (await call("specify", { feature_description: "x", spec_directory: directory })).isError,
      directory,
    ).toBe(true);
  }
  expect(await readdir(outside)).toEqual([]);
  expect(await readdir(join(root, "specs"))).toEqual(["002-link"]);
});

// [ENSURES: requirement-all-steps-without-a-model.rules:TEST]
// [VERIFIES: feature-workflow/all-steps-without-a-model#all-steps]
test("the whole way without a model: every file passes the grammar, the feature is the active one", async () => {
  const root = await temporaryTree({ "package.json": '{"devDependencies":{"vitest":"4"}}' });
  const { call } = await connect(root);
  const directory = join(root, "specs/001-boarding");
  const specified = await call("specify", { feature_description: description, spec_directory: directory });
  expect(specified.text).toContain(`Specification created successfully at ${directory}/spec.md`);
  expect(specified.data).toMatchObject({
    generated_by: "hewto",
    next: "clarify",
    root,
    open_questions: [expect.stringContaining("fast")],
  });
  expect((await call("plan", { spec_directory: directory })).data).toMatchObject({
    next: "tasks",
    language: expect.stringContaining("JavaScript"),
  });
  expect((await call("tasks", { spec_directory: directory })).data).toMatchObject({
    next: "implement",
    stories: { US1: 3 },
  });
  const read = (name: string) => readFile(join(directory, name), "utf8");
  expect(checkSpec(await read("spec.md"))).toEqual([]);
  expect(checkPlan(await read("plan.md"))).toEqual([]);
  expect(checkTasks(await read("tasks.md"), [1])).toEqual([]);
  expect(await readdir(directory)).toEqual([
    "checklists",
    "data-model.md",
    "plan.md",
    "quickstart.md",
    "research.md",
    "spec.md",
    "tasks.md",
  ]);
  expect(JSON.parse(await readFile(join(root, ".specify/feature.json"), "utf8"))).toEqual({
    feature_directory: "specs/001-boarding",
  });
});

test("specify twice loses nothing, and a person's file is never replaced by plan or tasks", async () => {
  const root = await temporaryTree({
    "specs/001-x/plan.md": "# My plan\n",
    "specs/001-x/research.md": "mine",
  });
  const { call } = await connect(root);
  const directory = join(root, "specs/001-x");
  await call("specify", { feature_description: description, spec_directory: directory });
  const before = await readFile(join(directory, "spec.md"), "utf8");
  const again = await call("specify", { feature_description: description, spec_directory: directory });
  expect(again.text).toContain("already covers this");
  expect(await readFile(join(directory, "spec.md"), "utf8")).toBe(before);
  const planned = await call("plan", { spec_directory: directory });
  expect(planned.text).toContain("was not changed");
  expect(planned.text).toContain("Next: `speckit.tasks`");
  expect(planned.text).not.toContain("hewto run");
  expect(await readFile(join(directory, "plan.md"), "utf8")).toBe("# My plan\n");
  expect(await readFile(join(directory, "research.md"), "utf8")).toBe("mine");
});

test("a step before its time names the step to run, and an untouched template counts as not there", async () => {
  const root = await temporaryTree({ "specs/001-x/spec.md": "# Feature Specification: [FEATURE NAME]\n" });
  const { call } = await connect(root);
  const directory = join(root, "specs/001-x");
  for (const step of ["clarify", "plan", "tasks", "implement"]) {
    const { isError, text } = await call(step, { spec_directory: directory });
    expect(isError).toBe(true);
    expect(text).toContain("Call `speckit.specify`");
  }
  await call("specify", { feature_description: description, spec_directory: directory });
  expect((await call("tasks", { spec_directory: directory })).text).toContain("Call `speckit.plan`");
});

test("clarify asks one question at a time, writes the answers in, and ticks the checklist", async () => {
  const root = await temporaryTree({ "a.md": "" });
  const asked: string[] = [];
  const { call } = await connect(root, {
    elicit: (message) => {
      asked.push(message);
      return asked.length === 1
        ? { action: "accept", content: { answer: "one second" } }
        : { action: asked.length === 2 ? "decline" : "cancel" };
    },
  });
  const directory = join(root, "specs/001-x");
  await call("specify", { feature_description: description, spec_directory: directory });
  const { data } = await call("clarify", { spec_directory: directory });
  expect(data).toMatchObject({ answers: [{ question: asked[0], answer: "one second" }], next: "plan" });
  expect(asked.length).toBeLessThanOrEqual(3);
  const spec = await readFile(join(directory, "spec.md"), "utf8");
  expect(spec).toContain(`- Q: ${asked[0]} → A: one second`);
  expect(spec).not.toContain("[NEEDS CLARIFICATION");
  expect(await readFile(join(directory, "checklists/requirements.md"), "utf8")).toMatch(
    /\[x\] CHK\d+ No \[NEEDS CLARIFICATION\]/,
  );
});

test("without elicitation clarify returns the questions, ten of the caller's too, and changes nothing", async () => {
  const root = await temporaryTree({ "a.md": "" });
  const { call } = await connect(root);
  const directory = join(root, "specs/001-x");
  await call("specify", { feature_description: description, spec_directory: directory });
  const before = await readFile(join(directory, "spec.md"), "utf8");
  const questions = Array.from({ length: 10 }, (_, index) => `What about ${index}?`);
  expect((await call("clarify", { spec_directory: directory, questions })).data).toMatchObject({
    questions,
    answers: [],
  });
  expect((await call("clarify", { spec_directory: directory, questions: [] })).data).not.toMatchObject({
    questions: [],
  });
  expect(await readFile(join(directory, "spec.md"), "utf8")).toBe(before);
});

test("implement without a model reports gates and order for each form of filter, and is done when all is ticked", async () => {
  const root = await temporaryTree({ "a.md": "" });
  const { call } = await connect(root);
  const directory = join(root, "specs/001-x");
  await call("specify", { feature_description: description, spec_directory: directory });
  await call("plan", { spec_directory: directory });
  await call("tasks", { spec_directory: directory });
  const implement = (task_filter?: string) =>
    call("implement", { spec_directory: directory, ...(task_filter === undefined ? {} : { task_filter }) });
  expect((await implement()).text).toMatch(
    /No agent or model is connected[\s\S]*\| requirements.md \| \d+\/15 \| OPEN \|/,
  );
  for (const filter of ["T002", "T001-T003", "US1", "phase:1", "P", "quickstart", "T001, US1"])
    expect((await implement(filter)).text, filter).toContain("No agent or model is connected");
  expect((await implement("US9")).text).toContain("No task matches `US9`");
  const tasks = await readFile(join(directory, "tasks.md"), "utf8");
  await writeFile(join(directory, "tasks.md"), tasks.replaceAll("- [ ]", "- [x]"));
  expect(await implement()).toMatchObject({ isError: false, data: { completed: [], left: [] } });
});

test("progress comes only when asked for, rises, has a message, and ends before the result", async () => {
  for (const token of ["t", undefined]) {
    const root = await temporaryTree({ "a.md": "" });
    const { child, exit } = start(hewto, ["mcp", "--profile", "speckit", "--workspace", root]);
    // The wire itself: a client library may drop a note that arrives together with the result.
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.includes('"id":2')) child.stdin.end();
    });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "t", version: "1" };
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
    });
    const args = { feature_description: description, spec_directory: join(root, "specs/001-x") };
    const meta = token === undefined ? {} : { _meta: { progressToken: token } };
    send({ id: 2, method: "tools/call", params: { name: "speckit.specify", arguments: args, ...meta } });
    expect(await exit).toBe(0);
    const messages = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const notes = messages.filter((message) => message.method === "notifications/progress");
    const values = notes.map((note) => note.params.progress);
    expect(messages.at(-1)).toMatchObject({ id: 2, result: { content: [{ type: "text" }] } });
    expect(values.at(-1)).toBe(token === undefined ? undefined : 100);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(notes.every((note) => note.params.message !== "")).toBe(true);
  }
});

test("a canceled step leaves only complete files, with either cancel method", async () => {
  for (const method of ["notifications/cancelled", "$/cancelRequest"]) {
    const root = await temporaryTree({ "a.md": "" });
    const started = start(hewto, ["mcp", "--profile", "speckit", "--workspace", root]);
    const send = (message: object) =>
      started.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    let output = "";
    started.child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      // At the first sign of progress the work is withdrawn.
      if (output.includes("Analyzing") && !output.includes("withdrawn")) {
        output += "withdrawn";
        send({ method, params: method.startsWith("$") ? { id: 2 } : { requestId: 2 } });
        setTimeout(() => started.child.stdin.end(), 500);
      }
    });
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    });
    send({ method: "notifications/initialized" });
    const args = { feature_description: description, spec_directory: join(root, "specs/001-x") };
    send({
      id: 2,
      method: "tools/call",
      params: { name: "speckit.specify", arguments: args, _meta: { progressToken: "t" } },
    });
    expect(await started.exit).toBe(0);
    const files = await readdir(join(root, "specs/001-x"), { recursive: true }).catch((): string[] => []);
    // All of the step or nothing of it, and no temporary file.
    expect([[], ["checklists", "checklists/requirements.md", "spec.md"]]).toContainEqual([...files].sort());
    if (files.includes("spec.md"))
      expect(checkSpec(await readFile(join(root, "specs/001-x/spec.md"), "utf8"))).toEqual([]);
  }
});
