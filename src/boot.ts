import * as nodeModule from "node:module";
import { join } from "node:path";
import { userCacheFolder } from "./workspace/config/user-folders.ts";
import { isOwnPlace } from "./workspace/paths/ownership.ts";
import { cachedLoader } from "./workspace/state/code-cache.ts";

/** Set by the build: the part that runs the program, and a name that no other build has. */
declare const HEWTO_ENTRY: string;
declare const HEWTO_BUILD: string;

/** A server is killed as often as it is ended; by then it has kept what starting needs. */
const settledMs = 1000;

/** An older Node would get some way and then stop at a function that it does not have. */
const oldest = [20, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `hewto: Hewto needs Node ${oldest.join(".")} or newer, and this is ${process.version} (${process.execPath}). ` +
      "Install a newer one, or put it first on the PATH.\n",
  );
  process.exit(3);
}

const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
const load = nodeModule.createRequire(__filename);
if (enableCompileCache) {
  // Not the default place, which all users of the machine share.
  const folder = join(userCacheFolder(), "code", "node");
  if (isOwnPlace(folder)) enableCompileCache(folder);
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
