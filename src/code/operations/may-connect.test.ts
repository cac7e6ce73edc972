import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { forbiddenListener } from "../../../test/support/hostile/no-connection.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { catalog } from "../../catalog.ts";
import { toolEntry } from "../../mcp/tools/tool-entry.ts";
import { isTool, operation, reading } from "../../operation/operation.ts";
import { contextFor, createRuntime, type RuntimeOptions } from "../../operation/runtime.ts";
import { send } from "../../workspace/network/request.ts";

const signal = new AbortController().signal;

async function contextWith(files: Readonly<Record<string, string>>, more: Partial<RuntimeOptions> = {}) {
  const workspace = { root: await temporaryTree(files) };
  return contextFor(createRuntime({ workspace, log: () => {}, ...more }), { signal });
}

/** The tools that tell hosts they may open a connection. */
async function openTools(context: Awaited<ReturnType<typeof contextWith>>): Promise<string[]> {
  const toolsets = await Promise.all(catalog.map((entry) => entry.load()));
  const served = toolsets.flatMap(({ operations }) =>
    Object.values(operations).filter((each) => isTool(each)),
  );
  const entries = await Promise.all(
    served.map((each) => toolEntry(each, context, { withTasks: false, terse: false })),
  );
  return entries.filter(({ annotations }) => annotations.openWorldHint).map(({ name }) => name);
}

function setVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

afterEach(() => vi.unstubAllEnvs());

/** They read the web where a person has allowed it: templates, and the servers of links. */
const always = [
  "validate_references",
  "resolve_template",
  "set_template_pointer",
  "create_artifact",
  "update_artifact",
  "workspace_status",
  "get_authoring_prompt",
  ...["specification", "implementation", "revision", "feature", "refactor", "fix"].flatMap((kind) => [
    `create_${kind}`,
    `update_${kind}`,
  ]),
  "get_workspace_status",
  "prove_requirement",
];
/** They ask a model or an embedding server, where the person has one. */
const configured = [
  "search_specs",
  "index_codebase",
  "search_code",
  "search_docs",
  "speckit.specify",
  "speckit.clarify",
  "speckit.plan",
  "speckit.tasks",
  "speckit.implement",
];

test("of all tools exactly those that may open a connection say so", async () => {
  setVariables({ HOME: await temporaryFolder(), XDG_CONFIG_HOME: "" });
  expect((await openTools(await contextWith({}))).sort()).toEqual([...always].sort());
});

test("those that ask a model or an embedding server say so where the person has one, not where a project wants one", async () => {
  setVariables({ HOME: await temporaryFolder(), XDG_CONFIG_HOME: "" });
  const wanting = { "hewto.toml": '[embedding]\nprovider = "ollama"\n' };
  expect((await openTools(await contextWith(wanting))).sort()).toEqual([...always].sort());
  const all = [...always, ...configured].sort();
  const provider = { name: "http:x", generate: () => Promise.reject(new Error("not asked")) };
  expect((await openTools(await contextWith({}, { provider }))).sort()).toEqual(all);
  setVariables({ HEWTO_EMBEDDING_PROVIDER: "ollama" });
  // An embedding server is asked by searches only.
  const searching = all.filter((name) => !name.startsWith("speckit."));
  expect((await openTools(await contextWith({}))).sort()).toEqual(searching);
});

test("an operation that says it opens no connection is held to it", async () => {
  const { http } = await forbiddenListener();
  const outgoing = { method: "GET", url: new URL(http), headers: {}, signal, chosenBy: "person" } as const;
  const liar = operation({
    name: "liar",
    title: "Liar",
    summary: "Says that it stays here.",
    icon: "search",
    effects: reading,
    input: z.object({}),
    output: z.object({}),
    cli: { never: "a fixture of the tests" },
    run: async () => {
      await send(outgoing);
      return { ok: true, value: {} };
    },
    text: () => "",
  });
  await expect(liar.run(await contextWith({}), {})).rejects.toThrow("open no connection");
});
