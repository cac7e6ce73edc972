#!/usr/bin/env node
import * as nodeModule from "node:module";
import { join } from "node:path";
import { userCacheFolder } from "./workspace/config/user-folders.ts";
import { isUserFolder } from "./workspace/paths/ownership.ts";

/** An older Node would get some way and then stop at a function that it does not have. */
const oldestNode = [20, 19] as const;

/** A server is usually killed, not ended. After this time the code that starting needs is compiled. */
const compiledAfterMs = 1000;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  process.stderr.write(
    `hewto: Hewto needs Node ${oldestNode.join(".")} or newer; this is ${process.version} (${process.execPath}). ` +
      "Install a newer version, or put it first on the PATH.\n",
  );
  process.exit(3);
}

keepCompiledCode();

// `hewto specs list | head -1`: the reader left, which is not a failure. An answer that a full disk lost is one.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  process.stderr.write(`hewto: The answer could not be written: ${error.message}.\n`);
  process.exit(1);
});
// Error messages are no longer read; the exit code still reports the failure.
process.stderr.on("error", () => {});

void main(process.argv.slice(2));

/** The rest is imported here, so that it is loaded from compiled code. */
async function main(args: readonly string[]): Promise<void> {
  const [{ runCli }, { processTerminal }] = await Promise.all([
    import("./cli/main.ts"),
    import("./cli/terminal/terminal.ts"),
  ]);
  process.exitCode = await runCli(args, processTerminal(args.includes("--no-color")));
}

/** Node 22.1 and later can load what they compiled at an earlier start. */
function keepCompiledCode(): void {
  if (!("enableCompileCache" in nodeModule) || typeof nodeModule.enableCompileCache !== "function") return;
  // Not Node's default folder, which all users of the machine share.
  const folder = join(userCacheFolder(), "code");
  if (!isUserFolder(folder)) return;
  nodeModule.enableCompileCache(folder);
  if ("flushCompileCache" in nodeModule && typeof nodeModule.flushCompileCache === "function") {
    const flush = nodeModule.flushCompileCache;
    setTimeout(() => flush(), compiledAfterMs).unref();
  }
}
