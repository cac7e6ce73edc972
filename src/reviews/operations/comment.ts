import * as z from "zod";
import { clipText } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printable, printableLine } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import { shownId } from "../../specs/ids.ts";
import { readText } from "../../workspace/files/files.ts";
import { listedPath } from "../../workspace/paths/paths.ts";
import { findAnchor } from "../anchor.ts";
import type { ReviewEntry } from "../entry.ts";
import { readEntries } from "../folder.ts";
import { type Thread, threadsOf } from "../thread.ts";
import { ItemKind, type ReviewItem } from "./item.ts";

const Said = z.object({
  author: z.string(),
  by: z.literal("agent").optional().describe("Set when an agent wrote it for the author"),
  date: z.string(),
  text: z.string(),
});

export const ReviewComment = Said.extend({
  id: z.string(),
  item: z.string().describe("Id of the work item or spec"),
  item_kind: ItemKind,
  state: z.enum(["open", "resolved"]),
  file: z.string().optional().describe("Document; absent for a comment on the whole item"),
  anchor: z
    .enum(["here", "moved", "outdated"])
    .optional()
    .describe("Where the quoted words are now; `outdated`: no longer in the document"),
  line: z.number().int().optional(),
  end_line: z.number().int().optional(),
  heading: z.string().optional(),
  quote: z.string().optional().describe("The words that it is about"),
  replies: z.array(Said.extend({ action: z.enum(["reply", "resolved", "reopened"]) })),
  path: z.string().describe("The file that holds the comment"),
});
export type ReviewComment = z.infer<typeof ReviewComment>;

/** The comments on one item, oldest first. */
export async function commentsOn(item: ReviewItem): Promise<ReviewComment[]> {
  const texts = new Map<string, string | undefined>();
  const textOf = async (file: string) => {
    if (!texts.has(file)) texts.set(file, await documentText(item, file));
    return texts.get(file);
  };
  const comments: ReviewComment[] = [];
  for (const thread of threadsOf(await readEntries(item.workspace, item.folder))) {
    const { file } = thread.comment;
    comments.push(describeThread(item, thread, file === undefined ? undefined : await textOf(file)));
  }
  return comments;
}

/** The text of a document of an item. A file name in a review is hostile: one that leads elsewhere has no text. */
export async function documentText(item: ReviewItem, file: string): Promise<string | undefined> {
  const path = listedPath(`${item.folder}/${file}`);
  if (path === undefined) return undefined;
  const text = await readText(item.workspace, path, { lossy: true });
  return text.ok ? text.value.text : undefined;
}

const maxText = 8_000;

export function describeThread(item: ReviewItem, thread: Thread, text: string | undefined): ReviewComment {
  const { comment, replies, resolved } = thread;
  const { file, quote, heading, line } = comment;
  const place =
    quote === undefined || text === undefined ? undefined : findAnchor(text, { quote, heading, line });
  const isGone = file !== undefined && (text === undefined || (quote !== undefined && place === undefined));
  const anchor = isGone ? "outdated" : place && (place.line === line ? "here" : "moved");
  return {
    id: comment.id,
    item: item.id,
    item_kind: item.kind,
    state: resolved ? "resolved" : "open",
    file: file === undefined ? undefined : `${item.path}/${file}`,
    anchor,
    line: place?.line ?? line,
    end_line: place?.endLine,
    heading: place?.heading ?? heading,
    quote,
    ...said(comment),
    replies: replies.map((reply) => ({ ...said(reply), action: actionOf(reply) })),
    path: `${item.path}/reviews/${comment.name}.md`,
  };
}

function said({ author, by, date, text }: ReviewEntry) {
  return { author, by, date, text: clipText(text, maxText) };
}

function actionOf({ review }: ReviewEntry): "reply" | "resolved" | "reopened" {
  return review === "resolved" || review === "reopened" ? review : "reply";
}

export interface NamedThread {
  readonly item: ReviewItem;
  readonly thread: Thread;
}

/** The thread of an id; the last six characters are enough where they fit one only. */
export async function findThread(items: readonly ReviewItem[], given: string): Promise<Result<NamedThread>> {
  const matches: NamedThread[] = [];
  for (const item of items)
    for (const thread of threadsOf(await readEntries(item.workspace, item.folder)))
      if (thread.comment.id === given || thread.comment.id.endsWith(`-${given}`))
        matches.push({ item, thread });
  const [first, ...others] = matches;
  if (first && others.length === 0) return ok(first);
  const suggest = { operation: "list_review_comments", to: "see the comments" };
  const subject = { comment: given };
  return first
    ? fail(
        fault("ambiguous_id", `\`${shownId(given)}\` fits more than one comment.`, "", { subject, suggest }),
      )
    : fail(
        fault("comment_not_found", `No comment has the id \`${shownId(given)}\`.`, "", { subject, suggest }),
      );
}

/** A comment with its replies, for a terminal or an agent. */
export function commentText(comment: ReviewComment, style: Style): string {
  const { id, state, quote, author, by, text, replies } = comment;
  const head = `${style.bold(id)} ${printableLine(placeOf(comment))}`;
  const marks = [
    ...(state === "resolved" ? [style.good("resolved")] : []),
    ...(comment.anchor === "outdated" ? [style.warn("outdated")] : []),
  ];
  return [
    [head, ...marks].join("  "),
    ...(quote === undefined ? [] : [style.dim(`  > ${printableLine(quote)}`)]),
    indented(`${signed(author, by)}: ${text}`),
    ...replies.map((reply) => indented(`${signed(reply.author, reply.by)}: ${replyText(reply)}`)),
  ].join("\n");
}

function replyText({ action, text }: ReviewComment["replies"][number]): string {
  if (action === "reply") return text;
  return text === "" ? action : `${action}: ${text}`;
}

function signed(author: string, by: string | undefined): string {
  return by === undefined ? author : `${author} (${by})`;
}

function placeOf({ item, file, line, heading }: ReviewComment): string {
  if (file === undefined) return item;
  const at = line === undefined ? file : `${file}:${line}`;
  return heading === undefined ? at : `${at} (${heading})`;
}

function indented(text: string): string {
  return printable(text)
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

export function openCount(open: number): string {
  return open === 0 ? "No open comments." : `${count(open, "open comment")}.`;
}
