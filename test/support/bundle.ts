import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sharedFolder } from "./postgres.ts";

/** The shipped program, built once before all tests. */
export const hewto = resolve("dist/hewto.js");

let made: Promise<string> | undefined;

/** The program with the fixtures of the official suite and our probes, bundled like the shipped one. */
export function fixtureServer(): Promise<string> {
  made ??= bundle();
  return made;
}

/** The first worker that needs it builds it for all; the others wait until it is complete. */
async function bundle(): Promise<string> {
  const shared = process.env[sharedFolder] ?? "";
  const [building, built] = [join(shared, "fixture-building"), join(shared, "fixture")];
  if (await isFirst(join(shared, "fixture-is-mine"))) {
    const script = ["scripts/build.mjs", "test/conformance/fixture-server.ts", building];
    await promisify(execFile)(process.execPath, script);
    await rename(building, built);
  }
  while (!existsSync(built)) await sleep(50);
  return join(built, "fixture-server.js");
}

async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch {
    return false;
  }
}
