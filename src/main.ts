import { runCli } from "./cli/main.ts";
import { processTerminal } from "./cli/terminal.ts";

// `hewto specs list | head -1`: the reader left; that is no failure.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
});

const words = process.argv.slice(2);
void runCli(words, processTerminal(words.includes("--no-color"))).then((code) => {
  process.exitCode = code;
});
