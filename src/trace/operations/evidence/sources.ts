import { ok, type Result } from "../../../kernel/result.ts";
import { type Context, onceKey } from "../../../operation/context.ts";
import { SourceCache } from "../../sources/cache.ts";
import { scanSources } from "../../sources/scan.ts";
import type { DiscoveredTest } from "../../tests/model.ts";

const sourcesKey = onceKey<SourceCache>("evidence sources");

/** The tests that the sources declare now. */
export async function discoverAll(context: Context): Promise<Result<readonly DiscoveredTest[]>> {
  const scan = await scanSources(context.workspace, {
    cache: context.once(sourcesKey, () => new SourceCache()),
    signal: context.signal,
    progress: (done, total) => context.progress({ done, total, message: `tests: ${done} of ${total} files` }),
  });
  return scan.ok ? ok([...scan.value.files.values()].flatMap(({ tests }) => tests)) : scan;
}
