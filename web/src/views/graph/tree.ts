import type { Output } from "../../api/transport.ts";

type CodeMap = Output<"code_map">;

/** A folder, a file, or the smaller files of a folder together. */
export interface TreeNode {
  readonly name: string;
  readonly path: string;
  /** Of a file; folders are the sum of theirs. */
  readonly bytes: number;
  readonly lines?: number;
  readonly evidence?: CodeMap["files"][number]["evidence"];
  readonly requirements?: number;
  /** Of a rest: how many files, and the folder that a click opens. */
  readonly files?: number;
  readonly folder?: string;
  readonly children?: TreeNode[];
}

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly leaves: TreeNode[];
}

/** The flat answer as a tree below a folder. A folder that holds one folder alone is one with it. */
export function treeOf({ files, rest }: CodeMap, below: string): TreeNode {
  const root: Folder = { name: below || ".", path: below, folders: new Map(), leaves: [] };
  const relative = (path: string) => (below === "" ? path : path.slice(below.length + 1));
  for (const file of files) {
    const parts = relative(file.path).split("/");
    const name = parts.pop() ?? file.path;
    folderAt(root, parts).leaves.push({ ...file, name });
  }
  for (const { path, files: count, bytes } of rest) {
    const parts = path === "." || path === below ? [] : relative(path).split("/");
    const folder = path === "." ? "" : path;
    folderAt(root, parts).leaves.push({
      name: `${count} more`,
      path: `${path}/…`,
      bytes,
      files: count,
      folder,
    });
  }
  return nodeOf(root);
}

function folderAt(root: Folder, parts: readonly string[]): Folder {
  let at = root;
  for (const name of parts) {
    const next = at.folders.get(name) ?? {
      name,
      path: at.path === "" ? name : `${at.path}/${name}`,
      folders: new Map(),
      leaves: [],
    };
    at.folders.set(name, next);
    at = next;
  }
  return at;
}

function nodeOf({ name, path, folders, leaves }: Folder): TreeNode {
  const inner = [...folders.values()];
  const [only] = inner;
  if (only && inner.length === 1 && leaves.length === 0)
    return nodeOf({ ...only, name: `${name}/${only.name}` });
  return { name, path, bytes: 0, children: [...inner.map(nodeOf), ...leaves] };
}
