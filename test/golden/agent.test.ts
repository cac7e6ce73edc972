import { describe, expect, it, onTestFinished } from "vitest";
import { catalog } from "../../src/catalog.ts";
import { createHost } from "../../src/mcp/protocol/host.ts";
import { createHttpHost } from "../../src/mcp/transports/http.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import { chooseProfile } from "../../src/profiles.ts";
import { openSession } from "../support/http.ts";
import { stable, workspaceFrom } from "../support/session.ts";

type Request = readonly [method: string, params?: object];
const tool = (name: string, args: object = {}): Request => ["tools/call", { name, arguments: args }];

interface Conversation {
  readonly workspace: string;
  readonly profile: string;
  readonly requests: readonly Request[];
}

/** What an agent is sent, read once by a person. */
const conversations: Readonly<Record<string, Conversation>> = {
  "agent-spox": {
    workspace: "openspec",
    profile: "spox",
    requests: [
      ["ping"],
      ["resources/list"],
      tool("list_specs"),
      tool("get_spec_requirements", { spec_id: "auth" }),
      tool("get_spec_requirements", { spec_id: "aut" }),
      tool("get_scenario", { spec_id: "auth", requirement_name: "Sign in", scenario_name: "Wrong password" }),
      tool("search_specs", { query: "password" }),
      tool("list_changes"),
      tool("get_change", { change_id: "add-token" }),
      tool("get_change", { change_id: "add-token", section: "tasks" }),
      tool("get_change", { change_id: "add-token", section: "nothing" }),
      tool("validate_spec", { spec_id: "broken" }),
      tool("validate_change", { change_id: "wrong-in-every-way" }),
      tool("no_such_tool"),
      tool("list_specs", { extra: 1 }),
      tool("get_change"),
      ["no/such/method"],
    ],
  },
  "agent-all": {
    workspace: "openspec",
    profile: "all",
    requests: [
      tool("project_status"),
      tool("list_work"),
      tool("show_work", { id: "add-token" }),
      tool("tick_task", { task: "1.2", work: "add-token" }),
      tool("archive_change", { change_id: "stacked" }),
      tool("archive_change", { change_id: "add-token", allow_open_tasks: true, mode: "preview" }),
      tool("trace_gaps"),
      tool("trace_requirement", { address: "auth/sign-in" }),
      ["prompts/list"],
      ["resources/templates/list"],
    ],
  },
  "agent-specman": {
    workspace: "specman",
    profile: "specman",
    requests: [
      ["resources/list"],
      ["resources/read", { uri: "spec://ferry-booking" }],
      ["resources/read", { uri: "spec://no-such" }],
      ["resources/read", { uri: "impl://ferry-typescript/compliance" }],
      ["prompts/list"],
      tool("workspace_status"),
      tool("list_specifications"),
      tool("create_artifact", { kind: "specification", name: "ferry-fare", mode: "preview" }),
      tool("update_artifact", {
        locator: "spec://ferry-clock",
        mode: "preview",
        ops: [{ op: "set_title", title: "Clock" }],
      }),
    ],
  },
  "agent-skills": {
    workspace: "skills",
    profile: "ccski",
    requests: [
      tool("skill", { name: "words" }),
      tool("skill", { name: "pdf" }),
      tool("skill", { name: "nothing" }),
      ["resources/list"],
    ],
  },
  "agent-speckit": {
    workspace: "speckit",
    profile: "speckit",
    requests: [tool("speckit.status", {}), tool("speckit.plan", { spec_directory: "specs/nowhere" })],
  },
};

describe("what an agent is sent", { timeout: 120_000 }, () => {
  it.each(Object.entries(conversations))("%s", async (name, conversation) => {
    await expect(await held(conversation)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});

async function held({ workspace, profile, requests }: Conversation): Promise<string> {
  const { top, root } = await workspaceFrom(workspace);
  const chosen = chooseProfile(profile, undefined);
  if (!chosen.ok) throw new Error(chosen.fault.message);
  const host = createHost({
    profile: chosen.value,
    entries: catalog.filter((entry) => chosen.value.toolsets.includes(entry.name)),
    runtime: createRuntime({ workspace: { root }, log: () => {} }),
    audit: { record: () => {}, flushed: async () => {} },
    protocol: undefined,
  });
  const limits = { maxSessions: 2, idleMs: 60_000, sweepMs: 1000, maxBodyBytes: 100_000 };
  const http = createHttpHost(host, { host: "127.0.0.1", token: undefined }, limits);
  await new Promise<void>((resolve) => http.listener.listen(0, "127.0.0.1", resolve));
  onTestFinished(http.close);
  const address = http.listener.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const session = await openSession(`http://127.0.0.1:${address.port}/mcp`);
  const said: string[] = [];
  for (const [method, params] of requests) {
    const { result, error } = await session.request(method, params);
    said.push(
      `> ${method} ${JSON.stringify(params ?? {})}\n${JSON.stringify(result ?? error, undefined, 1)}\n`,
    );
  }
  return stable(said.join("\n"), top);
}
