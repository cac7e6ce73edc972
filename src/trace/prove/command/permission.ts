import { join } from "node:path";
import { ok } from "../../../kernel/result.ts";
import type { Workspace } from "../../../workspace/paths/root.ts";
import { commandRequest, testTransport } from "../../../workspace/trust/request.ts";
import { decideTrust, type TrustDecision } from "../../../workspace/trust/trust.ts";
import { readTraceSettings } from "../../settings.ts";
import { SourceCache } from "../../sources/cache.ts";
import { scanSources } from "../../sources/scan.ts";
import type { TestCommand } from "./command.ts";
import { commandFor } from "./detect.ts";

/**
 * Whether the user has allowed to run the tests of this project with this command. It is asked for the usual command
 * of a test runner too: tests are code of the project. The permission covers the command line with its places to fill
 * in, its variables and the files that it names.
 */
export async function allowedCommand(
  workspace: Workspace,
  command: TestCommand,
  env: NodeJS.ProcessEnv,
): Promise<TrustDecision<TestCommand>> {
  const [program = "", ...args] = command.words;
  const line = { command: program, args, env: command.env };
  const folder = { checkout: workspace.root, cwd: join(workspace.root, command.cwd) };
  return decideTrust(workspace.root, command, ok(await commandRequest(line, testTransport, folder)), env);
}

/**
 * The decisions about the commands that would run this project's tests. One in `hewto.toml` is always part of it; the
 * usual commands of test runners are looked for only when they are about to be allowed, because that reads the tests.
 */
export async function testCommandDecisions(
  workspace: Workspace,
  isGranted: boolean,
  env: NodeJS.ProcessEnv,
): Promise<TrustDecision<TestCommand>[]> {
  const settings = await readTraceSettings(workspace);
  if (!settings.ok) return [];
  const { run, roots } = settings.value;
  if (run.one === undefined && !isGranted) return [];
  const { signal } = new AbortController();
  const scan =
    run.one === undefined
      ? await scanSources(workspace, { cache: new SourceCache(), signal, roots })
      : undefined;
  const tested = scan?.ok === true ? [...scan.value.files].filter(([, { tests }]) => tests.length > 0) : [];
  const commands = new Map<string, TestCommand>();
  for (const file of run.one === undefined ? tested.map(([path]) => path) : [""]) {
    const command = await commandFor(workspace, file, run);
    if (command.ok && command.value !== undefined) commands.set(JSON.stringify(command.value), command.value);
  }
  return Promise.all([...commands.values()].map((command) => allowedCommand(workspace, command, env)));
}
