import { below } from "../../changes/library.ts";
import { localDate } from "../../kernel/calendar.ts";
import { ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { openQuestions } from "../phase.ts";
import { findHeading } from "../read/spec-document.ts";
import { askAll, questionsAbout } from "../steps/clarify.ts";
import { LOCAL, resultOf, type StepContext } from "../steps/step.ts";
import { OWN_TEMPLATE } from "../templates/resolve.ts";
import { withAnswers } from "../write/clarify.ts";
import { intentOf } from "./change-documents.ts";
import { type ChangeDraft, composeChange, type OpenChange, planInputOf, writeChange } from "./change-step.ts";
import { changeTasksText, designText } from "./change-text.ts";
import { checkChangeTasks, checkDesign } from "./checks.ts";

/** Writes the design of a change; one that exists stays as it is. */
export async function planChangeDesign(context: StepContext, open: OpenChange) {
  const { feature, documents } = open;
  context.report(20, "Reading the project");
  const input = await planInputOf(open);
  const path = below(feature.path, "design.md");
  const facts = Object.entries(input.stack).map(([key, value]) => `${key}: ${value}`);
  const draft =
    documents.design === undefined
      ? await composeChange(context, open, {
          document: "design",
          path,
          facts: facts.join("\n"),
          check: checkDesign,
          byRule: () => designText(input),
        })
      : ok<ChangeDraft>({ path, text: documents.design, by: LOCAL });
  if (!draft.ok) return draft;
  const files = await writeChange(context, open, "plan", [draft.value]);
  if (!files.ok) return files;
  context.report(100, "Design written");
  return ok({
    ...(await resultOf(context, "plan", feature, files.value, "tasks")),
    unknowns: [...(input.stack.evidence === "" ? ["Language and version"] : []), ...input.questions],
    language: input.stack.language,
    template: OWN_TEMPLATE,
  });
}

/** Writes the tasks of a change; a list that exists stays as it is. */
export async function listChangeTasks(context: StepContext, open: OpenChange) {
  const { feature, documents } = open;
  context.report(20, "Reading the change");
  const input = await planInputOf(open);
  const path = below(feature.path, "tasks.md");
  const draft =
    documents.tasks === undefined
      ? await composeChange(context, open, {
          document: "tasks",
          path,
          material: { "design.md": documents.design },
          check: checkChangeTasks,
          byRule: () => changeTasksText(input),
        })
      : ok<ChangeDraft>({ path, text: documents.tasks, by: LOCAL });
  if (!draft.ok) return draft;
  const files = await writeChange(context, open, "tasks", [draft.value]);
  if (!files.ok) return files;
  context.report(100, "Task list written");
  const items = readTasks(readMarkdown(draft.value.text));
  return ok({
    ...(await resultOf(context, "tasks", feature, files.value, "implement")),
    total: items.length,
    parallel: items.filter((item) => item.parallel).length,
    stories: {},
    template: OWN_TEMPLATE,
  });
}

/** Asks about what a change leaves open, and writes the answers into its proposal. */
export async function clarifyChange(context: StepContext, open: OpenChange, own: readonly string[]) {
  const { feature, documents } = open;
  context.report(10, "Looking for open questions");
  const intent = intentOf(documents);
  const { questions, by } = await questionsAbout(context, intent, own);
  const answers = await askAll(context, questions);
  context.report(80, `Writing ${count(answers.length, "answer")}`);
  const proposal = documents.proposal ?? "";
  const text =
    answers.length === 0 ? proposal : withAnswers(withSection(proposal), answers, localDate(context.clock()));
  const path = below(feature.path, "proposal.md");
  const files = await writeChange(context, open, "clarify", [{ path, text, by: LOCAL }]);
  if (!files.ok) return files;
  context.report(100, "Done");
  const next = openQuestions(text).length > 0 ? "clarify" : "plan";
  return ok({
    ...(await resultOf(context, "clarify", feature, files.value, next)),
    generated_by: by,
    questions: questions.filter((question) => !answers.some((answer) => answer.question === question)),
    answers,
  });
}

/** Answers go to the end of a proposal: its first section is the reason for the change. */
function withSection(proposal: string): string {
  const isThere = findHeading(readMarkdown(proposal), "Clarifications") !== undefined;
  return isThere ? proposal : `${proposal.trimEnd()}\n\n## Clarifications\n`;
}
