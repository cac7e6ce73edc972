import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import { createStyle } from "../../operation/style.ts";
import { type EntryFields, newEntryName } from "../entry.ts";
import { commentsOn, commentText, findThread, type NamedThread, ReviewComment } from "./comment.ts";
import { reviewItems } from "./item.ts";
import { CommentText, requireText, writeEntry } from "./write.ts";

const comment = z.string().describe("Id of the comment, or its last six characters");

export const replyToReviewComment = operation({
  name: "reply_to_review_comment",
  title: "Reply to a review comment",
  summary: "Adds a reply to a review comment and leaves it open.",
  icon: "scenario",
  effects: writing,
  input: z.object({ comment, text: CommentText.describe("The reply, in Markdown") }),
  output: ReviewComment,
  cli: {
    words: "reviews reply",
    positionals: ["comment", "text"],
    examples: ['reviews reply 20261118-3fa9c1 "Only signed-in users."'],
  },
  run: async (context, { comment, text }) => {
    const said = requireText(text);
    if (!said.ok) return said;
    const thread = await threadNamed(context, comment);
    return thread.ok ? answer(context, thread.value, "reply", text) : thread;
  },
  text: (output) => commentText(output, createStyle(false, 100)),
  human: (output, _given, style) => commentText(output, style),
});

export const resolveReviewComment = operation({
  name: "resolve_review_comment",
  title: "Resolve a review comment",
  summary: "Marks a review comment as resolved, or opens it again.",
  icon: "check",
  effects: { ...writing, idempotent: true },
  input: z.object({
    comment,
    text: CommentText.default("").describe("What was changed, or why nothing was"),
    resolved: z.boolean().default(true).describe("False opens it again"),
  }),
  output: ReviewComment,
  cli: {
    words: "reviews resolve",
    positionals: ["comment", "text"],
    examples: [
      'reviews resolve 20261118-3fa9c1 "Named the users."',
      "reviews resolve 20261118-3fa9c1 --no-resolved",
    ],
  },
  run: async (context, { comment, text, resolved }) => {
    const thread = await threadNamed(context, comment);
    if (!thread.ok) return thread;
    if (thread.value.thread.resolved === resolved && text.trim() === "") return current(thread.value);
    return answer(context, thread.value, resolved ? "resolved" : "reopened", text);
  },
  text: (output) => commentText(output, createStyle(false, 100)),
  human: (output, _given, style) => commentText(output, style),
});

async function threadNamed(context: Context, comment: string): Promise<Result<NamedThread>> {
  const items = await reviewItems(context);
  return items.ok ? findThread(items.value, comment) : items;
}

async function answer(
  context: Context,
  named: NamedThread,
  review: EntryFields["review"],
  text: string,
): Promise<Result<ReviewComment>> {
  const name = newEntryName(named.thread.comment.id, review);
  const written = await writeEntry(context, named.item, { review, name, text });
  return written.ok ? current(named) : written;
}

/** The thread as it is on disk now. */
async function current({ item, thread }: NamedThread): Promise<Result<ReviewComment>> {
  const comments = await commentsOn(item);
  const found = comments.find(({ id }) => id === thread.comment.id);
  if (found) return ok(found);
  const message = `The comment \`${thread.comment.id}\` was deleted in the meantime.`;
  return fail(fault("comment_not_found", message, "", { subject: { comment: thread.comment.id } }));
}
