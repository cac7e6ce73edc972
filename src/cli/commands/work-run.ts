import { resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { WorkItem } from "../../project/work/item.ts";
import { showWork } from "../../project/work/operations/show-work.ts";
import { steps } from "../../workflow/phase.ts";
import type { Command } from "../command.ts";
import { workspaceOf } from "../open.ts";
import { callOperation } from "../operation-command.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { runCommand } from "./run.ts";

/** `hewto work run ITEM STEP`: `hewto run STEP` for any work item, whatever its format calls it. */
export function workRunCommand(): Command {
  const base = runCommand();
  return {
    words: "work run",
    summary: "Run a step of a change or feature, by default its next one",
    usage: `ITEM [${steps.join("|")}]`,
    examples: [
      "work run add-login plan",
      "work run 001",
      "work run add-login implement --driver exec --agent claude",
    ],
    flags: base.flags.filter(({ name }) => !["spec", "as", "worktree"].includes(name)),
    never: "agents do the steps themselves: they call `speckit.specify` to `speckit.implement`",
    run: (line, terminal) => run(base, line, terminal),
  };
}

async function run(base: Command, line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, json);
  const [id, step, ...rest] = line.positionals;
  if (id === undefined || rest.length > 0) {
    const message = id === undefined ? "`hewto work run` needs a work item." : "One work item at a time.";
    const remedy = "Usage: hewto work run ITEM [STEP].";
    const suggest = { operation: "list_work", to: "see what is in flight" };
    return reportFault(fault("invalid_argument", message, remedy, { suggest }), terminal, json);
  }
  const shown = await callOperation(showWork, { id, limit: 1 }, workspace.value, {}, terminal);
  if (!shown.ok) return reportFault(shown.fault, terminal, json);
  const chosen = stepFor(shown.value.output, step);
  if (!chosen.ok) return reportFault(chosen.fault, terminal, json);
  const { kind, path } = shown.value.output;
  const positionals = [chosen.value, resolve(workspace.value.root, path)];
  const flags = { ...line.flags, as: kind === "change" ? "change" : "feature" };
  return base.run({ ...line, positionals, flags }, terminal);
}

/** The step to run: the named one, or the next one of a feature. */
function stepFor(item: WorkItem, named: string | undefined): Result<string> {
  const { id, kind, label, state, next_step } = item;
  if (kind === "scratch_pad") {
    const message = `\`${id}\` is a ${label}, which has no steps to run: its documents are written by hand or by an agent.`;
    const suggest = { operation: "show_work", args: { id }, to: "see its files and tasks" };
    return fail(fault("invalid_argument", message, "Its tasks can be checked off.", { suggest }));
  }
  if (named !== undefined) return ok(named);
  if (next_step !== undefined && next_step !== "done") return ok(next_step);
  if (state !== "done" && state !== "drafting") return ok("implement");
  if (state === "drafting") {
    const remedy = `Name one of: ${steps.join(", ")}.`;
    return fail(fault("invalid_argument", `The next step of \`${id}\` is not known.`, remedy));
  }
  const suggest = kind === "change" ? { command: `work archive ${id}`, to: "archive it" } : undefined;
  return fail(fault("invalid_argument", `All tasks of \`${id}\` are done.`, "", { suggest }));
}
