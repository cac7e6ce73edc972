import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { readBytes } from "../../workspace/files/files.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { type WalkEntry, walkAll } from "../../workspace/walk/walk.ts";
import type { Skill } from "../skill.ts";
import { limits } from "../standard.ts";

export interface ManifestFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Every file of a skill with its digest, sorted by path. */
export type Manifest = readonly ManifestFile[];

interface CachedManifest {
  readonly stamp: string;
  readonly manifest: Manifest;
}

const cache = new WeakMap<Skill["document"], CachedManifest>();

/** Reads all files of a skill, up to the limits that every host supports. An unchanged skill is not read again. */
export async function readManifest(skill: Skill): Promise<Result<Manifest>> {
  const folder = await openWorkspace(skill.folder.absolute);
  if (!folder.ok) return folder;
  const walked = await walkAll(folder.value, { ignore: false, skip: [".git"] });
  if (!walked.ok) return walked;
  const over = overLimits(skill, walked.value);
  if (over) return over;
  const stamp = JSON.stringify(walked.value);
  const cached = cache.get(skill.document);
  if (cached?.stamp === stamp) return ok(cached.manifest);
  const files = await digestAll(folder.value, walked.value);
  if (files.ok) cache.set(skill.document, { stamp, manifest: files.value });
  return files;
}

async function digestAll(folder: Workspace, entries: readonly WalkEntry[]): Promise<Result<ManifestFile[]>> {
  const files: ManifestFile[] = [];
  for (const { path } of entries) {
    const file = await readBytes(folder, path, { maxBytes: limits.bytes });
    if (!file.ok) return file;
    files.push({ path, size: file.value.content.length, sha256: file.value.sha256 });
  }
  return ok(files);
}

function overLimits(skill: Skill, entries: readonly WalkEntry[]): Result<never> | undefined {
  const bytes = entries.reduce((total, entry) => total + entry.size, 0);
  if (entries.length <= limits.files && bytes <= limits.bytes) return undefined;
  const message = `The skill \`${skill.id}\` has ${entries.length} files and ${bytes} bytes; the limit is ${limits.files} files and ${limits.bytes} bytes.`;
  return fail(
    fault("file_too_large", message, "Move files that it does not need out of its folder.", {
      path: skill.path,
    }),
  );
}
