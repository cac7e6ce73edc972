import { existsSync } from "node:fs";
import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { git, gitPipe } from "./command.ts";
import type { GitRepository } from "./repository.ts";

/** A copy of somebody's branches without a checkout, in a folder of ours. Its configuration is ours too. */
export interface Mirror {
  readonly folder: string;
  readonly repository: GitRepository;
}

/** A file of a commit. */
export interface TreeFile {
  readonly path: string;
  readonly blob: string;
  readonly size: number;
}

const fetchMs = 3_600_000;
/** A million files take about half of it. */
const maxTreeBytes = 256 * 1024 * 1024;

/**
 * Brings a mirror up to date with the branches of its source, which the operator named. Tags, notes and submodules
 * are left out; branches that are gone there go here.
 */
export async function updateMirror(
  mirror: Mirror,
  source: string,
  signal: AbortSignal,
): Promise<Result<Mirror>> {
  const { folder, repository } = mirror;
  const isLocal = isLocalSource(source);
  const options = { cwd: folder, repository, signal, timeoutMs: fetchMs };
  if (!existsSync(join(repository.gitDir, "HEAD"))) {
    const made = await git(["init", "--quiet", "--template="], options);
    if (!made.ok) return made;
  }
  const fetched = await git(
    [
      "fetch",
      "--quiet",
      "--prune",
      "--no-tags",
      "--no-recurse-submodules",
      "--no-auto-gc",
      // Nothing is ever checked out here.
      "--update-head-ok",
      // A checkout of CI is often shallow, and git would leave its branches out without a word.
      "--update-shallow",
      "--",
      source,
      "+refs/heads/*:refs/heads/*",
    ],
    { ...options, protocols: isLocal ? ["file"] : ["https", "ssh"] },
  );
  if (!fetched.ok) return fetched;
  const head = await git(["ls-remote", "--symref", "--", source, "HEAD"], {
    ...options,
    protocols: isLocal ? ["file"] : ["https", "ssh"],
  });
  const branch = head.ok ? /^ref: (refs\/heads\/\S+)\tHEAD/m.exec(head.value.stdout)?.[1] : undefined;
  if (branch !== undefined) await git(["symbolic-ref", "HEAD", branch], options);
  return ok(mirror);
}

export function mirrorAt(folder: string): Mirror {
  const gitDir = join(folder, ".git");
  return { folder, repository: { checkout: folder, gitDir, commonDir: gitDir } };
}

export async function hasCommit({ folder: cwd, repository }: Mirror, commit: string): Promise<boolean> {
  if (!existsSync(join(repository.gitDir, "HEAD"))) return false;
  return (await git(["cat-file", "-e", "--end-of-options", `${commit}^{commit}`], { cwd, repository })).ok;
}

/** A folder on this machine, by path or `file:` address. */
export function isLocalSource(source: string): boolean {
  return source.startsWith("file:") || !/^[\w.+-]+(:\/\/|@)/.test(source);
}

/** Branches with their commits, and which of them is the default one. */
export async function mirrorBranches({
  folder: cwd,
  repository,
}: Mirror): Promise<
  Result<{ readonly branches: ReadonlyMap<string, string>; readonly main: string | undefined }>
> {
  const listed = await git(
    ["for-each-ref", "--format=%(refname)%00%(objectname)%00%(objecttype)", "refs/heads/"],
    {
      cwd,
      repository,
    },
  );
  if (!listed.ok) return listed;
  const branches = new Map<string, string>();
  for (const line of listed.value.stdout.split("\n")) {
    const [ref = "", commit = "", type] = line.split("\0");
    if (type === "commit") branches.set(ref.slice("refs/heads/".length), commit);
  }
  const head = await git(["symbolic-ref", "--quiet", "--short", "HEAD"], { cwd, repository });
  const named = head.ok ? head.value.stdout.trim() : "";
  const main = [named, "main", "master", ...branches.keys()].find((name) => branches.has(name));
  return ok({ branches, main });
}

/** Whether a commit is another one's ancestor; false when either is not in the mirror. */
export async function isAncestor(
  { folder: cwd, repository }: Mirror,
  older: string,
  newer: string,
): Promise<boolean> {
  return (await git(["merge-base", "--is-ancestor", "--end-of-options", older, newer], { cwd, repository }))
    .ok;
}

/** The regular files of a commit: no links, no submodules. */
export async function treeFiles(
  mirror: Mirror,
  commit: string,
  signal: AbortSignal,
): Promise<Result<TreeFile[]>> {
  const { folder: cwd, repository } = mirror;
  const args = ["ls-tree", "-r", "-z", "-l", "--full-tree", "--end-of-options", commit];
  const started = await gitPipe(args, { cwd, repository });
  if (!started.ok) return started;
  const child = started.value;
  const stop = () => void child.stop(0);
  signal.addEventListener("abort", stop, { once: true });
  child.stdin.end();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of child.stdout) {
      if (!(chunk instanceof Buffer)) continue;
      bytes += chunk.length;
      if (bytes > maxTreeBytes) return tooMany();
      chunks.push(chunk);
    }
    const { code } = await child.exited;
    if (code !== 0) return fail(fault("git_failed", `git does not know the commit ${commit}.`, ""));
  } finally {
    signal.removeEventListener("abort", stop);
    await child.stop(0);
  }
  const files: TreeFile[] = [];
  for (const line of Buffer.concat(chunks).toString("utf8").split("\0")) {
    const match = /^100(?:644|755) blob ([0-9a-f]{40,64}) +(\d+)\t(.+)$/s.exec(line);
    // A name that is not UTF-8 is left out by a walk of the disk too.
    if (match && !match[3]?.includes("\ufffd"))
      files.push({ blob: match[1] ?? "", size: Number(match[2]), path: match[3] ?? "" });
  }
  return ok(files);
}

/** The bytes of blobs, in their order. Ends early when git does; the reader counts. */
export async function* readBlobs(
  { folder: cwd, repository }: Mirror,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<{ readonly blob: string; readonly bytes: Uint8Array }> {
  if (ids.length === 0) return;
  const started = await gitPipe(["cat-file", "--batch", "--buffer"], { cwd, repository });
  if (!started.ok) throw new Error(started.fault.message);
  const child = started.value;
  const stop = () => void child.stop(0);
  signal.addEventListener("abort", stop, { once: true });
  child.stderr.resume();
  child.stdin.end(`${ids.join("\n")}\n`);
  let pending = Buffer.alloc(0);
  let wanted: { blob: string; size: number } | undefined;
  try {
    for await (const chunk of child.stdout) {
      if (!(chunk instanceof Buffer)) continue;
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      for (;;) {
        if (!wanted) {
          const end = pending.indexOf(0x0a);
          if (end < 0) break;
          const [blob = "", type, size] = pending.toString("latin1", 0, end).split(" ");
          pending = pending.subarray(end + 1);
          if (type === "missing") throw new Error(`The mirror has no object ${blob}.`);
          wanted = { blob, size: Number(size) };
        }
        if (pending.length < wanted.size + 1) break;
        const { blob, size } = wanted;
        wanted = undefined;
        const bytes = pending.subarray(0, size);
        pending = pending.subarray(size + 1);
        yield { blob, bytes };
      }
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await child.stop(0);
  }
}

function tooMany(): Result<never> {
  return fail(fault("git_failed", "The commit has more files than a worker takes.", ""));
}
