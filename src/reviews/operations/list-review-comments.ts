import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { ok } from "../../kernel/result.ts";
import { operation, reading } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { commentsOn, commentText, openCount, ReviewComment } from "./comment.ts";
import { findTarget, reviewItems } from "./item.ts";

const target = z
  .string()
  .optional()
  .describe("Id or path of a work item or spec, or the path of a document (default: all)");
const state = z.enum(["open", "resolved", "all"]).default("open").describe("Which comments (default: open)");
const limit = (size: number) => z.number().int().min(1).max(2000).default(size).describe("How many to list");

const Output = z.object({
  comments: z.array(ReviewComment).describe("By item, then oldest first"),
  left_out: z.number().int().describe("Comments beyond the limit"),
  open: z.number().int().describe("Open comments of the target, listed or not"),
  resolved: z.number().int(),
});
type Output = z.infer<typeof Output>;

export const listReviewComments = operation({
  name: "list_review_comments",
  title: "List review comments",
  summary: "Lists what reviewers said about changes, features, scratch pads and specs, and where.",
  details: "Answer each comment: change the document, then resolve the comment and say what changed.",
  icon: "scenario",
  effects: reading,
  input: z.object({ target, state, limit: limit(20) }),
  output: Output,
  cli: {
    words: "reviews list",
    positionals: ["target"],
    input: z.object({ target, state, limit: limit(200) }),
    toInput: (given) => given,
    examples: ["reviews list", "reviews list add-login --state all"],
  },
  run: async (context, { target, state, limit }) => {
    const items = await reviewItems(context);
    if (!items.ok) return items;
    const found = target === undefined ? undefined : findTarget(items.value, target);
    if (found && !found.ok) return found;
    const all: ReviewComment[] = [];
    for (const item of found ? [found.value.item] : items.value) all.push(...(await commentsOn(item)));
    const file = found?.value.file === undefined ? undefined : `${found.value.item.path}/${found.value.file}`;
    const here = file === undefined ? all : all.filter((comment) => comment.file === file);
    const asked = here.filter((comment) => state === "all" || comment.state === state);
    const open = here.filter((comment) => comment.state === "open").length;
    const { shown, leftOut } = clip(asked, limit);
    return ok({ comments: shown, left_out: leftOut, open, resolved: here.length - open });
  },
  text: (output, _input, surface) => render(output, createStyle(false, 100), surface),
  human: (output, _given, style, surface) => render(output, style, surface),
});

function render({ comments, left_out, open, resolved }: Output, style: Style, surface: Surface): string {
  const more =
    left_out === 0
      ? []
      : [`… and ${left_out} more (${surface.argument(listReviewComments, "limit")} lists more).`];
  const total = resolved === 0 ? openCount(open) : `${openCount(open)} ${resolved} resolved.`;
  return [...comments.map((comment) => commentText(comment, style)), ...more, total].join("\n\n");
}
