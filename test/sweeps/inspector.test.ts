// The official Inspector as a client. It needs the npm registry and some minutes: `npm run test:inspector`.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer, hewto } from "../support/bundle.ts";
import { run, startListening } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { textOf } from "../support/wire.ts";

/** Fetched from npm when the sweep runs: it brings a hundred packages that nothing else needs. */
const inspectorVersion = "2.12.0";
const folder = resolve("node_modules/.cache/hewto-inspector", inspectorVersion);
const inspector = join(
  folder,
  "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

beforeAll(async () => {
  if (existsSync(inspector)) return;
  await mkdir(folder, { recursive: true });
  const name = `@modelcontextprotocol/inspector@${inspectorVersion}`;
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
  await promisify(execFile)("npm", ["install", ...options, name]);
}, 5 * 60_000);

/** A call takes a second on an idle machine. */
const PATIENCE = 120_000;
const Result = z.object({ result: z.looseObject({}) });
const Named = z.object({ tools: z.array(z.object({ name: z.string() })) });

/** The official Inspector, a client that none of us wrote. It keeps notes in HOME. */
async function inspect(...args: string[]) {
  const { code, output, errors } = await run(inspector, ["--cli", "-q", "--format", "json", ...args], {
    env: { HOME: await temporaryFolder() },
  });
  return { code, errors, result: () => Result.parse(JSON.parse(output)).result };
}

const echo = [
  "--method",
  "tools/call",
  "--tool-name",
  "probe_echo",
  "--tool-args-json",
  '{"text":"hi","count":2}',
];

describe("the Inspector", () => {
  it("lists and calls over stdio, in both protocol generations", { timeout: PATIENCE }, async () => {
    const server = [process.execPath, await fixtureServer()];
    const listed = await inspect(...server, "--method", "tools/list");
    expect(Named.parse(listed.result()).tools.map(({ name }) => name)).toContain("probe_echo");
    const called = await inspect(...server, ...echo);
    expect([called.code, textOf(called.result())]).toEqual([0, "hi\nhi"]);
    const modern = await inspect("--protocol-era", "modern", ...server, ...echo);
    expect([modern.code, textOf(modern.result())]).toEqual([0, "hi\nhi"]);
  });

  it("lists and calls over streamable HTTP", { timeout: PATIENCE }, async () => {
    const { url } = await startListening(await fixtureServer());
    const http = [url, "--transport", "http"];
    expect(
      Named.parse((await inspect(...http, "--method", "tools/list")).result()).tools.length,
    ).toBeGreaterThan(10);
    expect(textOf((await inspect(...http, ...echo)).result())).toBe("hi\nhi");
  });

  it("lists and calls over SSE", { timeout: PATIENCE }, async () => {
    const { url } = await startListening(await fixtureServer());
    const sse = [url, "--transport", "sse"];
    expect(
      Named.parse((await inspect(...sse, "--method", "tools/list")).result()).tools.length,
    ).toBeGreaterThan(10);
    expect(textOf((await inspect(...sse, ...echo)).result())).toBe("hi\nhi");
  });

  it("sees a failed tool as one", async () => {
    const server = [process.execPath, await fixtureServer()];
    const failed = await inspect(...server, "--method", "tools/call", "--tool-name", "probe_echo");
    expect(failed.code).toBe(5);
    expect(failed.errors).toContain("tool_is_error");
  });

  it("finds nothing to complain about in the schemas of the shipped tools, however strict", async () => {
    const { code, errors, result } = await inspect(
      process.execPath,
      hewto,
      "mcp",
      "--toolsets",
      "all",
      "--workspace",
      await temporaryFolder(),
      "--method",
      "tools/list",
      "--strict",
    );
    expect(errors).toBe("");
    expect(code).toBe(0);
    expect(result()).toHaveProperty("tools");
  });
});
