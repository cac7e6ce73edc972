// Both programs archive inside this process: starting two programs for each of 760 changes would take most of the time.
// Each replay gets a folder of its own, so that nothing is cached from another one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** `hewto` and `peer` (undefined without OpenSpec): each archives a change in a folder and gives `{ isArchived, fault, output }`. */
export async function archivers({ root, peerFolder }) {
  const { openHewto } = await import(pathToFileURL(join(root, "dist/index.js")).href);
  return { hewto: (id, folder) => archiveOurs(openHewto, id, folder), peer: await peerOf(peerFolder) };
}

async function archiveOurs(openHewto, id, folder) {
  const hewto = await openHewto({ workspace: folder });
  try {
    await hewto.archiveChange({ change_id: id, allow_open_tasks: true, mode: "persist" });
    return { isArchived: true, output: "" };
  } catch (error) {
    return { isArchived: false, fault: error.fault, output: error.message };
  }
}

async function peerOf(peerFolder) {
  if (peerFolder === undefined) return undefined;
  const core = join(peerFolder, "node_modules/@fission-ai/openspec/dist/core/archive.js");
  const { ArchiveCommand } = await import(pathToFileURL(core).href);
  return async (id, folder) => {
    const output = await printedIn(folder, () => new ArchiveCommand().execute(id, { yes: true }));
    // OpenSpec exits with 0 even when it changes nothing.
    return { isArchived: !existsSync(join(folder, "openspec/changes", id)), output };
  };
}

/** What a command prints that works in the current folder. */
async function printedIn(folder, command) {
  const lines = [];
  const before = { ...console };
  const [cwd, exitCode] = [process.cwd(), process.exitCode];
  for (const name of ["log", "error", "warn", "info"])
    console[name] = (...words) => lines.push(words.join(" "));
  process.chdir(folder);
  try {
    await command();
  } catch (error) {
    lines.push(`Error: ${error.message}`);
  } finally {
    process.chdir(cwd);
    process.exitCode = exitCode;
    Object.assign(console, before);
  }
  return lines.join("\n");
}
