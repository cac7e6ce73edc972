import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { whenOver } from "../../../test/support/cleanup.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { startThread } from "./threads.ts";

async function thread(body: string, onNote?: (note: string) => void) {
  const text = `import { parentPort } from "node:worker_threads";\nparentPort.on("message", (request) => {\n${body}\n});\n`;
  const root = await temporaryTree({ "worker.mjs": text });
  const script = pathToFileURL(join(root, "worker.mjs"));
  const started = startThread<string, string, string>(script, onNote === undefined ? {} : { onNote });
  whenOver(() => started.close());
  return started;
}

describe("a thread", () => {
  it("answers each request once, after its notes", async () => {
    const notes: string[] = [];
    const body =
      'parentPort.postMessage({ note: "working" });\nparentPort.postMessage({ answer: request + "!" });';
    const { run } = await thread(body, (note) => notes.push(note));
    expect(await run("a")).toBe("a!");
    expect(await run("b")).toBe("b!");
    expect(notes).toEqual(["working", "working"]);
  });

  it("that throws fails the request with its error", async () => {
    const { run } = await thread('throw new Error("broken: " + request);');
    await expect(run("a")).rejects.toThrow("broken: a");
  });

  it("that ends without an answer fails the request", async () => {
    const { run } = await thread("process.exit(7);");
    await expect(run("a")).rejects.toThrow("A thread ended with code 7.");
  });
});
