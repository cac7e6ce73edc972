import { lstatSync, readlinkSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isWithin } from "./paths.ts";
import type { Workspace } from "./root.ts";

const maxLinks = 40;

/**
 * Every path that is involved in reading a file, relative to the root: the path itself, each symbolic link in it and
 * the target of each link. A change to any of them changes what is read. Paths outside the root are left out.
 */
export function linkChain({ root }: Workspace, path: string): string[] {
  const chain = [path];
  let location = resolve(root, path);
  for (let links = 0; links < maxLinks; links++) {
    const next = followFirstLink(root, location);
    if (next === undefined) break;
    if (isWithin(root, next.link)) chain.push(below(root, next.link));
    if (isWithin(root, next.target)) chain.push(below(root, next.target));
    location = next.target;
  }
  return chain;
}

/** The outermost link in a path, and the path with that link resolved. */
function followFirstLink(root: string, path: string): { link: string; target: string } | undefined {
  if (!isWithin(root, path)) return undefined;
  const parts = relative(root, path).split(sep);
  for (let depth = 1; depth <= parts.length; depth++) {
    const link = join(root, ...parts.slice(0, depth));
    const stats = lstatSync(link, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink())
      return { link, target: join(resolve(dirname(link), readlinkSync(link)), ...parts.slice(depth)) };
  }
  return undefined;
}

function below(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}
