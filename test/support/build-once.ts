import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { sharedFolder, stopShared } from "./postgres.ts";

/** Builds the bundle that end-to-end tests run, and gives the run its own home and temporary directory, removed at the end. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "hewto-tests-"));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  useOwnHome(join(folder, "home"));
  // Some tests act as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  chmodSync(temporary, 0o1777);
  process.env[sharedFolder] = folder;
  process.env["TMPDIR"] = temporary;
  process.env["TMUX_TMPDIR"] = temporary;
  if (!process.env.HEWTO_SKIP_BUILD)
    execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  return () => {
    stopShared(folder);
    for (const made of [folder, ...indexesOf(folder)])
      rmSync(made, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** The tests neither change nor depend on the home of the user who runs them. */
function useOwnHome(home: string): void {
  // Tests that install packages need the user's registry and cache.
  process.env["NPM_CONFIG_USERCONFIG"] ??= join(homedir(), ".npmrc");
  process.env["NPM_CONFIG_CACHE"] ??= join(homedir(), ".npm");
  mkdirSync(home);
  process.env["HOME"] = home;
  process.env["USERPROFILE"] = home;
  delete process.env["XDG_CONFIG_HOME"];
}

/** The indexes of this run's roots, in the cache shared by all runs. */
function indexesOf(folder: string): string[] {
  const parent = "node_modules/.cache/hewto-tests/hewto/index";
  const names = existsSync(parent) ? readdirSync(parent) : [];
  return names
    .map((name) => join(parent, name))
    .filter((index) => {
      const about = join(index, "root.json");
      return existsSync(about) && readFileSync(about, "utf8").includes(folder);
    });
}
