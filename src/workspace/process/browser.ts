import { runProgram } from "./run.ts";

const startMs = 10_000;

/** Opens an address in the person's browser; false when that could not be started. */
export async function openInBrowser(address: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command, ...args] = opener(process.platform, address);
  if (command === undefined) return false;
  const ran = await runProgram(command, args, { env, timeoutMs: startMs });
  return ran.ok && ran.value.code === 0;
}

function opener(platform: NodeJS.Platform, address: string): string[] {
  if (platform === "darwin") return ["open", address];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", address];
  return ["xdg-open", address];
}
