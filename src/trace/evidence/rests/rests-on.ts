import type { DiscoveredTest } from "../../tests/model.ts";
import type { RestsOn } from "../model.ts";
import { pathOfItem, type SourceTree } from "./source-tree.ts";

/** What a result of a test rests on, as finely as it is known. */
export async function restsOn(
  test: DiscoveredTest,
  executed: ReadonlyMap<string, string> | undefined,
  tree: SourceTree,
): Promise<RestsOn> {
  if (executed !== undefined && executed.size > 0) {
    const isSymbol = [...executed.keys()].some((item) => item.includes("#"));
    return { grain: isSymbol ? "symbol" : "file", items: sorted(executed) };
  }
  const reached = await tree.reached(test.file);
  if (reached === undefined) return { grain: "tree", items: { "": await tree.treeHash() } };
  const around = `${test.file}#`;
  const items = new Map([[around, (await tree.itemHash(around)) ?? ""]]);
  for (const path of reached) items.set(path, (await tree.fileHash(path)) ?? "");
  return { grain: "imports", items: sorted(items) };
}

function sorted(items: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...items].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A file that a result rests on and that is younger than the run; undefined if there is none. */
export function youngerFile(
  test: DiscoveredTest,
  { items }: RestsOn,
  tree: SourceTree,
  startedAt: number,
): string | undefined {
  const files = "" in items ? tree.sourceFiles : Object.keys(items).map(pathOfItem);
  return [test.file, ...files].find((path) => tree.mtimeMs(path) > startedAt);
}

/**
 * The items that are not what they were; empty if the result still holds. `digests` are those of the files when the
 * evidence was added. A test that moved is compared with what is around it now.
 */
export async function movedItems(
  { file }: DiscoveredTest,
  { items }: RestsOn,
  digests: Readonly<Record<string, string>>,
  tree: SourceTree,
): Promise<string[]> {
  const moved: string[] = [];
  for (const [stored, hash] of Object.entries(items)) {
    const item = stored.endsWith("#") ? `${file}#` : stored;
    const path = pathOfItem(item);
    const isSame = digests[path] !== undefined && digests[path] === (await tree.digest(path));
    if (!isSame && (await tree.itemHash(item)) !== hash) moved.push(item);
  }
  return moved;
}
