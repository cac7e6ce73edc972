import { dirname, relative, resolve, sep } from "node:path";
import { CodeIndex } from "../../code/index/fresh.ts";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { homeFolder } from "../../workspace/config-places.ts";
import { isWithin } from "../../workspace/paths.ts";
import { openWorkspace } from "../../workspace/root.ts";
import { type Context, onceKey } from "../context.ts";

const openIndexes = onceKey<Map<string, CodeIndex>>("code indexes");

/** The directory that a code tool is asked about, if it may be read: the workspace, or one that was granted. */
export async function indexAt(context: Context, path: string): Promise<Result<CodeIndex>> {
  const absolute = resolve(context.workspace.root, path.replace(/^~(?=$|\/)/, homeFolder()));
  const opened = await openWorkspace(absolute);
  if (!opened.ok) return noDirectory(absolute);
  const { root } = opened.value;
  if (!isGranted(context, root)) return notGranted(context, root);
  const indexes = context.once(openIndexes, () => new Map());
  const known = indexes.get(root) ?? new CodeIndex(opened.value);
  indexes.set(root, known);
  return ok(known);
}

/** An index and the folder below its root that is to be searched; "" is all of it. */
export interface Searched {
  readonly index: CodeIndex;
  readonly below: string;
}

/** A folder without an index of its own is searched in that of the nearest folder above it, inside the workspace. */
export async function searchedAt(context: Context, path: string): Promise<Result<Searched>> {
  const own = await indexAt(context, path);
  if (!own.ok) return own;
  const { root } = own.value.workspace;
  for (let folder = root; isWithin(context.workspace.root, folder); folder = dirname(folder)) {
    const above = folder === root ? own : await indexAt(context, folder);
    if (above.ok && above.value.stored())
      return ok({ index: above.value, below: relative(folder, root).split(sep).join("/") });
    if (folder === dirname(folder)) break;
  }
  return ok({ index: own.value, below: "" });
}

function isGranted({ workspace, grants }: Context, root: string): boolean {
  if (isWithin(workspace.root, root) || grants === undefined) return true;
  return grants.some((granted) => isWithin(granted, root));
}

/** Word for word what the contract says, so that a host can match it. */
function noDirectory(path: string): Failure {
  const message = `Path does not exist or is not a directory: ${printable(path)}`;
  return fail(fault("path_not_found", message, "", { path }));
}

function notGranted(context: Context, root: string): Failure {
  const message = `Path \`${printable(root)}\` is outside the workspace ${context.workspace.root}.`;
  const remedy = "Start the server with --allow-root for that directory.";
  return fail(fault("root_not_granted", message, remedy, { path: root }));
}
