import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { shownId } from "../../specs/ids.ts";
import { findSpec, findSpecs, loadSpec } from "../../specs/library.ts";
import { openProject } from "../../specs/project.ts";
import { foldName } from "../../specs/rules.ts";
import type { ArchivedEntry } from "../archive/archived.ts";
import { firstCommitWith } from "../history/first-commit.ts";
import { specHistory } from "../history/spec-history.ts";
import type { RequirementHistory, Touch } from "../history/trace.ts";
import { loadSummary } from "../library.ts";

const Touched = z.object({
  change_id: z.string().describe("Names an entry of `changes`"),
  operation: z.enum(["added", "modified", "removed", "renamed"]),
  from: z.string().optional(),
});

const Blamed = z.object({
  name: z.string(),
  line: z.number().int().optional().describe("Missing for a requirement that was removed"),
  history: z.array(Touched).describe("Oldest first; empty where no archived change names it"),
  commit: z.object({ id: z.string(), date: z.string(), subject: z.string() }).optional(),
});
type Blamed = z.infer<typeof Blamed>;

const Output = z.object({
  spec_id: z.string(),
  requirements: z.array(Blamed),
  changes: z.array(
    z.object({
      change_id: z.string(),
      archived_on: z.string().optional(),
      path: z.string(),
      title: z.string(),
      why: z.string().optional(),
    }),
  ),
});
type Output = z.infer<typeof Output>;

export const blameSpec = operation({
  name: "blame_spec",
  title: "Blame spec",
  summary: "Says which archived changes brought and last changed each requirement of a spec, and why.",
  icon: "spec",
  effects: reading,
  served: "extras",
  cli: {
    words: "specs blame",
    positionals: ["spec_id", "requirement..."],
    examples: ["specs blame auth Session timeout"],
  },
  input: z.object({
    spec_id: z.string().describe("Spec id"),
    requirement: z.string().optional().describe("Only this requirement, also one that was removed"),
  }),
  output: Output,
  run,
  text: (output, { requirement }) => blameText(output, requirement !== undefined),
});

async function run(
  { workspace }: Context,
  input: { spec_id: string; requirement?: string | undefined },
): Promise<Result<Output>> {
  const project = await openProject(workspace);
  const entry = findSpec(await findSpecs(workspace, project.layouts), input.spec_id);
  if (!entry.ok) return entry;
  const { spec } = await loadSpec(workspace, entry.value, project.vocabulary);
  const history = await specHistory(project, entry.value);
  const current = spec.requirements.filter(({ form }) => form !== "implicit");
  const all = current.map(({ name, line }) => ({ name, line, touches: history.present.get(name) ?? [] }));
  const chosen = input.requirement === undefined ? ok(all) : chooseOne(all, history, input.requirement);
  if (!chosen.ok) return chosen;
  const requirements: Blamed[] = [];
  for (const { name, line, touches } of chosen.value) {
    const isUnknown = input.requirement !== undefined && touches.length === 0;
    const commit = isUnknown ? await firstCommitWith(workspace, entry.value.path, name) : undefined;
    requirements.push({ name, line, history: touches.map(shapeTouch), commit });
  }
  const touched = new Map(
    chosen.value.flatMap(({ touches }) => touches).map(({ change }) => [change.id, change]),
  );
  const changes: Output["changes"] = [];
  for (const change of touched.values()) {
    const { title, why } = await loadSummary(workspace, { ...change, name: change.changeId });
    const { id: change_id, archivedOn, path } = change;
    changes.push({ change_id, archived_on: archivedOn || undefined, path, title, why: why || undefined });
  }
  return ok({ spec_id: entry.value.id, requirements, changes });
}

interface Chosen {
  readonly name: string;
  readonly line: number | undefined;
  readonly touches: readonly Touch<ArchivedEntry>[];
}

function chooseOne(
  all: readonly Chosen[],
  { removed }: RequirementHistory<ArchivedEntry>,
  asked: string,
): Result<Chosen[]> {
  const isAsked = (name: string) => foldName(name) === foldName(asked);
  const current = all.find(({ name }) => name === asked) ?? all.find(({ name }) => isAsked(name));
  if (current !== undefined) return ok([current]);
  const gone = [...removed].find(([name]) => isAsked(name));
  if (gone !== undefined) return ok([{ name: gone[0], line: undefined, touches: gone[1] }]);
  const names = all.map(({ name }) => name);
  const message = `Requirement not found: the spec has, and its archived changes had, no requirement \`${shownId(asked)}\`.`;
  return fail(
    fault("requirement_not_found", message, didYouMean(asked, names), { subject: { requirement: asked } }),
  );
}

function shapeTouch({ change, operation: what, from }: Touch<ArchivedEntry>): z.infer<typeof Touched> {
  return { change_id: change.id, operation: what, from };
}

const maxShown = 30;

function blameText({ spec_id, requirements, changes }: Output, isOne: boolean): string {
  const byId = new Map(changes.map((change) => [change.change_id, change]));
  const parts = requirements.map((requirement) => {
    const { name, history, commit } = requirement;
    if (history.length === 0) {
      const known =
        commit === undefined
          ? ""
          : ` It came with commit ${commit.id.slice(0, 10)} of ${commit.date}: ${commit.subject}`;
      return `${name}: no archived change names it.${known}`;
    }
    const steps = isOne ? clip([...history].reverse(), maxShown).shown.reverse() : ends(history);
    const said = steps.map(({ change_id, operation: what, from }) => {
      const { archived_on = "", why } = byId.get(change_id) ?? {};
      const old = from === undefined ? "" : ` from "${from}"`;
      const day = archived_on === "" || change_id.startsWith(archived_on) ? "" : ` (${archived_on})`;
      const reason = isOne && why !== undefined ? `\n    ${why}` : "";
      return `${what}${old} by ${change_id}${day}${reason}`;
    });
    return isOne
      ? [`${name}:`, ...said.map((step) => `  ${step}`)].join("\n")
      : `${name}: ${said.join(", last ")}`;
  });
  if (requirements.length === 0) parts.push(`${spec_id} has no requirements.`);
  return printable(parts.join("\n"));
}

/** The first and the last step. */
function ends<T>(steps: readonly T[]): T[] {
  return steps.length < 2 ? [...steps] : [...steps.slice(0, 1), ...steps.slice(-1)];
}
