import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import { count } from "../../kernel/text.ts";
import { type ContentBlock, text as textBlock } from "../content.ts";
import type { AnyOperation } from "../operation.ts";
import type { Answer } from "../runtime.ts";
import { outputSchema } from "../schema.ts";
import type { Surface } from "../surface.ts";
import { jsonBytes, type Omission, Omissions, shrink } from "./shrink.ts";

/** A token is taken for four bytes: no tokenizer is the reader's own, and this errs on the long side for code. */
export const bytesPerToken = 4;
export const defaultBudget = 1_500;
/** No answer is longer, whatever the profile: hosts cut the middle out of longer ones, or show a preview. */
export const maxBudget = 8_000;
const minBudget = 300;

export const budgetArgument = z
  .int()
  .min(minBudget)
  .max(maxBudget)
  .default(defaultBudget)
  .describe("Most tokens to answer with, up to 8,000");

/** The operation as a tool that takes `budget`. What writes is left alone: it cannot be asked again for more. */
export function withBudget(operation: AnyOperation): AnyOperation {
  const { input, effects, publishedInput } = operation;
  if (!effects.readOnly || publishedInput || "budget" in input.shape || !outputSchema(operation))
    return operation;
  const run: AnyOperation["run"] = (context, { budget: _budget, ...given }) => operation.run(context, given);
  return { ...operation, input: input.extend({ budget: budgetArgument }), run };
}

/** What an agent gets: both forms of an answer, each within the budget. */
export interface Fitted {
  readonly structured: Record<string, unknown> | undefined;
  readonly content: ContentBlock[];
}

/** Both forms of an answer within `budget` of the call, or the ceiling. The text is made of what the other form shows. */
export function fitAnswer(
  operation: AnyOperation,
  { input, output }: Answer,
  surface: Surface,
  form?: "json",
): Fitted {
  const tokens = budgetOf(input);
  const bytes = tokens * bytesPerToken;
  const schema = outputSchema(operation);
  const whole = schema && isRecord(output) ? output : undefined;
  const render = (shown: unknown): ContentBlock[] =>
    form === "json" && whole
      ? [textBlock(JSON.stringify(shown))]
      : (operation.content?.(shown, input) ?? [textBlock(operation.text(shown, input, surface))]);
  if (!whole) return { structured: undefined, content: clipped(render(output), bytes) };
  const condensed = asRecord(operation.fit?.(whole, bytes, input)) ?? whole;
  let fitted: Fitted = { structured: condensed, content: render(condensed) };
  if (largest(fitted) <= bytes) return fitted;
  const hint = hintFor(operation, input, tokens, Math.ceil(largest(fitted) / bytesPerToken), surface);
  let allowance = bytes;
  for (let round = 0; round < 12; round++) {
    const omissions = new Omissions();
    const cut = asRecord(shrink(condensed, allowance, omissions, schema)) ?? {};
    const omitted = omissions.list();
    const structured = { ...cut, omitted, ...(hint === "" ? {} : { hint }) };
    const note = textBlock(noteOf(omitted, tokens, hint));
    fitted = { structured, content: form === "json" ? render(structured) : [...render(cut), note] };
    if (largest(fitted) <= bytes) return fitted;
    allowance = Math.floor(allowance * Math.min(0.9, bytes / largest(fitted)));
  }
  return { ...fitted, content: clipped(fitted.content, bytes) };
}

function budgetOf(input: Readonly<Record<string, unknown>>): number {
  return typeof input.budget === "number" ? input.budget : maxBudget;
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined;
}

function largest({ structured, content }: Fitted): number {
  return Math.max(jsonBytes(structured), textBytes(content));
}

function textBytes(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + (block.type === "text" ? Buffer.byteLength(block.text) : 0), 0);
}

/** Text that nothing but its length can shorten, such as a document that was asked for by name. */
function clipped(content: readonly ContentBlock[], bytes: number): ContentBlock[] {
  let left = bytes;
  return content.map((block) => {
    if (block.type !== "text") return block;
    const size = Buffer.byteLength(block.text);
    const shown = size <= left ? block.text : cutText(block.text, left);
    left -= Buffer.byteLength(shown);
    return { ...block, text: shown };
  });
}

function cutText(text: string, bytes: number): string {
  const end = (rest: number) => `\n… ${count(rest, "more byte")}; read the file for the rest.`;
  const whole = Buffer.from(text);
  const room = Math.max(0, bytes - Buffer.byteLength(end(whole.length)));
  // A character that was cut in two decodes to a replacement character.
  const start = whole
    .subarray(0, room)
    .toString("utf8")
    .replace(/\ufffd$/, "");
  return `${start}${end(whole.length - Buffer.byteLength(start))}`;
}

/** Arguments that ask for a part instead of the whole. */
const narrowing = [
  "section",
  "scenario",
  "spec_id",
  "change_id",
  "locator",
  "name",
  "path_filter",
  "query",
  "limit",
];

function hintFor(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  tokens: number,
  needed: number,
  surface: Surface,
): string {
  const name = (argument: string) => `\`${surface.argument(operation, argument)}\``;
  const takesBudget = "budget" in operation.input.shape && tokens < maxBudget;
  const more = takesBudget
    ? [
        `pass ${name("budget")} ${needed <= maxBudget ? `${needed} for everything` : `up to ${maxBudget} for more`}`,
      ]
    : [];
  const part = narrowing.filter(
    (argument) => argument in operation.input.shape && input[argument] === undefined,
  );
  const narrower = part.slice(0, 2).map((argument) => `give ${name(argument)} for one part`);
  const ways = [...more, ...narrower].join(", or ");
  return ways === "" ? "" : `${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`;
}

function noteOf(omitted: readonly Omission[], tokens: number, hint: string): string {
  const parts = omitted.map(({ field, items, characters }) =>
    items === undefined ? `${count(characters ?? 0, "character")} of ${field}` : `${items} of ${field}`,
  );
  return `Left out to fit ${tokens} tokens: ${parts.join(", ")}.${hint === "" ? "" : ` ${hint}`}`;
}
