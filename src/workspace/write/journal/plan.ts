import { join } from "node:path";
import * as z from "zod";
import { sha256 } from "../../../kernel/hash.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { type Disk, ifExists } from "../disk.ts";
import { protectedReason } from "../plan.ts";

// A journal is read back from disk and could come from a repository, so its content is not trusted: each path must be
// one that `commit` would accept.
const PlanPath = z.string().refine(isPlainPath, "not a path that a plan may touch");

export const Step = z.discriminatedUnion("kind", [
  /** New bytes for a file; `before` and `after` are hashes, null when there was no file. */
  z.object({ kind: z.literal("write"), path: PlanPath, before: z.string().nullable(), after: z.string() }),
  /** A file or folder is removed; `before` is its fingerprint. */
  z.object({ kind: z.literal("remove"), path: PlanPath, before: z.string() }),
  z.object({ kind: z.literal("move"), from: PlanPath, to: PlanPath }),
]);
export type Step = z.infer<typeof Step>;

export const JournalPlan = z.object({
  version: z.literal(1),
  label: z.string(),
  /** Folders to create, outermost first. */
  folders: z.array(PlanPath),
  steps: z.array(Step),
});
export type JournalPlan = z.infer<typeof JournalPlan>;

/** Every path that a journaled plan changes. */
export function pathsOf(plan: JournalPlan): string[] {
  return plan.steps.flatMap((step) => (step.kind === "move" ? [step.from, step.to] : [step.path]));
}

/**
 * Identifies the content of a file or folder: the bytes of a file; the names, sizes and times of a tree. Recovery must
 * not finish a removal when the user has changed the file since the crash.
 */
export async function fingerprint(path: string, disk: Disk): Promise<string | undefined> {
  const entry = await ifExists(disk.lstat(path));
  if (entry === undefined) return undefined;
  if (entry.isFile()) return sha256(await disk.readFile(path));
  if (entry.isSymbolicLink()) return sha256(`link ${await disk.readlink(path)}`);
  return sha256((await treeListing(path, "", disk)).join("\n"));
}

function isPlainPath(path: string): boolean {
  const parts = path.split(process.platform === "win32" ? /[/\\:]/ : "/");
  const plain = parts.every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\0"));
  return plain && protectedReason(path) === undefined;
}

async function treeListing(folder: string, prefix: string, disk: Disk): Promise<string[]> {
  const lines: string[] = [];
  for (const name of (await disk.readdir(folder)).sort(byCodePoint)) {
    const path = join(folder, name);
    const entry = await disk.lstat(path);
    // A folder's own time changes with its entries, which the listing shows anyway.
    const what = entry.isDirectory() ? "folder" : `${entry.size} ${entry.mtimeMs}`;
    lines.push(`${JSON.stringify(prefix + name)} ${entry.mode} ${what}`);
    if (entry.isDirectory()) lines.push(...(await treeListing(path, `${prefix}${name}/`, disk)));
  }
  return lines;
}
