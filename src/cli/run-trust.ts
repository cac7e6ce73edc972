import { startedLine } from "../client/drivers/open-driver.ts";
import type { ClientSettings } from "../client/settings.ts";
import { isTrusted, notTrusted, shownLine, trust } from "../client/trust.ts";
import { ok, type Result } from "../kernel/result.ts";
import type { Workspace } from "../workspace/root.ts";
import { personAtTerminal } from "./person-at-terminal.ts";
import type { Terminal } from "./terminal.ts";

/** A yes for what the project's file would start; `model` says whether its model may be used. */
export async function allow(
  isFree: boolean,
  settings: ClientSettings,
  workspace: Workspace,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Result<{ model: boolean }>> {
  const started =
    settings.agentFromProject && !isFree ? await startedLine(settings, terminal.env) : ok(undefined);
  if (!started.ok) return started;
  if (started.value && !(await isTrusted(workspace.root, started.value, terminal.env))) {
    const person = personAtTerminal(terminal);
    const said = await person.approve(
      `hewto.toml of this project wants to start:\n  ${shownLine(started.value)}`,
      signal,
    );
    if (!said) return notTrusted(started.value);
    const kept = await trust(workspace.root, started.value, terminal.env, new Date());
    if (!kept.ok) terminal.err(`hewto: ${kept.fault.message}\n`);
  }
  const { command, args } = settings.model;
  const needsWord = settings.modelFromProject && !isFree;
  const model =
    !needsWord ||
    (command !== undefined && (await isTrusted(workspace.root, { command, args }, terminal.env)));
  return ok({ model });
}
