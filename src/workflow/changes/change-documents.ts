import { type Change, findChanges, loadChange } from "../../changes/library.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { withoutSpans } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { sectionLines } from "../../markdown/sections.ts";
import type { Layout } from "../../specs/layouts.ts";
import { readSettings } from "../../specs/settings.ts";
import type { Feature } from "../feature.ts";
import { findHeading } from "../read/spec-document.ts";

/** A change as a step reads it. Documents that only hold the scaffold count as missing. */
export interface ChangeDocuments {
  readonly change: Change;
  readonly proposal: string | undefined;
  readonly design: string | undefined;
  readonly tasks: string | undefined;
  /** The deltas that say something, by capability. */
  readonly deltas: ReadonlyMap<string, string>;
}

export async function readChange(feature: Feature, layout: Layout): Promise<Result<ChangeDocuments>> {
  const { workspace, path, folder } = feature;
  const { vocabulary } = await readSettings(workspace);
  const listed = await findChanges(workspace, [layout]);
  // The folder of a new change might not exist yet.
  const entry = listed.find((each) => each.path === path) ?? { id: folder, name: folder, path, layout };
  const change = await loadChange(workspace, entry, vocabulary);
  const unreadable = [change.proposal, change.tasks, change.design, ...change.deltas].find(
    ({ problem }) => problem !== undefined,
  );
  if (unreadable?.problem)
    return fail(fault("unreadable_file", unreadable.problem.message, unreadable.problem.fix ?? ""));
  const textOf = ({ file }: Change["proposal"], isScaffold: (text: string) => boolean) =>
    file === undefined || isScaffold(file.text) ? undefined : file.text;
  return ok({
    change,
    proposal: textOf(change.proposal, isProposalScaffold),
    design: textOf(change.design, isEmpty),
    tasks: change.tasks.items.some(({ description }) => description !== "")
      ? change.tasks.file?.text
      : undefined,
    deltas: new Map(
      change.deltas.flatMap((delta) => {
        const text = textOf(delta, isDeltaScaffold);
        return text === undefined ? [] : [[delta.capability, text] as const];
      }),
    ),
  });
}

/** The proposal and the deltas as one text, for questions and for a model. */
export function intentOf({ proposal = "", deltas }: ChangeDocuments): string {
  return [proposal, ...[...deltas].map(([name, text]) => `# specs/${name}/spec.md\n\n${text}`)].join("\n\n");
}

function isEmpty(text: string): boolean {
  return withoutSpans(text, "<!--", "-->").trim() === "";
}

/** `changes new` leaves the reason to its author. */
function isProposalScaffold(text: string): boolean {
  const document = readMarkdown(text);
  const why = findHeading(document, "Why");
  if (why === undefined) return isEmpty(text);
  const written = sectionLines(document, why).map((line) => line.text);
  return isEmpty(written.join("\n"));
}

function isDeltaScaffold(text: string): boolean {
  return isEmpty(text) || /^### Requirement: <name>\s*$/m.test(text);
}
