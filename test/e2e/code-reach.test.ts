import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { hewto } from "../support/bundle.ts";
import { runGit } from "../support/repository.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";
import { openWire, type Wire } from "../support/wire.ts";

/** A home with a workspace, another project, loose notes, keys and a dot folder that is a project too. */
async function scene() {
  const home = await temporaryFolder();
  await writeTree(home, {
    "work/a.ts": "export const inWorkspace = 1;\n",
    "other/package.json": "{}\n",
    "other/src/b.ts": "export const inOther = 1;\n",
    "notes/c.ts": "export const inNotes = 1;\n",
    ".ssh/id.ts": "export const privateKey = 1;\n",
    ".ssh/package.json": "{}\n",
    ".tool/package.json": "{}\n",
  });
  mkdirSync(join(home, "repository"));
  runGit(join(home, "repository"), "init", "-q");
  return home;
}

function server(home: string, ...flags: string[]): Wire {
  const env = { ...process.env, HOME: home };
  return openWire(hewto, ["mcp", "--workspace", join(home, "work"), ...flags], { env });
}

async function indexed(wire: Wire, path: string): Promise<string> {
  const { result = {}, ...rest } = { result: await wire.call("index_codebase", { path }) };
  const { isError, content } = JSON.parse(JSON.stringify({ ...rest, ...result }));
  return isError === true ? content[0].text : "indexed";
}

describe("an agent over stdio", () => {
  it("reads the workspace and nothing else of the home, and the error names the remedy", async () => {
    const home = await scene();
    const wire = server(home);
    await wire.initialize();
    expect(await indexed(wire, join(home, "work"))).toBe("indexed");
    expect(await indexed(wire, join(home, "other"))).toBe(
      `Path \`${home}/other\` is outside the workspace ${home}/work. Start the server with --allow-root ${home}/other, or add that folder to the roots of your client.`,
    );
    for (const path of ["~", "~/.ssh", "~/.tool", "/", "~/notes"])
      expect(await indexed(wire, path)).not.toBe("indexed");
  });

  it("reads what --allow-root names; with / all but homes, their dot folders and keys", async () => {
    const home = await scene();
    const all = server(home, "--allow-root", "/");
    await all.initialize();
    for (const path of ["~/other", "~/notes"]) expect(await indexed(all, path)).toBe("indexed");
    for (const path of ["~", "/", "~/.ssh", "~/.tool"])
      expect(await indexed(all, path)).toContain("not read for agents");
    const named = server(home, "--allow-root", join(home, ".tool"), "--allow-root", join(home, ".ssh"));
    await named.initialize();
    expect(await indexed(named, "~/.tool")).toBe("indexed");
    expect(await indexed(named, "~/.ssh")).toContain("contains keys");
  });

  it("reads the roots that the client lists, but not a home that is among them", async () => {
    const home = await scene();
    const wire = server(home);
    await wire.initialize("2025-11-25", { roots: {} });
    const roots = [home, join(home, "other")].map((path) => ({ uri: pathToFileURL(path).href }));
    const answered = new Set<unknown>();
    const answer = async () => {
      const { id } = await wire.until(
        (message) => message.method === "roots/list" && !answered.has(message.id),
      );
      answered.add(id);
      wire.send({ jsonrpc: "2.0", id, result: { roots } });
    };
    const ask = async (path: string) => (await Promise.all([indexed(wire, path), answer()]))[0];
    expect(await ask("~/other/src")).toBe("indexed");
    expect(await ask("~")).toContain("home folder");
    expect(await ask("~/.ssh")).toContain("contains keys");
  });

  it("reads the user's other projects in the swiftindex profile, but no other folders", async () => {
    const home = await scene();
    const wire = server(home, "--profile", "swiftindex");
    await wire.initialize();
    for (const path of ["~/other", "~/repository"]) expect(await indexed(wire, path)).toBe("indexed");
    for (const path of ["~", "~/notes", "~/.ssh", "~/.tool", "/", "/etc"])
      expect(await indexed(wire, path)).not.toBe("indexed");
  });
});
