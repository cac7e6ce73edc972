import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the workers find, or make, what they share. Set before they start, so that they inherit it. */
export const sharedFolder = "HEWTO_TEST_SHARED";

/** Every end-to-end test runs the bundle, so the bundle must be the source of this moment. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "hewto-tests-"));
  process.env[sharedFolder] = folder;
  if (!process.env.HEWTO_SKIP_BUILD)
    execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
