/** The folder of each file, cut to the greatest depth that gives at most `max` folders. */
export function moduleOf(paths: readonly string[], max: number): (path: string) => string {
  let [depth, modules] = [1, countAt(paths, 1)];
  for (let next = 2; next <= maxDepth; next++) {
    const count = countAt(paths, next);
    if (count > max) break;
    if (count > modules) [depth, modules] = [next, count];
  }
  return (path) => folderAt(path, depth);
}

const maxDepth = 8;

function countAt(paths: readonly string[], depth: number): number {
  return new Set(paths.map((path) => folderAt(path, depth))).size;
}

/** `.` for a file at the root. */
function folderAt(path: string, depth: number): string {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, depth).join("/") || ".";
}
