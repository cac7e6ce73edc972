import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary.ts";

// Scenarios of spec/ that no other test speaks of. The titles link them.

describe("Offline by default", () => {
  it("No network", async () => {
    const folder = await temporaryFolder();
    const workspace = join(folder, "ferry");
    cpSync("examples/ferry", workspace, { recursive: true });
    const guard = join(folder, "no-network.mjs");
    writeFileSync(
      guard,
      'import net from "node:net";\nnet.Socket.prototype.connect = () => { throw new Error("a connection"); };\n',
    );
    const env = { ...process.env, NODE_OPTIONS: `--import ${guard}` };
    for (const args of [
      ["index"],
      ["search", "full crossing"],
      ["check"],
      ["run", "specify", "--as", "feature", "--description", "Count pass holders on board"],
    ]) {
      const { code, errors } = await run(hewto, [...args, "--workspace", workspace], {
        env,
      });
      expect(errors).not.toContain("a connection");
      expect([args[0], code]).toEqual([args[0], 0]);
    }
  });
});

describe("A clean end", () => {
  it("The script ends", async () => {
    const script = `"${process.execPath}" "${hewto}" mcp --transport http --port 0 --no-token --workspace examples/ferry > "$0" 2>&1 & echo $!`;
    const log = join(await temporaryFolder(), "log");
    const pid = Number(
      execFileSync("sh", ["-c", script, log], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
    try {
      const url = await addressIn(log);
      await new Promise((done) => setTimeout(done, 1_500));
      const params = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "after", version: "1" },
      };
      const body = { jsonrpc: "2.0", id: 1, method: "initialize", params };
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    } finally {
      process.kill(pid);
    }
  });
});

async function addressIn(log: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const text = execFileSync("cat", [log], { encoding: "utf8" });
    const url = /http:\/\/[\d.:]+\/\w+/.exec(text)?.[0];
    if (url !== undefined) return url;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("The server did not say where it listens.");
}

describe("One table", () => {
  it("A new entry", { timeout: 120_000 }, async () => {
    const folder = await temporaryFolder();
    for (const part of ["src", "scripts", "docs", "package.json", "tsconfig.json"])
      cpSync(part, join(folder, part), { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    for (const name of readdirSync("node_modules").filter((each) => each !== ".cache"))
      symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
    const check = () => spawnSync(process.execPath, [join(folder, "scripts/gen-docs.mjs"), "--check"]);
    expect(check()).toMatchObject({ status: 0 });
    const table = join(folder, "src/project/toolset.ts");
    const entry = 'another_status: { ...projectStatus, name: "another_status" },';
    writeFileSync(table, readFileSync(table, "utf8").replace("project_status:", `${entry} project_status:`));
    const { status, stdout } = check();
    expect(status).toBe(1);
    expect(String(stdout)).toContain("docs/tools.md is outdated: run `npm run gen`");
  });
});

describe("One package alone", () => {
  it("An empty folder", { timeout: 120_000 }, async () => {
    const folder = await temporaryFolder();
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { stdio: "ignore" });
    const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    const empty = join(folder, "empty");
    mkdirSync(empty);
    const install = ["install", "--offline", "--no-audit", "--no-fund", resolve(folder, tarball)];
    const said = execFileSync("npm", install, { encoding: "utf8", cwd: empty });
    expect(said).toContain("added 1 package");
    expect(readdirSync(join(empty, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "hewto",
    ]);
  });
});
