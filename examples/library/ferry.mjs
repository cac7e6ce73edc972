// The other examples work on a copy of examples/ferry, so that they can write to it.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Calls `work` with the path of a fresh copy. */
export async function withFerry(work) {
  const folder = await mkdtemp(join(tmpdir(), "hewto-example-"));
  try {
    const ferry = fileURLToPath(new URL("../ferry", import.meta.url));
    await cp(ferry, folder, { recursive: true, filter: (path) => !path.includes(".hewto") });
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
