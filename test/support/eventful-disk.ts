import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Disk, nodeDisk } from "../../src/workspace/write/disk.ts";

/** Runs an action once, during the first sync of a file or the first stat of `a.md`. */
export function eventDuring(call: "sync" | "lstat", event: () => Promise<void>): Disk {
  let happened = false;
  const once = async (): Promise<void> => {
    if (happened) return;
    happened = true;
    await event();
  };
  if (call === "lstat") {
    return {
      ...nodeDisk,
      lstat: async (path) => {
        if (path.endsWith("/a.md")) await once();
        return nodeDisk.lstat(path);
      },
    };
  }
  return {
    ...nodeDisk,
    open: async (path, flags, mode) => {
      const file = await nodeDisk.open(path, flags, mode);
      const sync = async (): Promise<void> => {
        if (flags === "wx" && basename(realpathSync(dirname(path))) !== ".hewto") await once();
        await file.sync();
      };
      return {
        writeFile: (content) => file.writeFile(content),
        chown: (uid, gid) => file.chown(uid, gid),
        chmod: (mode) => file.chmod(mode),
        sync,
        close: () => file.close(),
      };
    },
  };
}

/** Files cannot be renamed or linked from one folder to another, as between two mounts. */
export function dividedDisk(): Disk {
  const across = (from: string, to: string): boolean => join(from, "..") !== join(to, "..");
  const refuse = (): Promise<never> => Promise.reject(Object.assign(new Error("across"), { code: "EXDEV" }));
  return {
    ...nodeDisk,
    rename: (from, to) => (across(from, to) ? refuse() : nodeDisk.rename(from, to)),
    link: (existing, path) => (across(existing, path) ? refuse() : nodeDisk.link(existing, path)),
  };
}
