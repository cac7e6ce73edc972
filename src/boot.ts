import * as nodeModule from "node:module";
import { join } from "node:path";
import { cachedLoader } from "./workspace/code-cache.ts";
import { userCacheFolder } from "./workspace/config-places.ts";

/** Set by the build: the part that runs the program, and a name that no other build has. */
declare const HEWTO_ENTRY: string;
declare const HEWTO_BUILD: string;

/** A server is killed as often as it is ended; by then it has kept what starting needs. */
const settledMs = 1000;

const { enableCompileCache } = nodeModule as { enableCompileCache?: () => unknown };
const load = nodeModule.createRequire(__filename);
if (enableCompileCache) {
  enableCompileCache();
  load(`./${HEWTO_ENTRY}`);
} else if (process.env["NODE_DISABLE_COMPILE_CACHE"]) {
  load(`./${HEWTO_ENTRY}`);
} else {
  const use = /^[a-z]+$/.exec(process.argv[2] ?? "")?.[0] ?? "other";
  const runtime = `${HEWTO_BUILD}-${process.version}-${process.arch}`;
  const loader = cachedLoader(join(userCacheFolder(), "code", runtime, use), __dirname, load);
  loader.load(HEWTO_ENTRY);
  setTimeout(loader.keep, settledMs).unref();
  process.on("exit", loader.keep);
}
