import { git } from "./command.ts";
import type { GitRepository } from "./repository.ts";

/** Attributes by which the bytes of a file differ from its blob in other ways than line ends. */
const converting = ["filter", "ident", "working-tree-encoding"];

/** Settings by which git would look less closely are overridden. */
const settings = [
  ["core.fsmonitor", "false"],
  ["core.trustCtime", "true"],
  ["core.checkStat", "default"],
] as const;

/**
 * The blobs of the files that git knows to be unchanged since it wrote or read them, by path: their bytes are those
 * of the blob if their size is, because line ends are the only conversion that they can have. Files that
 * the person has excluded from git's comparison are left out. Empty when git cannot say.
 */
export async function unchangedBlobs(
  { checkout, gitDir, commonDir }: GitRepository,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const options = { cwd: checkout, repository: { checkout, gitDir, commonDir }, settings, signal };
  const listed = await git(["ls-files", "-s", "-v", "-z"], options);
  if (!listed.ok) return new Map();
  const blobs = new Map<string, string>();
  for (const line of listed.value.stdout.split("\0")) {
    // A small letter is a file that git assumes to be unchanged, S one that it does not look for.
    const match = /^H 100(?:644|755) ([0-9a-f]{40,64}) 0\t(.+)$/s.exec(line);
    if (match?.[1] && match[2]) blobs.set(match[2], match[1]);
  }
  const input = [...blobs.keys()].map((path) => `${path}\0`).join("");
  const [changed, attributes] = await Promise.all([
    git(["diff-files", "--name-only", "-z"], options),
    git(["check-attr", "-z", "--stdin", ...converting], { ...options, input }),
  ]);
  if (!changed.ok || !attributes.ok) return new Map();
  for (const path of changed.value.stdout.split("\0")) blobs.delete(path);
  const fields = attributes.value.stdout.split("\0");
  for (let at = 0; at + 2 < fields.length; at += 3)
    if (fields[at + 2] !== "unspecified") blobs.delete(fields[at] ?? "");
  return blobs;
}
