import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { sha256 } from "../../kernel/hash.ts";
import { sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { readText } from "../../workspace/files/files.ts";
import { childPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { TreeFile } from "./tree.ts";

/** The lock file is in the folder of the skills it describes; commit it with them. */
export const lockName = "skills.lock";

const LockedSkill = z.object({
  source: z.string(),
  ref: z.string().optional(),
  commit: z.string().optional(),
  /** The skill's folder in the source. */
  path: z.string(),
  /** `sha256:<hex>` of each file. */
  files: z.record(z.string(), z.string().regex(/^sha256:[0-9a-f]{64}$/)),
});
export type LockedSkill = z.infer<typeof LockedSkill>;

const LockFile = z.object({ version: z.literal(1), skills: z.record(z.string(), LockedSkill) });

export interface SkillLock {
  readonly skills: ReadonlyMap<string, LockedSkill>;
  /** The digest of the file as read, for compare-and-write; `absent` when there is no file. */
  readonly expect: string;
}

export async function readLock(root: Workspace, folder: WorkspacePath): Promise<Result<SkillLock>> {
  const path = childPath(folder, lockName);
  const file = await readText(root, path, { maxBytes: 4 * 1024 * 1024 });
  if (!file.ok)
    return file.fault.code === "path_not_found" ? ok({ skills: new Map(), expect: "absent" }) : file;
  const parsed = LockFile.safeParse(parseJson(file.value.text));
  if (parsed.success)
    return ok({ skills: new Map(Object.entries(parsed.data.skills)), expect: file.value.sha256 });
  const message = `\`${path}\` is not a valid lock file: ${parsed.error.issues[0]?.message ?? "it cannot be read"}.`;
  return fail(
    fault(
      "skill_lock_mismatch",
      message,
      "Restore it from version control, or delete it and install again.",
      { path },
    ),
  );
}

/** Equal locks are formatted to equal bytes. */
export function formatLock(skills: ReadonlyMap<string, LockedSkill>): string {
  const sorted = sortedBy(skills, ([name]) => name);
  return `${JSON.stringify({ version: 1, skills: Object.fromEntries(sorted) }, null, 2)}\n`;
}

export function digestsOf(files: readonly TreeFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ path, content }) => [path, `sha256:${sha256(content)}`]));
}

export interface Difference {
  readonly path: string;
  readonly kind: "changed" | "missing" | "extra";
}

/** How the files on disk differ from the lock. */
export function compareDigests(
  locked: Readonly<Record<string, string>>,
  actual: Readonly<Record<string, string>>,
): Difference[] {
  const names = sortedBy(new Set([...Object.keys(locked), ...Object.keys(actual)]), (name) => name);
  return names.flatMap((path): Difference[] => {
    if (locked[path] === actual[path]) return [];
    const kind = locked[path] === undefined ? "extra" : actual[path] === undefined ? "missing" : "changed";
    return [{ path, kind }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
