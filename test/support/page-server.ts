import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { hewto } from "./bundle.ts";
import { whenOver } from "./cleanup.ts";

export interface PageServer {
  /** With its token: what a person opens. */
  readonly address: string;
  /** Without the token. */
  readonly origin: string;
  readonly pid: number;
  /** Ends the process at once, as a crash would, and waits for it. */
  readonly kill: () => Promise<void>;
}

export interface PageServerOptions {
  readonly write?: boolean;
  readonly port?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `hewto web` as shipped, in its own process; ended when the test is over. */
export async function startPage(workspace: string, options: PageServerOptions = {}): Promise<PageServer> {
  const { write = false, port = 0, args = [], env = {} } = options;
  const words = [
    "web",
    "--port",
    String(port),
    "--workspace",
    workspace,
    ...(write ? ["--write"] : []),
    ...args,
  ];
  const child = spawn(process.execPath, [hewto, ...words], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  const kill = () => ended(child);
  whenOver(kill);
  const address = await addressOf(child);
  return { address, origin: new URL(address).origin, pid: child.pid ?? 0, kill };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const address = /address\s+(\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.on("exit", () => reject(new Error(`hewto web ended: ${said}`)));
  });
}
