import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import { homeFolder } from "../../workspace/config/user-folders.ts";
import { isWithin } from "../../workspace/paths/paths.ts";
import { isUserProject, privateReason } from "../../workspace/paths/private-folders.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { CodeIndex } from "../index/fresh.ts";
import { beginShared } from "./shared-index.ts";

export const openIndexes = onceKey<Map<string, CodeIndex>>("code indexes");

/** The directory that a code tool is asked about, if it may be read: the workspace, or one that was granted. */
export async function indexAt(context: Context, path: string): Promise<Result<CodeIndex>> {
  const absolute = resolve(context.workspace.root, path.replace(/^~(?=$|\/)/, homeFolder()));
  const opened = await openWorkspace(absolute);
  if (!opened.ok) return noDirectory(absolute);
  const { root } = opened.value;
  const granted = await checkGrant(context, root);
  if (!granted.ok) return granted;
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
  await beginShared(context, own.value);
  return ok({ index: own.value, below: "" });
}

/**
 * An agent may be talked into asking for anything, so it gets the workspace, what was named with `--allow-root`,
 * the client's own roots and, where the profile says so, other projects. A person at a terminal may ask for any.
 */
async function checkGrant(context: Context, root: string): Promise<Result<undefined>> {
  const { workspace, grants, isByPerson } = context;
  if (isByPerson || isWithin(workspace.root, root)) return ok(undefined);
  const holds = (folders: readonly string[]) =>
    folders.some((folder) => isWithin(folder, root)) && privateReason(root, folders) === undefined;
  if (holds(grants.roots)) return ok(undefined);
  if (grants.projects && privateReason(root, []) === undefined && isUserProject(root)) return ok(undefined);
  if (grants.clientRoots && holds(await clientRoots(context))) return ok(undefined);
  return notGranted(context, root);
}

const RootList = z.object({ roots: z.array(z.object({ uri: z.string() })) });

/** The folders that the person has opened in the client, by their real places. */
async function clientRoots({ client }: Context): Promise<string[]> {
  if (!client?.canListRoots) return [];
  const asked = await client.ask({ roots: { method: "roots/list" } });
  const listed = RootList.safeParse(asked.ok ? asked.value.roots : undefined);
  const folders: string[] = [];
  for (const { uri } of listed.data?.roots ?? []) {
    const opened =
      URL.canParse(uri) && uri.startsWith("file:///") ? await openWorkspace(fileURLToPath(uri)) : undefined;
    if (opened?.ok) folders.push(opened.value.root);
  }
  return folders;
}

/** Word for word what the contract says, so that a host can match it. */
function noDirectory(path: string): Failure {
  const message = `Path does not exist or is not a directory: ${printable(path)}`;
  return fail(fault("path_not_found", message, "", { path }));
}

function notGranted(context: Context, root: string): Failure {
  const { roots } = context.grants;
  const reason = privateReason(root, roots);
  const place = `Path \`${printable(root)}\``;
  const details = { path: root, ...(reason === undefined ? {} : { subject: { reason } }) };
  if (reason !== undefined) {
    const remedy =
      reason === "is in a hidden folder of a home folder"
        ? `Start the server with --allow-root ${printable(root)} if it is to be read.`
        : "Name a project folder instead.";
    return fail(
      fault("root_not_granted", `${place} ${reason}, so it is not read for agents.`, remedy, details),
    );
  }
  const message = `${place} is outside the workspace ${context.workspace.root}.`;
  const remedy = `Start the server with --allow-root ${printable(root)}, or add that folder to the roots of your client.`;
  return fail(fault("root_not_granted", message, remedy, details));
}
