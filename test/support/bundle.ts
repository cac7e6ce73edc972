import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";

/** The shipped program, built once before all tests. */
export const hewto = resolve("dist/hewto.js");

let made: Promise<string> | undefined;

/** The program with the fixtures of the official suite and our probes, bundled like the shipped one. */
export function fixtureServer(): Promise<string> {
  made ??= bundle();
  return made;
}

async function bundle(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hewto-fixture-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const script = ["scripts/build.mjs", "test/conformance/fixture-server.ts", folder];
  await promisify(execFile)(process.execPath, script);
  return join(folder, "fixture-server.js");
}
