import * as z from "zod";
import { ok, type Result } from "../kernel/result.ts";
import type { Store } from "./store.ts";

/** Something that a CI publishes whole and everybody reads: the newest one counts. */
export interface Published<T> {
  /** ISO 8601, by the clock of the machine that published it. */
  readonly at: string;
  /** The commit that it was made of; "" outside of git. */
  readonly commit: string;
  readonly body: T;
}

const maxBytes = 32 * 1024 * 1024;

/** False when the same was there already. */
export async function publish<T>(
  store: Store,
  kind: string,
  repo: string,
  { at, commit, body }: Published<T>,
): Promise<Result<boolean>> {
  const bytes = new TextEncoder().encode(JSON.stringify({ at, commit, body }));
  const added = await store.documents.put(kind, repo, [bytes]);
  return added.ok ? ok(added.value > 0) : added;
}

/** The newest one that can be read; undefined when there is none. */
export async function newestPublished<T>(
  store: Store,
  kind: string,
  repo: string,
  body: z.ZodType<T>,
): Promise<Result<Published<T> | undefined>> {
  const ids = await store.documents.ids(kind, repo);
  if (!ids.ok) return ids;
  const schema = z.object({ at: z.string(), commit: z.string(), body });
  for (const id of ids.value.slice(0, 10)) {
    const bytes = await store.documents.get(kind, repo, id);
    if (!bytes.ok) return bytes;
    const read = bytes.value && bytes.value.length <= maxBytes ? parsed(bytes.value) : undefined;
    const checked = schema.safeParse(read);
    if (checked.success) return ok(checked.data);
  }
  return ok(undefined);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
