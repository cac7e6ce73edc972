import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { errnoFault } from "../write/faults.ts";

/** Left in every export, so that only an export is ever replaced by one. */
const marker = "hewto-export.txt";

/**
 * Writes files into a folder that a person named, all or none: into a new folder beside it, which then takes its place.
 * A folder that holds anything but an earlier export is refused.
 */
export async function writeExportFolder(
  named: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<Result<{ readonly folder: string }>> {
  const folder = resolve(named);
  try {
    const held = await readdir(folder).catch(() => undefined);
    if (held !== undefined && held.length > 0 && !held.includes(marker))
      return fail(
        fault(
          "invalid_argument",
          `${folder} is not empty and not an earlier export.`,
          "Name a folder that is empty or does not exist yet.",
        ),
      );
    await mkdir(dirname(folder), { recursive: true });
    const parent = await realpath(dirname(folder));
    const made = await mkdtemp(join(parent, `.${basename(folder)}-`));
    await writeAll(made, files);
    if (held !== undefined) await setAside(folder, made);
    else await rename(join(made, "export"), folder);
    await rm(made, { recursive: true, force: true });
    return ok({ folder });
  } catch (error) {
    return errnoFault(error, "export the page", "the folder is as it was", folder);
  }
}

async function writeAll(made: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  const target = join(made, "export");
  await mkdir(target);
  const note = "Written by `hewto web --export`, which replaces this folder as a whole.\n";
  for (const [name, content] of [...files, [marker, note] as const]) {
    const path = join(target, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** The old folder goes only once the new one has its name. */
async function setAside(folder: string, made: string): Promise<void> {
  const old = join(made, "old");
  await rename(folder, old);
  try {
    await rename(join(made, "export"), folder);
  } catch (error) {
    await rename(old, folder);
    throw error;
  }
}
