import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { randomHex } from "../../kernel/hash.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { deleteStateFile, readStateFile, writeStateFile } from "../../workspace/state/files.ts";
import { stateDirectory } from "../../workspace/state/folder.ts";
import { ifExists, nodeDisk, removeTree } from "../../workspace/write/disk.ts";
import { Holder } from "../../workspace/write/locks/file.ts";
import { currentOwner, type Owner, ownerStatus } from "../../workspace/write/locks/owner.ts";

/** A folder for files that are downloaded or unpacked and not yet checked. */
export interface Staging {
  readonly folder: Workspace;
  readonly remove: () => Promise<void>;
}

/** An install on another machine or in another container cannot be asked whether it still runs. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;
const maxOwnerBytes = 64 * 1024;

const OwnerFile = Holder.pick({
  pid: true,
  host: true,
  machine: true,
  boot: true,
  pid_space: true,
  process_start: true,
});

/** Makes a staging folder below `state`, and removes those of installs that were killed. */
export async function createStaging(state: string): Promise<Result<Staging>> {
  try {
    const parent = await stateDirectory({ root: state, state }, "staging");
    await removeAbandoned(parent);
    const name = `${process.pid}-${randomHex(6)}`;
    writeStateFile(parent, ownerFile(name), JSON.stringify(await currentOwner()));
    const folder = await openWorkspace(await stateDirectory({ root: state, state }, `staging/${name}`));
    return folder.ok ? ok({ folder: folder.value, remove: () => removeStaging(parent, name) }) : folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Cannot create a staging folder in ${state}: ${reason}.`;
    return fail(fault("write_failed", message, "Check its permissions."));
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  const names = new Set((await nodeDisk.readdir(parent)).map((name) => name.replace(/\.json$/, "")));
  for (const name of names) {
    // Another install may be removing it at the same time; what is left goes with the next one.
    if (await isAbandoned(parent, name)) await removeStaging(parent, name).catch(() => undefined);
  }
}

async function isAbandoned(parent: string, name: string): Promise<boolean> {
  const owner = readOwner(parent, name);
  const state = owner === undefined ? "unknown" : await ownerStatus(owner);
  if (state !== "unknown") return state === "dead";
  const entry =
    (await ifExists(nodeDisk.lstat(join(parent, ownerFile(name))))) ??
    (await ifExists(nodeDisk.lstat(join(parent, name))));
  return entry !== undefined && Date.now() - entry.mtimeMs > abandonedAfterMs;
}

/** The process that made a staging folder; undefined when its file is missing or damaged. */
function readOwner(parent: string, name: string): Owner | undefined {
  const bytes = readStateFile(parent, ownerFile(name), maxOwnerBytes);
  if (bytes === undefined) return undefined;
  try {
    return OwnerFile.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

async function removeStaging(parent: string, name: string): Promise<void> {
  await removeTree(join(parent, name), nodeDisk);
  deleteStateFile(parent, ownerFile(name));
}

function ownerFile(name: string): string {
  return `${name}.json`;
}
