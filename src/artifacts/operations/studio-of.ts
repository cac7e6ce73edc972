import { ok, type Result } from "../../kernel/result.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import { type ScanOptions, TagCache } from "../../trace/scan.ts";
import { findHome, type Home } from "../locate/home.ts";
import { Library } from "../reading.ts";
import type { Studio } from "../studio.ts";
import { allowedFetch } from "./network.ts";

const libraryKey = onceKey<Library>("artifacts library");
const tagsKey = onceKey<TagCache>("artifacts tags");

/**
 * The SpecMan workspace of a call: pinned by `--workspace`, else found from the current folder upward. `named` is the
 * address in the arguments, where there may be one.
 */
export async function studioOf(context: Context, tool: string, named?: string): Promise<Result<Studio>> {
  const home = await findHome(context.workspace, typeof context.flags["workspace"] === "string");
  return home.ok ? ok(studioAt(context, home.value, tool, named)) : home;
}

/** The same for a workspace that was found in another way. */
export function studioAt(context: Context, home: Home, tool: string, named?: string): Studio {
  return {
    home,
    library: context.once(libraryKey, () => new Library()),
    clock: context.clock,
    signal: context.signal,
    fetch: allowedFetch(context, home, named),
    tool,
    touched: context.touched,
  };
}

export function scanOptionsOf(context: Context, what: string): ScanOptions {
  return {
    cache: context.once(tagsKey, () => new TagCache()),
    signal: context.signal,
    progress: (done, total) =>
      context.progress({ done, total, message: `${what}: ${done} of ${total} files` }),
  };
}
