import { type FSWatcher, readFileSync, statfsSync, watch } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { errnoOf } from "../paths/errno.ts";

/** Names of changed entries by the real path of their folder. */
export type ChangedNames = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Watches folders one by one, without their subfolders. A change is known to `take` when the call that made it has
 * returned: Linux queues the event before that. It is not so on other systems, so that only Linux is watched, and there
 * only file systems that no other machine writes to.
 */
export class FolderWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #maxEvents: number;
  #changed = new Map<string, Set<string>>();
  #events = 0;
  #isBroken = false;
  #isRefused = false;

  private constructor(maxEvents: number) {
    this.#maxEvents = maxEvents;
  }

  /** Undefined where changes cannot be watched, or not all of them. */
  static for(root: string): FolderWatcher | undefined {
    const limits = limitsOf(root);
    return limits && new FolderWatcher(limits.events);
  }

  /** Whether a change may have been missed: start over with a new one. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Whether the system has no room for so many watches. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  get hasChanges(): boolean {
    return this.#isBroken || this.#changed.size > 0;
  }

  add(folder: string): void {
    if (this.#isBroken) return;
    this.remove(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => this.#note(folder, name));
      watcher.on("error", () => this.#break());
      this.#watchers.set(folder, watcher);
    } catch (error) {
      // The watch of the parent folder reports that a folder is gone.
      if (errnoOf(error) === "ENOENT") return;
      this.#isRefused = true;
    }
    this.#isRefused ||= this.#watchers.size > maxFolders;
    if (this.#isRefused) this.#break();
  }

  remove(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  /** All changes since the last call that were made before this one; undefined if some are not known. */
  async take(): Promise<ChangedNames | undefined> {
    await this.settle();
    const changed = this.#changed;
    this.#changed = new Map();
    this.#events = 0;
    return this.#isBroken ? undefined : changed;
  }

  /** Waits until changes that were made before are known. */
  async settle(): Promise<void> {
    // The first ends the phase of the event loop in which the caller runs, the second comes after all waiting events.
    await setImmediate();
    await setImmediate();
  }

  close(): void {
    this.#isBroken = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#changed.clear();
  }

  #note(folder: string, name: string | null): void {
    const names = this.#changed.get(folder) ?? new Set();
    this.#changed.set(folder, names);
    if (name !== null) names.add(name);
    // When its queue is full, the system drops events without a word to us; so many can only come from a full one.
    if (name === null || ++this.#events > this.#maxEvents) this.#break();
  }

  #break(): void {
    if (!this.#isBroken) this.close();
  }
}

const maxFolders = 16_000;

/** By the numbers of statfs(2). Not here: network and FUSE file systems, whose changes can come from elsewhere. */
const localFileSystems: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
]);

function limitsOf(root: string): { readonly events: number } | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    if (!localFileSystems.has(statfsSync(root).type)) return undefined;
    // A folder below could be of another file system.
    const mounts = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
    if (mounts.some((line) => line.split(" ")[4]?.startsWith(`${root}/`))) return undefined;
    const queue = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
    return { events: Math.min(4_000, Math.floor(queue / 4)) };
  } catch {
    return undefined;
  }
}
