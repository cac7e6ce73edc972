import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { createStyle } from "../../operation/style.ts";
import { findSpecs } from "../../specs/library.ts";
import { openProject } from "../../specs/project.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { collectFindings } from "../check/collect.ts";
import { areas } from "../check/finding.ts";
import { listLayouts, total } from "../init/survey.ts";
import { collectWork, sortWork } from "../work/collect.ts";
import { type Work, type WorkItem, workStates } from "../work/item.ts";
import { countArtifacts, countFeatureRequirements, countKiro, countSkills, isIndexed } from "./inventory.ts";
import { NextStep, nextSteps } from "./next-steps.ts";
import { StatusReviews, statusReviews } from "./reviews.ts";
import { statusText } from "./status-text.ts";
import { FindingGroup, groupFindings, StatusItem, statusItem } from "./summary.ts";

export const ProjectStatus = z.object({
  root: z.string(),
  branch: z.string().optional(),
  formats: z.array(z.string()).describe("Layouts found, such as openspec or spec-kit"),
  has: z.object({
    specs: z.number().int(),
    requirements: z.number().int().describe("Requirements, FRs and constraint groups"),
    work: z.number().int(),
    skills: z.number().int().describe("Of the project itself"),
    index: z.boolean().describe("Whether the code was indexed"),
  }),
  work_by_state: z.partialRecord(z.enum(workStates), z.number().int()),
  in_flight: z.array(StatusItem).describe("Last written first"),
  in_flight_left_out: z.number().int(),
  reviews: StatusReviews.optional(),
  errors: z.number().int(),
  warnings: z.number().int(),
  remarks: z.number().int().describe("Findings that are only notes; a validation lists them"),
  findings: z.array(FindingGroup).describe("By rule, worst first"),
  findings_left_out: z.number().int().describe("Rules beyond those listed"),
  not_checked: z.array(z.string()).describe("What was left out to answer quickly"),
  next: z.array(NextStep),
});
export type ProjectStatus = z.infer<typeof ProjectStatus>;

export const projectStatus = operation({
  name: "project_status",
  title: "Project status",
  summary: "Call this first: what this repository has, what is in flight, what is wrong, what to do next.",
  icon: "workflow",
  effects: reading,
  input: z.object({}),
  output: ProjectStatus,
  cli: {
    words: "status",
    summary: "What is here, in flight and wrong, and what to do next",
  },
  run: async (context) => statusOf(context),
  text: (output, _input, surface) => statusText(output, createStyle(false, 100), surface),
  human: (output, _given, style, surface) => statusText(output, style, surface),
});

async function statusOf(context: Context): Promise<Result<ProjectStatus>> {
  const { workspace } = context;
  const collected = await collectFindings(context, areas, "quick");
  if (!collected.ok) return collected;
  const works = await collectWork(context, { review: "quick" });
  if (!works.ok) return works;
  const items = sortWork(
    works.value.map(({ item }) => item),
    "recent",
  );
  const { branch } = await gitStatus(workspace);
  // An empty `specs/`, or one with other documents, says nothing about a format.
  const layouts = (await listLayouts(workspace)).filter(
    ({ path, holds }) => path !== "specs" || total(holds) > 0,
  );
  const formats = layouts.map(({ name }) => name);
  const { findings, notes, requirements, remarks } = collected.value;
  const has = await contentsOf(context, works.value, requirements);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const reviews = await statusReviews(workspace, works.value);
  const isEmpty = formats.length === 0 && has.skills === 0;
  return ok(
    withinBudget({
      root: workspace.root,
      branch,
      formats,
      has,
      work_by_state: tallyStates(works.value),
      in_flight: items.filter(isInFlight).map(statusItem),
      in_flight_left_out: 0,
      reviews,
      errors,
      warnings: findings.length - errors,
      remarks,
      findings: groupFindings(findings),
      findings_left_out: 0,
      not_checked: [...notes],
      next: nextSteps({
        work: items,
        errors,
        isIndexed: has.index,
        isEmpty,
        unchecked: notes.length,
        openComments: reviews?.open_comments ?? 0,
      }),
    }),
  );
}

async function contentsOf(
  context: Context,
  works: readonly Work[],
  requirements: number,
): Promise<ProjectStatus["has"]> {
  const project = await openProject(context.workspace);
  const entries = await findSpecs(context.workspace, project.layouts);
  const artifacts = await countArtifacts(context);
  const kiro = await countKiro(context);
  return {
    specs: entries.length + artifacts.specs + kiro.specs,
    requirements:
      requirements + artifacts.requirements + kiro.requirements + (await countFeatureRequirements(works)),
    work: works.filter(({ item }) => isInFlight(item)).length,
    skills: await countSkills(context),
    index: isIndexed(context),
  };
}

/** A finished feature stays where it is as a record; a finished change waits for its archive. */
function isInFlight({ kind, state }: WorkItem): boolean {
  return kind !== "feature" || state !== "done";
}

function tallyStates(works: readonly Work[]): ProjectStatus["work_by_state"] {
  const tally: ProjectStatus["work_by_state"] = {};
  for (const { item } of works) if (isInFlight(item)) tally[item.state] = (tally[item.state] ?? 0) + 1;
  return tally;
}

const maxItems = 8;
const maxGroups = 5;
const maxNotes = 3;
/** About 1,500 tokens. */
const maxChars = 5_500;

/** Cuts the lists until the answer is short enough, and counts what is cut. */
function withinBudget(status: ProjectStatus): ProjectStatus {
  for (let limit = maxItems; ; limit--) {
    const items = clip(status.in_flight, limit);
    const groups = clip(status.findings, Math.min(maxGroups, limit));
    const cut: ProjectStatus = {
      ...status,
      in_flight: items.shown,
      in_flight_left_out: items.leftOut,
      findings: groups.shown,
      findings_left_out: groups.leftOut,
      not_checked: clip(status.not_checked, maxNotes).shown,
    };
    if (limit === 0 || JSON.stringify(cut).length <= maxChars) return cut;
  }
}
