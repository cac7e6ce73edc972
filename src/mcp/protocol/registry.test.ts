import { describe, expect, it } from "vitest";
import * as z from "zod";
import { tableOf, untyped } from "../../../test/support/operations.ts";
import type { CatalogEntry } from "../../catalog.ts";
import { ok } from "../../kernel/result.ts";
import { operation, reading } from "../../operation/operation.ts";
import { profiles } from "../../profiles.ts";
import { createRegistry, lazyRegistry } from "./registry.ts";

function tool(name: string, summary = name, served?: "always" | "extras" | { never: string }) {
  return operation({
    name,
    title: name,
    summary,
    icon: "check",
    effects: reading,
    ...untyped,
    input: z.object({}),
    ...(served ? { served } : {}),
    run: async () => ok(summary),
    text: String,
  });
}

describe("the registry", () => {
  // covers swiftindex: registration-order
  it("keeps the order of registration, over toolsets and odd names", () => {
    const names = ["zeta", "z.10", "alpha", "2nd", "constructor", "toLocaleString"];
    const registry = createRegistry(
      [
        { name: "specs", toolset: { operations: tableOf(names.slice(0, 3).map((name) => tool(name))) } },
        { name: "code", toolset: { operations: tableOf(names.slice(3).map((name) => tool(name))) } },
      ],
      { extras: true },
    );
    expect(registry.tools().map(({ name }) => name)).toEqual(names);
    expect(registry.tool("constructor")?.name).toBe("constructor");
    expect(registry.tool("toString")).toBeUndefined();
  });

  // covers swiftindex: replacing-a-tool
  it("replaces a tool that is registered again and keeps its place", () => {
    const registry = createRegistry(
      [{ name: "specs", toolset: { operations: tableOf(["a", "b", "c"].map((name) => tool(name))) } }],
      {
        extras: true,
      },
    );
    registry.register(tool("b", "the new b"));
    registry.register(tool("d"));
    expect(registry.tools().map(({ summary }) => summary)).toEqual(["a", "the new b", "c", "d"]);
    expect(registry.tool("b")?.summary).toBe("the new b");
  });

  it("serves extras only where the profile takes them, and never what is for people only", () => {
    const operations = [
      tool("plain"),
      tool("extra", "extra", "extras"),
      tool("install", "install", { never: "for people" }),
    ];
    const names = (extras: boolean) =>
      createRegistry([{ name: "specs", toolset: { operations: tableOf(operations) } }], { extras })
        .tools()
        .map(({ name }) => name);
    expect(names(true)).toEqual(["plain", "extra"]);
    expect(names(false)).toEqual(["plain"]);
  });

  it("loads its toolsets once, and again after a failure", async () => {
    let loads = 0;
    const entry: CatalogEntry = {
      name: "specs",
      summary: "",
      commands: [],
      instructions: "",
      flags: [],
      offers: { resources: false, prompts: false, tasks: false },
      load: async () => {
        loads += 1;
        if (loads === 1) throw new Error("not yet");
        return { operations: tableOf([tool("a")]) };
      },
    };
    const [profile] = profiles;
    if (!profile) throw new Error("no profile");
    const load = lazyRegistry(profile, [entry], undefined);
    await expect(load()).rejects.toThrow("not yet");
    const [first, second] = await Promise.all([load(), load()]);
    expect(first).toBe(second);
    expect(loads).toBe(2);
  });
});
