import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder that the workers share. Set before they start, so that they inherit it. */
export const sharedFolder = "HEWTO_TEST_SHARED";

/** Builds the bundle that end-to-end tests run, and gives the run a temporary directory that goes away with it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "hewto-tests-"));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  // Some tests act as another user, who must be able to pass through.
  chmodSync(folder, 0o755);
  chmodSync(temporary, 0o1777);
  process.env[sharedFolder] = folder;
  process.env["TMPDIR"] = temporary;
  process.env["TMUX_TMPDIR"] = temporary;
  if (!process.env.HEWTO_SKIP_BUILD)
    execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  return () => {
    for (const made of [folder, "node_modules/.cache/hewto-tests/hewto/index"])
      rmSync(made, { recursive: true, force: true, maxRetries: 3 });
  };
}
