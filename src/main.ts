import { runCli } from "./cli/main.ts";
import { processTerminal } from "./cli/terminal.ts";

// `hewto specs list | head -1`: the reader left; that is no failure. An answer that a full disk lost is one.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  process.stderr.write(`hewto: The answer could not be written: ${error.message}.\n`);
  process.exit(1);
});
// Nobody is left to tell; the exit code still does.
process.stderr.on("error", () => {});

const words = process.argv.slice(2);
void runCli(words, processTerminal(words.includes("--no-color"))).then((code) => {
  process.exitCode = code;
});
