import { recordBug } from "../../workspace/state/bug-log.ts";
import type { Command } from "../command.ts";
import { canAsk } from "../terminal/ask-line.ts";

/** `hewto lsp`: editors start it and speak the Language Server Protocol over its streams. */
export function lspCommand(): Command {
  return {
    words: "lsp",
    summary: "Serve specs, tags and evidence to an editor (LSP over stdio)",
    usage: "",
    never: "editors start it",
    flags: [
      { name: "stdio", kind: "boolean", summary: "speak over stdin and stdout, which is the default" },
      {
        name: "clientProcessId",
        kind: "string",
        value: "PID",
        summary: "the editor, as VS Code's client library names it; the server ends with its streams",
      },
    ],
    examples: ["lsp --stdio"],
    run: async (_line, terminal) => {
      const { serveEditor } = await import("../../lsp/serve.ts");
      if (canAsk(terminal)) terminal.err(notice);
      // A client that refuses a request must not end the server.
      process.on("unhandledRejection", (reason) => recordBug(reason, terminal.env));
      const exitCode = await serveEditor({ input: process.stdin, output: process.stdout });
      // Whatever is still being read is of no use to anyone.
      process.exit(exitCode);
    },
  };
}

/** Typed by a person, the command would seem to hang. */
const notice = `This is a language server on standard input and output, normally started by your editor. Press Ctrl-C to stop.
See docs/editors.md for the settings of each editor.
`;
