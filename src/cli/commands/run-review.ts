import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { type Feature, openFeature } from "../../workflow/feature.ts";
import { parseDomain } from "../../workflow/operations/checklist.ts";
import { openReview } from "../../workflow/operations/review.ts";
import { type Review, reviews } from "../../workflow/phase.ts";
import { parsePrinciple } from "../../workflow/review/constitution.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Command } from "../command.ts";
import { workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { runByAgent } from "./agent-run.ts";
import { runCommand } from "./run.ts";

/** Flags of `hewto run STEP` that have a meaning only with an agent. */
const agentFlags = ["agent", "config", "timeout", "hook", "trust", "yes"];

/** The review of a command such as `run analyze`. */
export function reviewOf(words: string): Review | undefined {
  return reviews.find((review) => words === `run ${review}`);
}

/** A review that works by fixed rules, or with `--driver` has an agent do it with the project's own instructions. */
export function reviewCommand(base: Command, review: Review): Command {
  const driver = {
    name: "driver",
    kind: "string",
    value: "D",
    choices: ["exec", "acp"],
    summary: "have an agent do it (default: fixed rules, no agent)",
  } as const;
  return {
    ...base,
    flags: [...base.flags, driver, ...runCommand().flags.filter(({ name }) => agentFlags.includes(name))],
    run: async (line, terminal) => {
      if (line.flags.driver !== undefined) return byAgent(review, line, terminal);
      const alone = agentFlags.find((name) => line.flags[name] !== undefined);
      if (alone === undefined) return base.run(line, terminal);
      const message = `--${alone} has no effect without --driver.`;
      const refusal = fault("invalid_argument", message, "Pass --driver exec or --driver acp.");
      return reportFault(refusal, terminal, line.flags.json === true);
    },
  };
}

async function byAgent(review: Review, line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, json);
  const asked = await askedFor(review, line, workspace.value);
  if (!asked.ok) return reportFault(asked.fault, terminal, json);
  return runByAgent({ step: review, workspace: workspace.value, ...asked.value }, line, terminal);
}

interface Asked {
  readonly feature: Feature;
  readonly args: Readonly<Record<string, unknown>>;
}

async function askedFor(review: Review, line: ParsedLine, workspace: Workspace): Promise<Result<Asked>> {
  const { positionals, flags } = line;
  const most = review === "constitution" ? 0 : 1;
  if (positionals.length > most) {
    const message = `\`hewto run ${review}\` does not take \`${positionals.slice(most).join(" ")}\`.`;
    return fail(fault("invalid_argument", message, "See --help."));
  }
  if (review === "constitution") return constitutionAsked(line, workspace);
  const [first] = positionals;
  const named = review === "checklist" ? flags.spec : (first ?? flags.spec);
  const domain = review === "checklist" ? parseDomain(first ?? flags.domain) : ok(undefined);
  if (!domain.ok) return domain;
  const needs = review === "checklist" ? "plan" : "implement";
  const opened = await openReview({ workspace }, typeof named === "string" ? named : undefined, needs);
  if (!opened.ok) return opened;
  return ok({
    feature: opened.value.feature,
    args: domain.value === undefined ? {} : { domain: domain.value },
  });
}

/** The constitution has no feature: the agent works in the folder that holds it. */
async function constitutionAsked({ flags }: ParsedLine, workspace: Workspace): Promise<Result<Asked>> {
  const principles = Array.isArray(flags.principle) ? flags.principle : [];
  if (principles.some((each) => parsePrinciple(each) === undefined)) {
    const example = 'Pass --principle "Test first: tests are written before code".';
    return fail(fault("invalid_argument", "A principle needs a name, a colon and a rule.", example));
  }
  const feature = await openFeature(workspace, join(workspace.root, ".specify/memory"));
  if (!feature.ok) return feature;
  const project = typeof flags.project === "string" ? { project: flags.project } : {};
  return ok({ feature: feature.value, args: { principles, ...project } });
}
