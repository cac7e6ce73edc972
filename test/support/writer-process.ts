import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rolldown } from "rolldown";

/** Bundles a test program into one file that starts fast. */
export async function bundleProgram(source: string, folder: string): Promise<string> {
  const outfile = join(folder, "program.mjs");
  // As in the build: packages that ship UMD next to ES modules cannot be bundled from the UMD half.
  const resolve = { mainFields: ["module", "main"] };
  const bundle = await rolldown({ input: source, platform: "node", resolve, logLevel: "silent" });
  await bundle.write({ file: outfile, format: "esm", codeSplitting: false });
  return outfile;
}

export interface Program {
  readonly child: ChildProcess;
  /** Everything it has said so far, each line as JSON. */
  readonly said: Record<string, unknown>[];
  /** Waits until it has said something that fits. */
  hears(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  tell(command: string): void;
  /** Kills it with -9 and waits until all it said has arrived. */
  kill(): Promise<void>;
  /** Waits for its own end. */
  ends(): Promise<number | null>;
}

export function startProgram(script: string, args: readonly string[]): Program {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const said: Record<string, unknown>[] = [];
  const closed = once(child, "close");
  child.stdin?.on("error", () => undefined); // it may be gone when we speak
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => said.push(JSON.parse(line)));
  return {
    child,
    said,
    hears: (fits) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const message = said.find(fits);
          if (message !== undefined) resolve(message);
        };
        lines.on("line", check);
        child.once("close", () => reject(new Error(`It ended before that: ${JSON.stringify(said)}`)));
        check();
      }),
    tell: (command) => child.stdin?.write(`${command}\n`),
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
    },
    ends: async () => {
      child.stdin?.end();
      const [code] = await closed;
      return code;
    },
  };
}
