import * as z from "zod";
import { count } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
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
  run: (context, { spec_directory, questions = [] }) =>
    clarifyFeature(stepContext(context), spec_directory, questions),
  text: (output, _input, surface) => {
    const { questions, answers, spec_directory } = output;
    const spec = `${spec_directory}/spec.md`;
    const lines = [
      answers.length > 0
        ? `Wrote ${count(answers.length, "answer")} to ${spec}`
        : questions.length > 0
          ? "The specification is unchanged because no question was answered."
          : "The specification is unchanged: no open questions found.",
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
