import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** The folder that the workers share. Set before they start, so that they inherit it. */
export const sharedFolder = "HEWTO_TEST_SHARED";

/** Builds the bundle that end-to-end tests run, and gives the run a home and a temporary directory that go away with it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "hewto-tests-"));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  useOwnHome(join(folder, "home"));
  // Some tests act as another user, who must be able to pass through.
  chmodSync(folder, 0o755);
  chmodSync(temporary, 0o1777);
  process.env[sharedFolder] = folder;
  process.env["TMPDIR"] = temporary;
  process.env["TMUX_TMPDIR"] = temporary;
  if (!process.env.HEWTO_SKIP_BUILD)
    execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  return () => {
    for (const made of [folder, ...indexesOf(folder)])
      rmSync(made, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Nothing in the home of the person who runs the tests changes, and nothing there changes the tests. */
function useOwnHome(home: string): void {
  // Tests that install packages need the person's registry and cache.
  process.env["NPM_CONFIG_USERCONFIG"] ??= join(homedir(), ".npmrc");
  process.env["NPM_CONFIG_CACHE"] ??= join(homedir(), ".npm");
  mkdirSync(home);
  process.env["HOME"] = home;
  process.env["USERPROFILE"] = home;
  delete process.env["XDG_CONFIG_HOME"];
}

/** The indexes of this run's roots in the cache that all runs share. */
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
