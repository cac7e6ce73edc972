import { resolve } from "node:path";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { printable } from "../kernel/text.ts";
import { isLocalSource } from "../workspace/git/mirror.ts";
import { findRepository } from "../workspace/git/repository.ts";
import { maskUrl } from "./address.ts";
import { repoNameAt, repoNameOf } from "./repo-name.ts";
import type { Store } from "./store.ts";

/** Registers a repository by its address, or a checkout of this machine by the name that its clones have too. */
export async function addRepo(
  store: Store,
  folder: string,
  given: { source: string; refs: readonly string[]; name?: string | undefined; was?: string | undefined },
): Promise<Result<{ id: string; name: string; source: string; refs: string[] }>> {
  const isLocal = isLocalSource(given.source);
  const path = isLocal && !given.source.startsWith("file:") ? resolve(folder, given.source) : given.source;
  const checkout = isLocal && !path.startsWith("file:") ? findRepository(path)?.checkout : undefined;
  const from = checkout ?? path;
  const name = given.name ?? (checkout === undefined ? nameOf(path, folder) : await repoNameAt(checkout));
  if (name === undefined || hasPassword(from)) return notUsable(given.source);
  const added = await store.repos.add({ name, source: from, refs: given.refs }, given.was);
  if (!added.ok) return added;
  return ok({ id: added.value.id, name, source: from, refs: [...added.value.refs] });
}

function nameOf(source: string, folder: string): string | undefined {
  try {
    return repoNameOf(source, folder);
  } catch {
    return undefined;
  }
}

/** Everybody who reads the store would read it. */
function hasPassword(source: string): boolean {
  return URL.canParse(source) && new URL(source).password !== "";
}

function notUsable(source: string): Result<never> {
  const message = `\`${printable(maskUrl(source))}\` is not an address of a repository without a password.`;
  const remedy = "Give workers their access through git's credential helpers or an SSH key.";
  return fail(fault("invalid_argument", message, remedy));
}
