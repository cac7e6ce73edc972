import * as z from "zod";
import { count } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { openChange } from "../changes/change-step.ts";
import { clarifyChange } from "../changes/plan-change.ts";
import { clarifyFeature } from "../steps/clarify.ts";
import { stepResult } from "../steps/step.ts";
import { generating, nextText, reachedBy, specDirectory, stepContext } from "./step.ts";

export const clarify = operation({
  name: "speckit.clarify",
  title: "Clarify",
  summary: "Ask what the specification leaves open and write the answers into it",
  details:
    "Asks the user one question at a time if the client supports elicitation; otherwise it returns the questions. Answers go under `## Clarifications` and replace their [NEEDS CLARIFICATION] markers.",
  icon: "workflow",
  effects: generating,
  generates: true,
  cli: reachedBy("run clarify"),
  input: z.object({
    spec_directory: specDirectory,
    questions: z.array(z.string()).optional().describe("Specific questions to clarify (optional)"),
  }),
  output: z.object({
    ...stepResult,
    questions: z.array(z.string()),
    answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  run: async (context, { spec_directory, questions = [] }) => {
    const step = stepContext(context);
    const change = await openChange(step, "clarify", spec_directory);
    if (!change.ok) return change;
    return change.value === undefined
      ? clarifyFeature(step, spec_directory, questions)
      : clarifyChange(step, change.value, questions);
  },
  text: (output, _input, surface) => {
    const { questions, answers, spec_directory } = output;
    const spec = output.files[0]?.path ?? `${spec_directory}/spec.md`;
    const noun = spec.endsWith("/proposal.md") ? "change" : "specification";
    const lines = [
      answers.length > 0
        ? `Wrote ${count(answers.length, "answer")} to ${spec}`
        : questions.length > 0
          ? `The ${noun} is unchanged because no question was answered.`
          : `The ${noun} is unchanged: no open questions found.`,
      ...answers.map(({ question, answer }) => `- Q: ${question} → A: ${answer}`),
    ];
    if (questions.length > 0)
      lines.push("Still open:", ...questions.map((question, index) => `${index + 1}. ${question}`));
    if (questions.length > 0 && answers.length === 0)
      lines.push(
        `Write the answers into ${spec}, in place of their [NEEDS CLARIFICATION] markers or under \`## Clarifications\`.`,
      );
    return [...lines, nextText(output, surface)].join("\n");
  },
});
