import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { isRecord } from "../../src/kernel/json.ts";
import { implText, padText, specText } from "../support/artifacts.ts";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { temporaryTree } from "../support/temporary.ts";
import { notifications, openWire, resultOf, textOf } from "../support/wire.ts";

const files = {
  ".specman/": "",
  "spec/auth/spec.md": specText("", "### Concept: A\n\n!concept-a.one:\n- MUST\n\n!concept-a.two:\n- MUST\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md", "location: ../../src\n"),
  ".specman/scratchpad/pad/scratch.md": padText("impl/auth-ts/impl.md"),
  "src/a.ts": "// [ENSURES: concept-a.one]\n",
};

const toolNames = [
  "workspace_info",
  "list_specifications",
  "describe_specification",
  "list_implementations",
  "describe_implementation",
  "list_scratch_pads",
  "describe_scratch_pad",
  "dependency_tree",
  "validate_references",
  "resolve_template",
  "set_template_pointer",
  "remove_template_pointer",
  "describe_capabilities",
  "create_artifact",
  "delete_artifact",
  "list_headings",
  "render_heading",
  "list_constraints",
  "get_constraint",
  "update_artifact",
  "scan_validation_tags",
  "compliance_report",
  "workspace_status",
  "list_authoring_prompts",
  "get_authoring_prompt",
];

const specman = (root: string, ...more: string[]) =>
  openWire(hewto, ["mcp", "--profile", "specman", "--workspace", root, ...more]);

async function connect(root: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const args = [hewto, "mcp", "--profile", "specman", "--workspace", root];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  onTestFinished(() => client.close());
  return client;
}

// covers specman: mcp-initialization, tool-enumeration, initialize-hook, create-tool-exists,
//   update-tool-exists
test("the official client initializes, sees exactly the tools of the contract in their order, and calls them", async () => {
  const client = await connect(await temporaryTree(files));
  expect(client.getServerVersion()?.name).toBe("specman-mcp");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(toolNames);
  for (const tool of tools)
    expect(tool._meta?.["specman/capability"], tool.name).toMatchObject({
      id: expect.any(String),
      core_versions: expect.any(String),
    });
  const listed = await client.callTool({ name: "list_specifications", arguments: {} });
  expect(listed.structuredContent).toMatchObject({ artifacts: [{ handle: "spec://auth" }] });
});

// covers specman: version-negotiation, no-single-mcp-revision, advertises-versions, follows-the-handshake,
//   any-mcp-revision
test("every published revision is negotiated, an unknown one is answered with a supported one, and the server lists its versions", async () => {
  const root = await temporaryTree(files);
  const wire = specman(root);
  await wire.initialize();
  const { structuredContent } = await wire.call("describe_capabilities", { schemas: false });
  const versions =
    isRecord(structuredContent) && Array.isArray(structuredContent.protocol_versions)
      ? structuredContent.protocol_versions
      : [];
  expect(versions).toContain("2025-11-25");
  for (const version of versions.filter((each) => String(each) < "2026")) {
    expect((await specman(root).initialize(String(version))).protocolVersion, String(version)).toBe(version);
  }
  const answered = await specman(root).initialize("1999-01-01");
  expect(versions).toContain(answered.protocolVersion);
});

// covers specman: local-stdio
test("the profile serves stdin and stdout only", async () => {
  for (const transport of ["http", "sse"]) {
    const refused = await run(hewto, ["mcp", "--profile", "specman", "--transport", transport]);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining("stdio") });
  }
});

// covers specman: shutdown-hook, keep-alive-hook
test("keep-alive pings are answered, tools/list twice gives the same bytes, and the end of stdin ends it cleanly", async () => {
  const wire = specman(await temporaryTree(files));
  await wire.initialize();
  expect(resultOf(await wire.request("ping"))).toEqual({});
  const [one, two] = [await wire.request("tools/list"), await wire.request("tools/list")];
  expect(JSON.stringify(one.result)).toBe(JSON.stringify(two.result));
  wire.child.stdin.end();
  expect(await wire.exit).toBe(0);
  expect(wire.junk).toEqual([]);
});

// covers specman: tool-error-framing, core-error-codes-survive, core-error-references-survive
test("a refused call is a tool result with code, concept, heading and remedy; a failed resource is a protocol error with the same data", async () => {
  const wire = specman(await temporaryTree(files));
  await wire.initialize();
  const refused = await wire.call("create_artifact", { kind: "specification", name: "add-login" });
  expect(refused).toMatchObject({
    isError: true,
    _meta: {
      "hewto/fault": {
        code: "invalid_name",
        concept: "specman.core.lifecycle_automation",
        concept_ref: "spec/specman-core/spec.md#concept-lifecycle-automation",
        data_model_heading: "Specification Name",
      },
    },
  });
  expect(textOf(refused)).toContain("verb");
  const missing = await wire.request("resources/read", { uri: "spec://auth/constraints/concept-a.nope" });
  expect(missing.error).toMatchObject({
    code: -32602,
    data: { code: "constraint_not_found", artifact: "spec://auth" },
  });
  expect(JSON.stringify(missing.error)).toContain("concept-a.nope");
  const wrong = await wire.request("resources/read", { uri: "impl://auth-ts/constraints" });
  expect(wrong.error).toMatchObject({ code: -32602, data: { code: "invalid_handle" } });
  const prompt = await wire.request("prompts/get", { name: "feat", arguments: { target: "impl://nothing" } });
  expect(prompt.error).toMatchObject({ code: -32602, data: { code: "artifact_not_found" } });
});

// covers specman: pure-facade, delegates-to-the-core, core-lifecycle-automation, create-delegates,
//   update-delegates, judged-by-behavior
test("the server and the command line give the same objects, because both only call the core", async () => {
  const root = await temporaryTree(files);
  const wire = specman(root);
  await wire.initialize();
  for (const [tool, args, words] of [
    ["compliance_report", { locator: "impl://auth-ts" }, ["artifacts", "compliance", "impl://auth-ts"]],
    ["dependency_tree", { locator: "spec://auth" }, ["artifacts", "deps", "spec://auth"]],
    ["workspace_status", {}, ["artifacts", "status"]],
    [
      "create_artifact",
      { kind: "specification", name: "x", mode: "preview" },
      ["artifacts", "create", "specification", "x", "--mode", "preview"],
    ],
    [
      "update_artifact",
      { locator: "auth", ops: [{ op: "add_tag", tag: "t" }], mode: "preview" },
      ["artifacts", "update", "auth", "--ops", '[{"op":"add_tag","tag":"t"}]', "--mode", "preview"],
    ],
  ] as const) {
    const served = (await wire.call(tool, args)).structuredContent;
    const { output } = await run(hewto, [...words, "--json", "--workspace", root]);
    expect(JSON.parse(output), tool).toEqual(served);
  }
});

// covers specman: partial-result-framing
test("a long call sends progress for its token, in the protocol's own notifications, before its one reply", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 3000 }, (_, n) => [`src/d${n % 50}/f${n}.ts`, `const x${n} = ${n};\n`.repeat(20)]),
  );
  const wire = specman(await temporaryTree({ ...files, ...many }));
  await wire.initialize();
  const result = await wire.call(
    "compliance_report",
    { locator: "impl://auth-ts" },
    { _meta: { progressToken: "p1" } },
  );
  expect(result.isError).toBe(false);
  const notes = notifications(wire.messages, "notifications/progress").filter(
    (note) => note.progressToken === "p1",
  );
  expect(notes.length).toBeGreaterThan(0);
  const values = notes.map((note) => Number(note.progress));
  expect(values).toEqual([...values].sort((a, b) => a - b));
});

// covers specman: one-process-per-session, audit-transcript, transcript-names-workspaces,
//   transcript-names-paths, session-telemetry, logging-and-locking
test("every call writes an audit line with its capability, workspace and artifacts", async () => {
  const root = await temporaryTree(files);
  const wire = specman(root);
  await wire.initialize();
  await wire.call("create_artifact", { kind: "specification", name: "ferry" });
  await wire.call("describe_specification", { locator: "spec://auth" });
  wire.child.stdin.end();
  await wire.exit;
  const lines = wire
    .errors()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): unknown => JSON.parse(line))
    .filter(isRecord);
  expect(lines).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ event: "initialize", root }),
      expect.objectContaining({
        event: "call",
        tool: "create_artifact",
        capability: "specman.core.lifecycle_automation",
        root,
        artifacts: ["spec/ferry/spec.md"],
        outcome: "ok",
      }),
      expect.objectContaining({
        event: "call",
        tool: "describe_specification",
        artifacts: ["spec/auth/spec.md"],
      }),
    ]),
  );
  expect(lines.map(({ event }) => event)).toEqual(["initialize", "call", "call", "close"]);
  expect(lines.at(-1)).toMatchObject({ event: "close", root, outcome: "ok" });
  expect(new Set(lines.map((line) => line.session)).size).toBe(1);
});

// covers specman: default-workspace
test("without --workspace the search starts in the current folder", async () => {
  const root = await temporaryTree({ ...files, "deep/er/": "" });
  for (const cwd of [root, join(root, "deep/er")]) {
    const wire = openWire(hewto, ["mcp", "--profile", "specman"], { cwd });
    await wire.initialize();
    expect((await wire.call("workspace_info")).structuredContent).toMatchObject({ root });
  }
  const pinned = openWire(hewto, ["mcp", "--profile", "specman", "--workspace", join(root, "deep")]);
  await pinned.initialize();
  expect((await pinned.call("workspace_info"))._meta).toMatchObject({
    "hewto/fault": { code: "workspace_not_found" },
  });
});

// covers specman: concurrent-requests-lock, conflicts-wait-or-fail
test("two servers that update one artifact at once both succeed and lose nothing", async () => {
  const root = await temporaryTree(files);
  const wires = [specman(root), specman(root)];
  for (const wire of wires) await wire.initialize();
  const tags = Array.from({ length: 10 }, (_, n) => `t${n}`);
  const answers = await Promise.all(
    tags.map((tag, index) =>
      wires[index % 2]?.call("update_artifact", { locator: "spec://auth", ops: [{ op: "add_tag", tag }] }),
    ),
  );
  for (const answer of answers) expect(answer?.structuredContent).toMatchObject({ persisted: true });
  const text = await readFile(join(root, "spec/auth/spec.md"), "utf8");
  for (const tag of tags) expect(text).toContain(`- ${tag}\n`);
});

// covers specman: shards-share-one-catalog
test("the profile all shows the same catalog of artifacts, with resources, templates, prompts and completions", async () => {
  const root = await temporaryTree(files);
  const wire = openWire(hewto, ["mcp", "--toolsets", "all", "--workspace", root]);
  await wire.initialize();
  const tools = resultOf(await wire.request("tools/list")).tools;
  const names = Array.isArray(tools) ? tools.map((tool) => (isRecord(tool) ? tool.name : "")) : [];
  expect(names.filter((name) => toolNames.includes(String(name)))).toEqual(toolNames);
  const resources = JSON.stringify(resultOf(await wire.request("resources/list")));
  for (const uri of ["spec://auth", "impl://auth-ts", "scratch://pad"])
    expect(resources).toContain(`"${uri}"`);
  const prompts = JSON.stringify(resultOf(await wire.request("prompts/list")));
  expect(prompts).toContain('"migration"');
  const completion = await wire.request("completion/complete", {
    ref: { type: "ref/prompt", name: "compliance" },
    argument: { name: "implementation", value: "au" },
  });
  expect(resultOf(completion)).toMatchObject({ completion: { values: ["impl://auth-ts"] } });
});

test("a compliance report can run as a task, and canceling a call leaves no lock", async () => {
  const root = await temporaryTree(files);
  const wire = specman(root);
  await wire.initialize();
  const created = await wire.request("tools/call", {
    name: "compliance_report",
    arguments: { locator: "impl://auth-ts" },
    task: {},
  });
  const task = resultOf(created).task;
  expect(task).toMatchObject({ taskId: expect.any(String), status: expect.any(String) });
  const taskId = isRecord(task) ? task.taskId : "";
  const result = await wire.request("tasks/result", { taskId });
  expect(resultOf(result)).toMatchObject({ structuredContent: { missing: ["concept-a.two"] } });
  wire.send({
    jsonrpc: "2.0",
    id: "c",
    method: "tools/call",
    params: { name: "workspace_status", arguments: {} },
  });
  wire.notify("notifications/cancelled", { requestId: "c" });
  const after = await wire.call("update_artifact", {
    locator: "spec://auth",
    ops: [{ op: "add_tag", tag: "after" }],
  });
  expect(after.structuredContent).toMatchObject({ persisted: true });
});

test("a list of more resources than fit one page is whole when the pages are put together", async () => {
  const names = Array.from({ length: 230 }, (_, n) => `s${n}`);
  const specs = names.map((name) => [`spec/${name}/spec.md`, specText()]);
  const wire = specman(await temporaryTree({ ".specman/": "", ...Object.fromEntries(specs) }));
  await wire.initialize();
  const Page = z.object({
    resources: z.array(z.object({ uri: z.string() })),
    nextCursor: z.string().optional(),
  });
  const uris: string[] = [];
  let cursor: string | undefined;
  do {
    const page = Page.parse(resultOf(await wire.request("resources/list", cursor ? { cursor } : {})));
    uris.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(new Set(uris).size).toBe(uris.length);
  expect(uris).toEqual(expect.arrayContaining(names.map((name) => `spec://${name}`)));
});
