import { execFile, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { analyzeInChild, type FileContent } from "../../src/code/remote/worker/analyze-in-child.ts";
import { hewto } from "../support/bundle.ts";
import { queryUrl } from "../support/postgres.ts";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { newStoreUrl, openedStore, unwrap } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary.ts";

const run = promisify(execFile);
const script = pathToFileURL(resolve("dist/parse-worker.js"));
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  env = {
    ...process.env,
    HEWTO_STORE_URL: await newStoreUrl("postgres"),
    XDG_CACHE_HOME: await temporaryFolder(),
  };
});

/** The command's output; fails with what it said. */
async function command(cwd: string, ...args: string[]): Promise<string> {
  return (await run(process.execPath, [hewto, ...args], { cwd, env })).stdout;
}

function files(count: number): Record<string, string> {
  const text = (n: number) => `export function shared${n}() {\n  return "${"x".repeat(200)}";\n}\n`;
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/f${n}.ts`, text(n)]));
}

test("publish, pull and search by commands", async () => {
  const origin = await temporaryRepository(files(20));
  expect(await command(origin, "worker", "--once", "--repo", ".")).toContain(
    "Published 1 commit: 20 files parsed, 0 known.",
  );
  const clone = join(await temporaryFolder(), "clone");
  runGit(origin, "clone", "-q", origin, clone);
  expect(await command(clone, "search", "shared7")).toContain("src/f7.ts");
  expect(await command(clone, "index", "--status")).toMatch(/up to date\nPulled: main [0-9a-f]{12} of file:/);
  expect(await command(clone, "store", "status")).toMatch(/: main [0-9a-f]{12}/);
  expect(await command(clone, "store", "verify")).toContain("1 segment and 20 files read, 0 damaged.");
  expect(await command(clone, "store", "gc")).toContain("Removed 0 segments");
  const again = JSON.parse(await command(clone, "index", "--pull", "--json")) as { notice: string }; // our own answer
  expect(again.notice).toMatch(/^Pulled 20 files of 20 from the shared store/);
});

// covers team: killed-before-manifest
test("workers that are killed again and again lose nothing, and nothing is there twice", async () => {
  const origin = await temporaryRepository(files(60));
  await command(origin, "store", "add", ".");
  for (let kill = 0; kill < 5; kill++) {
    const child = spawn(process.execPath, [hewto, "worker", "--once"], { cwd: origin, env, stdio: "ignore" });
    await sleep(300 + kill * 250);
    child.kill("SIGKILL");
  }
  // The leases of the killed ones end by the database's clock, which we move; so do their tries.
  const store = await openedStore(env["HEWTO_STORE_URL"] ?? "");
  await queryUrl(
    env["HEWTO_STORE_URL"] ?? "",
    "begin; select set_config('hewto.tenant', 'default', true); update hewto.job set lease_until = '-infinity', tries = 0; commit",
  );
  await command(origin, "worker", "--once");
  expect(unwrap(await store.jobs.open())).toBe(0);
  expect(unwrap(await store.jobs.dead())).toEqual([]);
  expect(await command(origin, "store", "verify")).toContain(" 0 damaged.");
  expect(await command(origin, "store", "status")).toContain(
    runGit(origin, "rev-parse", "--short=12", "HEAD").trim(),
  );
});

test("the process that parses has an empty environment and no address of the store", async () => {
  const seen: string[] = [];
  const probe = pathToFileURL(join(await temporaryFolder(), "probe.cjs"));
  const out = join(await temporaryFolder(), "env.json");
  await writeFile(probe, `require("fs").writeFileSync(${JSON.stringify(out)}, JSON.stringify(process.env))`);
  await analyzeInChild(none(), {
    ...options(60, 512),
    script: probe,
    onSegment: async () => ({ ok: true, value: 0 }),
  });
  seen.push(await readFile(out, "utf8"));
  expect(seen.join()).not.toContain("postgres:");
  expect(
    Object.keys(JSON.parse(seen[0] ?? "{}") as object).filter((name) => /HEWTO|PG|PATH|HOME/.test(name)),
  ).toEqual([]); // what it wrote
});

// covers team: poisoned-repository
test("a file that takes too long is stopped and named", async () => {
  const endless = pathToFileURL(join(await temporaryFolder(), "endless.cjs"));
  await writeFile(endless, `${frame('{"kind":"file","number":0}')}; for (;;);`);
  const stopped = await analyzeInChild(some("src/slow.ts"), {
    ...options(1, 512),
    script: endless,
    onSegment: async () => ({ ok: true, value: 0 }),
  });
  expect(stopped).toMatchObject({
    ok: false,
    fault: { message: "The analysis took more than 1 s at `src/slow.ts`." },
  });
});

// covers team: poisoned-repository
test("a file that takes too much memory is stopped", async () => {
  const greedy = pathToFileURL(join(await temporaryFolder(), "greedy.cjs"));
  await writeFile(
    greedy,
    `${frame('{"kind":"file","number":0}')}; const all = []; for (;;) all.push(Buffer.alloc(8e6, 1));`,
  );
  const stopped = await analyzeInChild(some("src/big.ts"), {
    ...options(60, 64),
    script: greedy,
    onSegment: async () => ({ ok: true, value: 0 }),
  });
  expect(stopped).toMatchObject({ ok: false });
  expect(stopped.ok ? "" : stopped.fault.message).toMatch(
    /The analysis (took more than 64 MB|ended .*) at `src\/big.ts`/,
  );
});

test("the shipped child parses what it gets", async () => {
  let chunks = 0;
  const onSegment = async (segment: { chunks: number }) => {
    chunks += segment.chunks;
    return { ok: true as const, value: 0 };
  };
  unwrap(await analyzeInChild(some("src/a.ts"), { ...options(60, 1024), script, onSegment }));
  expect(chunks).toBe(1);
});

function options(seconds: number, memoryMb: number) {
  return { limits: { seconds, memoryMb }, signal: new AbortController().signal };
}

/** Code that sends one frame without a body. */
function frame(header: string): string {
  const text = JSON.stringify(header);
  return `const b = Buffer.alloc(8); b.writeUInt32LE(Buffer.byteLength(${text})); require("fs").writeSync(1, Buffer.concat([b, Buffer.from(${text})]))`;
}

async function* none(): AsyncGenerator<FileContent> {}

async function* some(path: string): AsyncGenerator<FileContent> {
  const bytes = Buffer.from("export const a = 1;\n");
  yield { path, size: bytes.length, bytes };
}
