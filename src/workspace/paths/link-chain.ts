import { lstatSync, readlinkSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isWithin } from "./paths.ts";
import type { Workspace } from "./root.ts";

const maxLinks = 40;

/**
 * Every place that reading a file passes, relative to the root: its own name, each link on the way and where the
 * last one leads. Whoever changes one of them changes what is read. Places outside the root are left out.
 */
export function linkChain({ root }: Workspace, path: string): string[] {
  const way = [path];
  let place = resolve(root, path);
  for (let links = 0; links < maxLinks; links++) {
    const next = followFirstLink(root, place);
    if (next === undefined) break;
    if (isWithin(root, next.link)) way.push(below(root, next.link));
    if (isWithin(root, next.place)) way.push(below(root, next.place));
    place = next.place;
  }
  return way;
}

/** The outermost link among the folders and the file of a place, and the place beyond it. */
function followFirstLink(root: string, place: string): { link: string; place: string } | undefined {
  if (!isWithin(root, place)) return undefined;
  const parts = relative(root, place).split(sep);
  for (let depth = 1; depth <= parts.length; depth++) {
    const link = join(root, ...parts.slice(0, depth));
    const found = lstatSync(link, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (found.isSymbolicLink())
      return { link, place: join(resolve(dirname(link), readlinkSync(link)), ...parts.slice(depth)) };
  }
  return undefined;
}

function below(root: string, place: string): string {
  return relative(root, place).split(sep).join("/");
}
