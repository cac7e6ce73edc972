import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { activeFeature } from "../../workflow/active-feature.ts";
import { readDocuments } from "../../workflow/documents.ts";
import type { Feature } from "../../workflow/feature.ts";
import { openQuestions } from "../../workflow/phase.ts";
import { findSequence } from "../../workflow/sequence/find-sequence.ts";
import type { Gate, Sequence, SequencePart } from "../../workflow/sequence/read-sequence.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Command } from "../command.ts";
import { workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import { askLine, canAsk } from "../terminal/ask-line.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { runCommand } from "./run.ts";
import { meantFeature } from "./run-feature.ts";

const left = ["spec", "as", "question", "task-filter"];

/** `hewto run workflow`: the steps of a spec-kit workflow in order, with its gates between them. */
export function runWorkflowCommand(): Command {
  const base = runCommand();
  return {
    words: "run workflow",
    summary: "Run the steps of a spec-kit workflow up to its next gate",
    usage: "[SPEC]",
    examples: [
      'run workflow --description "Users can export bookings as CSV"',
      "run workflow 1 --approve review-spec",
    ],
    flags: [
      {
        name: "name",
        kind: "string",
        value: "ID",
        summary: "the workflow under .specify/workflows (default: speckit)",
      },
      {
        name: "approve",
        kind: "string",
        value: "GATE",
        summary: "continue after this gate, which you have reviewed",
      },
      ...base.flags.filter(({ name }) => !left.includes(name)),
    ],
    never: "a gate asks a person; agents call `speckit.specify` to `speckit.implement` one by one",
    run: (line, terminal) => run(base, line, terminal),
  };
}

async function run(base: Command, line: ParsedLine, terminal: Terminal): Promise<number> {
  if (line.flags.json === true) {
    const message = "`hewto run workflow` has no JSON: each of its steps does.";
    return reportFault(
      fault("invalid_argument", message, "Run the steps with `hewto run STEP --json`."),
      terminal,
      true,
    );
  }
  const prepared = await prepare(line, terminal);
  if (!prepared.ok) return reportFault(prepared.fault, terminal, false);
  const { workspace, sequence, parts, spec } = prepared.value;
  const { approve: _approve, name: _name, description, worktree, ...flags } = line.flags;
  const ofSpecify = {
    ...(description === undefined ? {} : { description }),
    ...(worktree === undefined ? {} : { worktree }),
  };
  // A new feature becomes the active one, so the later steps find it.
  let named = spec;
  for (const part of parts) {
    if (part.kind === "gate") {
      const isPassed = await passes(part, { workspace, sequence, named, terminal });
      if (!isPassed) return 1;
    } else if (part.kind === "step") {
      const isFirst = part.step === "specify";
      const own = { ...flags, ...(isFirst ? ofSpecify : {}), as: "feature" };
      const positionals = named === undefined ? [part.step] : [part.step, named];
      terminal.err(`${terminal.errStyle.bold(`${sequence.id}: ${part.id}`)}\n`);
      const code = await base.run({ ...line, positionals, flags: own }, terminal);
      if (code !== 0) return code;
      const feature = await activeFeature(workspace);
      if (isFirst && feature.ok) named = feature.value.folder;
    }
  }
  terminal.out(`All steps of the workflow ${sequence.id} are done.\n`);
  return 0;
}

interface Prepared {
  readonly workspace: Workspace;
  readonly sequence: Sequence;
  /** The parts that are still to be done. */
  readonly parts: readonly SequencePart[];
  readonly spec: string | undefined;
}

async function prepare(line: ParsedLine, terminal: Terminal): Promise<Result<Prepared>> {
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return workspace;
  const { name, approve, description } = line.flags;
  const sequence = await findSequence(workspace.value, typeof name === "string" ? name : "speckit");
  if (!sequence.ok) return sequence;
  const { parts } = sequence.value;
  const [spec, ...more] = line.positionals;
  if (more.length > 0) return fail(fault("invalid_argument", "One feature at a time.", "See --help."));
  if (approve === undefined) {
    if (typeof description === "string")
      return ok({ workspace: workspace.value, sequence: sequence.value, parts, spec });
    const remedy = "Start with --description TEXT, or continue after a gate with --approve GATE.";
    return fail(fault("invalid_argument", "It is not clear where to start.", remedy));
  }
  const gates = parts.flatMap((part) => (part.kind === "gate" ? [part.id] : []));
  const at = parts.findIndex((part) => part.kind === "gate" && part.id === approve);
  if (at < 0) {
    const message = `The workflow ${sequence.value.id} has no gate \`${String(approve)}\`.`;
    return fail(fault("invalid_argument", message, `Its gates: ${gates.join(", ") || "none"}.`));
  }
  return ok({ workspace: workspace.value, sequence: sequence.value, parts: parts.slice(at + 1), spec });
}

interface GateSituation {
  readonly workspace: Workspace;
  readonly sequence: Sequence;
  readonly named: string | undefined;
  readonly terminal: Terminal;
}

/** Asks the person at the terminal. Without one, the run stops here and says what is open and how to go on. */
async function passes(gate: Gate, { workspace, sequence, named, terminal }: GateSituation): Promise<boolean> {
  const feature = await meantFeature("plan", named, workspace, terminal);
  const open = feature.ok && feature.value ? await openPoints(feature.value) : [];
  const head = `Gate ${gate.id}: ${gate.message}${open.map((each) => `\n  - ${each}`).join("")}\n`;
  const folder = feature.ok && feature.value ? ` ${feature.value.folder}` : "";
  const flag = sequence.id === "speckit" ? "" : ` --name ${sequence.id}`;
  const next = `hewto run workflow${folder}${flag} --approve ${gate.id}`;
  terminal.err(`\n${head}`);
  if (!canAsk(terminal)) {
    terminal.err(`Stopped for a review. Continue with: ${next}\n`);
    return false;
  }
  const answer = await askLine(terminal, "Approve? [y/N] ", new AbortController().signal);
  if (/^y(es)?$/i.test(answer?.trim() ?? "") || gate.onReject === "skip") return true;
  terminal.err(
    gate.onReject === "retry"
      ? `Not approved. Revise the documents, then continue with: ${next}\n`
      : `Not approved: the workflow ${sequence.id} ends here.\n`,
  );
  return false;
}

/** What a reviewer should look at: questions, checklists and tasks that are open. */
async function openPoints(feature: Feature): Promise<string[]> {
  const documents = await readDocuments(feature);
  if (!documents.ok) return [documents.fault.message];
  const { spec = "", checklists, progress } = documents.value;
  const questions = openQuestions(spec).length;
  return [
    ...(questions > 0 ? [`${count(questions, "open question")} in spec.md`] : []),
    ...checklists
      .filter(({ completed, total }) => completed < total)
      .map(({ name, completed, total }) => `checklists/${name}: ${completed} of ${total} checked`),
    ...(progress.total > 0 ? [`tasks.md: ${progress.completed} of ${progress.total} done`] : []),
  ];
}
