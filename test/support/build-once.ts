import { execFileSync } from "node:child_process";

/** Every end-to-end test runs the bundle, so the bundle must be the source of this moment. */
export default function setup(): void {
  if (process.env.HEWTO_SKIP_BUILD) return;
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
}
