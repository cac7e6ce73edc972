import * as nodeModule from "node:module";

// From Node 22 on, compiled code is kept between starts; Node 20 has no such cache.
if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function") {
  nodeModule.enableCompileCache();
}

// `hewto specs list | head -1`: the reader left; that is no failure.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
});

const [{ runCli }, { processTerminal }] = await Promise.all([
  import("./cli/main.ts"),
  import("./cli/terminal.ts"),
]);
const words = process.argv.slice(2);
process.exitCode = await runCli(words, processTerminal(words.includes("--no-color")));
