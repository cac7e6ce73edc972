import { listFolder } from "../../workspace/files/files.ts";
import { layoutOfChange } from "../changes/formats.ts";
import { openSpecGuides } from "../changes/prompts.ts";
import type { Feature } from "../feature.ts";
import { data } from "../generate.ts";
import { projectGuides } from "../guides.ts";
import type { Review } from "../phase.ts";
import { reviewFile } from "./review-file.ts";

/** What each review writes, the same for every agent. */
const formats: Readonly<Record<Review, string>> = {
  constitution:
    "Write or amend the project's constitution. `## Core Principles` has one `### <numeral>. <name>` per principle, with rules that can be checked; `## Governance` says how it is amended; the last line is `**Version**: X.Y.Z | **Ratified**: YYYY-MM-DD | **Last Amended**: YYYY-MM-DD`. Raise the version: major if a principle is removed or redefined, minor if one is added, patch for wording. Leave no placeholder in brackets; write `TODO(NAME): reason` for what you cannot know.",
  checklist:
    "Write a checklist about how complete, clear, consistent and measurable the requirements are. It does not ask whether the code works. Each question is `- [ ] CHK001 <question> [<dimension>, Spec §<id>]`. Every box is open, existing questions stay, and ids continue.",
  analyze:
    "Compare the documents with each other and with the project's rules. Print a report: findings with id, severity (CRITICAL, HIGH, MEDIUM, LOW), location, summary and recommendation, worst first; then each requirement with its tasks. A conflict with a rule that the project calls mandatory is CRITICAL. Change no file.",
  converge:
    "Compare the code with the documents. For each requirement, decision or task that the code does not fulfill, add a task at the end of tasks.md. Everything that is there stays byte for byte, and new boxes are open. If there is no gap, change nothing and print `Converged.`",
};

/** The prompt for an agent that does a review: what to write and where, and what the project has for it. */
export async function reviewPrompt(
  feature: Feature,
  review: Review,
  args: Readonly<Record<string, unknown>>,
  { program, around }: { readonly program: string; readonly around: readonly string[] },
): Promise<string> {
  const { workspace, path } = feature;
  const isChange = (await layoutOfChange(feature)) !== undefined;
  const guides = await projectGuides(workspace.root, review, args, program);
  const listed = isChange ? await listFolder(workspace, path) : undefined;
  const files = (listed?.ok ? listed.value : []).map(
    ({ name, kind }) => `${path}/${name}${kind === "folder" ? "/" : ""}`,
  );
  const principles = Array.isArray(args.principles) ? args.principles : [];
  return [
    formats[review],
    ...(review === "converge" ? [convergenceFormat(isChange)] : []),
    placeOf(review, feature, args),
    ...(isChange ? await openSpecGuides(workspace) : []),
    ...guides,
    ...(files.length > 0 ? [`Read the whole change: ${files.join(", ")}.`] : []),
    ...around,
    ...(typeof args.project === "string" ? [data("name of the project", args.project)] : []),
    ...(principles.length > 0 ? [data("principles", principles.join("\n"))] : []),
  ].join("\n\n");
}

function convergenceFormat(isChange: boolean): string {
  return isChange
    ? "The tasks are a new group `## N. Convergence` of lines `- [ ] N.1 <what> per <requirement> (missing|partial)`."
    : "The tasks are a new phase `## Phase N: Convergence` of lines `- [ ] T042 <what> per <FR-003> (missing|partial)`; ids continue.";
}

function placeOf(review: Review, feature: Feature, args: Readonly<Record<string, unknown>>): string {
  const file = reviewFile(review, feature, args);
  const where = file === undefined ? `Work on ${feature.path}/.` : `Write ${file}.`;
  // The constitution may need changes in the project's templates and guides.
  const only = file === undefined || review === "constitution" ? "" : " Change no other file.";
  return `${where}${only} Do not ask for confirmation, and do not overwrite anything that a person wrote.`;
}
