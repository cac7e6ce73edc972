import { devNull } from "node:os";
import { basename, dirname, join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { readBytes } from "../../workspace/files/files.ts";
import { fillScratch } from "../../workspace/files/scratch.ts";
import { git } from "../../workspace/git/command.ts";
import { absolutePath, insideWorkspace } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { readArchive } from "./archive.ts";
import { checkNames, refused } from "./entry-names.ts";
import type { Source } from "./source.ts";
import { createStaging } from "./staging.ts";

export interface OpenedSource {
  /** The folder to search for skills. */
  readonly folder: Workspace;
  /** The top of the source; paths of its skills are relative to it. */
  readonly top: string;
  /** The commit, for a repository. */
  readonly commit?: string | undefined;
  /** Removes the staging folder. */
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  /** Folder for files that are downloaded or unpacked and not yet checked. */
  readonly state: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Opens a source as a folder. Runs nothing from it, and writes only to the staging folder. */
export async function openSource(source: Source, options: OpenOptions): Promise<Result<OpenedSource>> {
  if (source.kind === "folder") {
    const folder = await openWorkspace(source.directory);
    return folder.ok
      ? narrowed({ folder: folder.value, top: folder.value.root, close: async () => {} }, source.path)
      : folder;
  }
  const staging = await createStaging(options.state);
  if (!staging.ok) return staging;
  const { folder, remove: close } = staging.value;
  const content =
    source.kind === "git"
      ? await fetchRepository(source, folder, options)
      : await unpack(source.file, folder);
  const opened = content.ok
    ? await narrowed({ folder, top: folder.root, close, ...content.value }, source.path)
    : content;
  if (!opened.ok) await close();
  return opened;
}

async function narrowed(opened: OpenedSource, path: string | undefined): Promise<Result<OpenedSource>> {
  if (path === undefined || path === "") return ok(opened);
  const inside = await insideWorkspace(opened.folder, path);
  if (!inside.ok) return refused(`\`${path}\` is not a folder inside it`);
  const folder = await openWorkspace(absolutePath(opened.folder, inside.value));
  return folder.ok ? ok({ ...opened, folder: folder.value }) : refused(`it has no folder \`${path}\``);
}

/**
 * Fetches one commit and nothing else: no tags, submodules, hooks, templates or filters. `fetch` accepts
 * branches, tags and full commit ids. Arguments after `--` cannot be options, and other protocols are refused.
 */
async function fetchRepository(
  { url, ref = "HEAD" }: Extract<Source, { kind: "git" }>,
  { root: cwd }: Workspace,
  { signal, timeoutMs = 120_000 }: OpenOptions,
): Promise<Result<{ commit: string }>> {
  const gitDir = join(cwd, ".git");
  const options = {
    cwd,
    // Set because before `init` git would use a repository around the staging folder.
    repository: { checkout: cwd, gitDir, commonDir: gitDir },
    // Both, because the user's `insteadOf` setting may turn one into the other.
    protocols: isLocal(url) ? ["file"] : ["https", "ssh"],
    settings: [
      ["core.autocrlf", "false"],
      ["core.attributesFile", devNull],
    ] as const,
    timeoutMs,
    signal,
  };
  const steps = [
    ["init", "--quiet", "--template="],
    ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", url, ref],
    ["checkout", "--quiet", "--detach", "FETCH_HEAD"],
  ];
  for (const step of steps) {
    const ran = await git(step, options);
    if (!ran.ok) return unreachable(ran.fault.message, url, ref);
  }
  const head = await git(["rev-parse", "HEAD"], options);
  return head.ok ? ok({ commit: head.value.stdout.trim() }) : head;
}

function isLocal(url: string): boolean {
  return url.startsWith("file:") || !/^[\w.+-]+(:\/\/|@)/.test(url);
}

async function unpack(file: string, staging: Workspace): Promise<Result<object>> {
  const folder = await openWorkspace(dirname(file));
  const path = folder.ok ? await insideWorkspace(folder.value, basename(file)) : folder;
  if (!folder.ok) return folder;
  const bytes = path.ok ? await readBytes(folder.value, path.value, { maxBytes: 64 * 1024 * 1024 }) : path;
  if (!bytes.ok) return bytes;
  const files = await readArchive(bytes.value.content);
  const names = files.ok ? checkNames(files.value.map((entry) => entry.path)) : files;
  if (!files.ok) return files;
  if (!names.ok) return names;
  try {
    await fillScratch(staging.root, files.value);
  } catch (error) {
    return refused(
      `its files cannot be unpacked (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  return ok({});
}

function unreachable(message: string, url: string, ref: string): Result<never> {
  const remedy = `Check that ${url} exists, that you have access, and that it has ${ref}.`;
  return fail(fault("git_failed", message, remedy, { subject: { url, ref } }));
}
