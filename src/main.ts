import { isMainThread } from "node:worker_threads";
import { runCli } from "./cli/main.ts";
import { processTerminal } from "./cli/terminal.ts";

// `hewto specs list | head -1`: the reader left; that is no failure.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
});

// The build merges parts that are loaded together: a worker may load this one for what else is in it.
if (isMainThread) {
  const words = process.argv.slice(2);
  void runCli(words, processTerminal(words.includes("--no-color"))).then((code) => {
    process.exitCode = code;
  });
}
