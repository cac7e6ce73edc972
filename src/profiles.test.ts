import { describe, expect, it } from "vitest";
import { catalog } from "./catalog.ts";
import { chooseProfile, profiles } from "./profiles.ts";

function chosen(name: string, toolsets?: string) {
  const profile = chooseProfile(name, toolsets);
  return profile.ok ? profile.value : profile.fault.message;
}

describe("profiles", () => {
  it("are those of the design: names, toolsets, transports", () => {
    const everywhere = ["stdio", "http", "sse"];
    expect(
      profiles.map(({ name, serverName, toolsets, transports }) => ({
        name,
        serverName,
        toolsets,
        transports,
      })),
    ).toEqual([
      {
        name: "all",
        serverName: "hewto",
        toolsets: ["specs", "skills", "code", "artifacts", "trace", "workflow", "project", "reviews"],
        transports: everywhere,
      },
      { name: "spox", serverName: "spox", toolsets: ["specs"], transports: everywhere },
      { name: "ccski", serverName: "ccski", toolsets: ["skills"], transports: everywhere },
      { name: "swiftindex", serverName: "swiftindex", toolsets: ["code"], transports: everywhere },
      { name: "specman", serverName: "specman-mcp", toolsets: ["artifacts"], transports: ["stdio"] },
      { name: "specman2", serverName: "specman-mcp", toolsets: ["specman2"], transports: ["stdio"] },
      { name: "speckit", serverName: "hewto", toolsets: ["workflow"], transports: everywhere },
    ]);
  });

  it("claim tasks by toolsets that have a tool for them, and by no other", async () => {
    for (const { offers, load, name } of catalog) {
      const { operations } = await load();
      expect([name, Object.values(operations).some(({ taskSupport }) => taskSupport)]).toEqual([
        name,
        offers.tasks,
      ]);
    }
  });

  it("may be composed of any toolsets, which keep their order", () => {
    expect(chosen("all", "code, specs")).toMatchObject({ toolsets: ["specs", "code"], extras: true });
    expect(chosen("spox", "skills")).toMatchObject({ serverName: "spox", toolsets: ["skills"] });
  });

  it("keep the rules of their transports when composed", () => {
    expect(chosen("specman", "specs")).toMatchObject({ transports: ["stdio"] });
  });

  it("are named when one is misspelt, and so are toolsets", () => {
    expect(chosen("spocks")).toContain("There is no profile `spocks`");
    expect(chosen("all", "skils")).toBe("There is no toolset `skils`. Did you mean `skills`?");
    expect(chosen("all", "specs,,code")).toContain("There is no toolset ``");
  });
});
