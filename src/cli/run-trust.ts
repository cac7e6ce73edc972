import { startedLine } from "../client/drivers/open-driver.ts";
import type { ClientSettings } from "../client/settings.ts";
import { isModelAllowed, isTrusted, modelLine, notTrusted, shownLine, trust } from "../client/trust.ts";
import { ok, type Result } from "../kernel/result.ts";
import type { Workspace } from "../workspace/root.ts";
import { personAtTerminal } from "./person-at-terminal.ts";
import type { Terminal } from "./terminal.ts";

/** The model of the project's file is asked about like its agent; a no only means to do without it. */
async function allowModel(
  settings: ClientSettings,
  workspace: Workspace,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  const line = modelLine(settings.model);
  if (line === undefined || (await isModelAllowed(workspace.root, settings, terminal.env))) return true;
  const what = `hewto.toml of this project wants its texts written by:\n  ${shownLine(line)}`;
  if (await personAtTerminal(terminal).approve(what, signal)) {
    const kept = await trust(workspace.root, line, terminal.env, new Date());
    if (!kept.ok) terminal.err(`hewto: ${kept.fault.message}\n`);
    return true;
  }
  terminal.err("hewto: [model] of this project's hewto.toml is not used: you have not allowed it.\n");
  return false;
}

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
  return ok({ model: isFree || (await allowModel(settings, workspace, terminal, signal)) });
}
