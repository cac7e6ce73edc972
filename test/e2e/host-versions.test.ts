import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer, hewto } from "../support/bundle.ts";
import { openSession } from "../support/http.ts";
import { startListening } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { codeOf, envelope, openWire, resultOf, type Wire } from "../support/wire.ts";

const open = (...flags: string[]) => openWire(hewto, ["mcp", ...flags]);
const clientInfo = { name: "wire", version: "1.0.0" };

describe("initialize", () => {
  // covers swiftindex: initialize-reply, protocol-edge-cases
  it.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"])(
    "agrees on %s when asked for it",
    async (version) => {
      const { protocolVersion } = await open().initialize(version);
      expect(protocolVersion).toBe(version);
    },
  );

  // covers swiftindex: protocol-edge-cases
  it.each(["2099-01-01", "1.0", "", "2026-07-28"])(
    "offers 2025-11-25 to a client that asks for %j",
    async (version) => {
      const { protocolVersion } = await open().initialize(version);
      expect(protocolVersion).toBe("2025-11-25");
    },
  );

  // covers swiftindex: initialize-reply
  it("says who serves, what it can and how to use it", async () => {
    const result = await open().initialize();
    expect(result).toMatchObject({
      serverInfo: { name: "hewto", title: "Hewto", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      capabilities: {
        tools: { listChanged: true },
        logging: {},
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
      },
    });
    const { instructions } = result;
    expect(instructions).toContain(process.cwd());
    expect(String(instructions).length).toBeLessThan(2048);
  });

  it.each([
    ["no protocolVersion", { capabilities: {}, clientInfo }],
    ["a protocolVersion that is not a string", { protocolVersion: 2025, capabilities: {}, clientInfo }],
    ["no capabilities", { protocolVersion: "2025-11-25", clientInfo }],
    ["a client without a name", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} }],
  ])("refuses %s as invalid params and still serves the next client", async (_what, params) => {
    const wire = open();
    expect(codeOf(await wire.request("initialize", params))).toBe(-32602);
    expect((await wire.initialize()).protocolVersion).toBe("2025-11-25");
  });

  // [ENSURES: requirement-profiles.rules:TEST]
  it("gives each profile its own name", async () => {
    const names = {
      spox: "spox",
      ccski: "ccski",
      swiftindex: "swiftindex",
      specman: "specman-mcp",
      speckit: "hewto",
    };
    for (const [profile, name] of Object.entries(names)) {
      expect(await open("--profile", profile).initialize()).toMatchObject({ serverInfo: { name } });
    }
  });

  it("offers tasks only where a served tool has them; elsewhere a call that asks for one is a plain call", async () => {
    const claims = async (profile: string) => {
      const { capabilities } = await open("--profile", profile).initialize();
      return JSON.stringify(capabilities).includes('"tasks":');
    };
    const names = ["all", "spox", "ccski", "swiftindex", "specman", "speckit"];
    const found = await Promise.all(names.map(claims));
    expect(names.filter((_, index) => found[index])).toEqual(["all", "swiftindex", "specman", "speckit"]);
    const wire = open("--profile", "spox");
    await wire.initialize();
    const plain = await wire.request("tools/call", { name: "list_specs", arguments: {}, task: {} });
    expect(resultOf(plain)).toHaveProperty("structuredContent.specs");
    expect(codeOf(await wire.request("tasks/list", {}))).toBe(-32601);
  });

  it("offers resources and prompts only where a served toolset has them", async () => {
    const { capabilities } = await open("--toolsets", "specs,code").initialize();
    expect(capabilities).not.toHaveProperty("resources");
    expect(capabilities).not.toHaveProperty("prompts");
  });
});

describe("server/discover", () => {
  it("is answered first, and initialize still works on the same pipe", async () => {
    const wire = open();
    const discovered = resultOf(await wire.request("server/discover", { _meta: envelope() }));
    expect(discovered).toMatchObject({ supportedVersions: ["2026-07-28"], resultType: "complete" });
    expect(discovered.capabilities).not.toHaveProperty("tasks");
    const { protocolVersion, instructions } = await wire.initialize();
    expect(protocolVersion).toBe("2025-11-25");
    expect(discovered.instructions).toBe(instructions);
    expect(resultOf(await wire.request("tools/list"))).toHaveProperty("tools");
  });

  it("may be followed by calls of 2026-07-28 without any initialize", async () => {
    const wire = open();
    await wire.request("server/discover", { _meta: envelope() });
    const list = resultOf(await wire.request("tools/list", { _meta: envelope() }));
    expect(list).toMatchObject({
      resultType: "complete",
      tools: expect.any(Array),
      ttlMs: expect.any(Number),
    });
  });

  it("names the supported versions to a client of an unknown one", async () => {
    const reply = await open().request("server/discover", { _meta: envelope({}, "2027-01-01") });
    expect(reply.error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2027-01-01" },
    });
  });
});

describe("--protocol", () => {
  it("2025-11-25 makes server/discover an unknown method and serves initialize", async () => {
    const wire = open("--protocol", "2025-11-25");
    expect(codeOf(await wire.request("server/discover", { _meta: envelope() }))).toBe(-32601);
    expect((await wire.initialize()).protocolVersion).toBe("2025-11-25");
  });

  it("2026-07-28 refuses initialize, says what is supported, and serves the rest", async () => {
    const wire = open("--protocol", "2026-07-28");
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const refused = await wire.request("initialize", params);
    expect(refused.error).toMatchObject({ code: -32022, data: { supported: ["2026-07-28"] } });
    expect(codeOf(await wire.request("tools/list"))).toBeLessThan(0);
    expect(resultOf(await wire.request("tools/list", { _meta: envelope() }))).toHaveProperty("tools");
  });
});

describe("the flags", () => {
  const Place = z.object({ structuredContent: z.looseObject({}) });
  const place = async (wire: Wire) => Place.parse(await wire.call("probe_context")).structuredContent;

  it("of a toolset reach its operations", async () => {
    const wire = openWire(await fixtureServer(), ["--probe-flag", "value"]);
    expect(await place(wire)).toMatchObject({ flag: "value" });
  });

  it("pin the workspace, by its real path; without them it is the current folder", async () => {
    const [root, other] = [await temporaryFolder(), await temporaryFolder()];
    await symlink(root, join(other, "link"));
    const pinned = openWire(await fixtureServer(), ["--workspace", join(other, "link")]);
    expect(await place(pinned)).toMatchObject({ root });
    const here = openWire(await fixtureServer(), [], { cwd: root });
    expect(await place(here)).toMatchObject({ root });
  });

  it("grant the named roots, and over stdio those of the client", async () => {
    const [one, two] = [await temporaryFolder(), await temporaryFolder()];
    expect(await place(openWire(await fixtureServer()))).toMatchObject({
      grants: { roots: [], clientRoots: true, projects: false },
    });
    const named = openWire(await fixtureServer(), ["--allow-root", one, "--allow-root", two]);
    expect(await place(named)).toMatchObject({ grants: { roots: [one, two] } });
    const { url } = await startListening(await fixtureServer());
    const session = await openSession(url);
    const reply = await session.request("tools/call", { name: "probe_context", arguments: {} });
    expect(Place.parse(resultOf(reply)).structuredContent).toMatchObject({
      grants: { roots: [], clientRoots: false, projects: false },
    });
  });
});
