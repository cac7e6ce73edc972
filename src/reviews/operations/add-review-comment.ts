import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { operation, writing } from "../../operation/operation.ts";
import { createStyle } from "../../operation/style.ts";
import { shownId } from "../../specs/ids.ts";
import { type Anchor, findAnchor } from "../anchor.ts";
import { newThreadId, parseEntry, renderEntry } from "../entry.ts";
import { isReviewFile } from "../folder.ts";
import { commentText, describeThread, documentText, ReviewComment } from "./comment.ts";
import { findTarget, type ReviewTarget, reviewItems } from "./item.ts";
import { CommentText, requireText, writeEntry } from "./write.ts";

export const addReviewComment = operation({
  name: "add_review_comment",
  title: "Add a review comment",
  summary: "Adds a comment to a document, or to a whole change, feature, scratch pad or spec.",
  details:
    "The comment is a file in `reviews/` beside the document. It follows the quoted words when the text moves.",
  icon: "edit",
  effects: writing,
  input: z.object({
    target: z.string().describe("Path of the document, or id of the work item or spec"),
    text: CommentText.describe("What the author should know or change, in Markdown"),
    quote: z.string().max(2_000).optional().describe("The words of the document that it is about"),
    heading: z
      .string()
      .max(2_000)
      .optional()
      .describe("The heading above the quote; distinguishes equal quotes"),
    line: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe("The line that it is about; distinguishes equal quotes"),
  }),
  output: ReviewComment,
  cli: {
    words: "reviews add",
    positionals: ["target", "text"],
    examples: [
      'reviews add specs/auth/spec.md "Which users?" --quote "all users"',
      'reviews add add-login "Split this into two changes."',
    ],
  },
  run: async (context, { target, text, quote, heading, line }) => {
    const said = requireText(text);
    if (!said.ok) return said;
    const items = await reviewItems(context);
    if (!items.ok) return items;
    const found = findTarget(items.value, target);
    if (!found.ok) return found;
    const place = await placeOf(found.value, { quote, heading, line });
    if (!place.ok) return place;
    const { item } = found.value;
    const name = newThreadId(context.clock());
    const { text: document, ...anchor } = place.value;
    const fields = { review: "comment", ...anchor } as const;
    const written = await writeEntry(context, item, { ...fields, name, text });
    if (!written.ok) return written;
    const comment = parseEntry(`${name}.md`, renderEntry({ ...fields, ...written.value }, text));
    if (comment === undefined) throw new Error(`Bug: the comment ${name} cannot be read again.`);
    return ok(describeThread(item, { comment, replies: [], resolved: false }, document));
  },
  text: (output) => commentText(output, createStyle(false, 100)),
  human: (output, _given, style) => commentText(output, style),
});

interface Place {
  readonly file?: string;
  readonly heading?: string | undefined;
  readonly line?: number | undefined;
  readonly quote?: string | undefined;
  /** The document as it is now. */
  readonly text?: string;
}

/** Where the comment goes. A quote that the document does not have would be outdated from the start. */
async function placeOf(
  { item, file: named }: ReviewTarget,
  { quote, heading, line }: Partial<Anchor>,
): Promise<Result<Place>> {
  const only = item.documents?.length === 1 ? item.documents[0] : undefined;
  const wantsPlace = quote !== undefined || line !== undefined;
  const file = named ?? (wantsPlace ? only : undefined);
  if (file === undefined) return wantsPlace ? whichDocument(item.path) : ok({});
  const text = isReviewFile(file) ? undefined : await documentText(item, file);
  if (text === undefined) return noDocument(`${item.path}/${file}`);
  const words = quote ?? (line === undefined ? undefined : text.split("\n")[line - 1]?.trim());
  if (words === undefined || words === "")
    return line === undefined ? ok({ file, text }) : noWords(file, `line ${line}`);
  const place = findAnchor(text, { quote: words, heading, line });
  if (place === undefined) return noWords(file, `the words \`${shownId(words)}\``);
  return ok({ file, text, heading: place.heading, line: place.line, quote: words.slice(0, 2_000) });
}

function whichDocument(path: string): Result<never> {
  const message = "A quote or line needs the document that it is in.";
  return fail(fault("invalid_argument", message, `Name a file below \`${path}\`.`, { path }));
}

function noDocument(path: string): Result<never> {
  const message = `There is no document \`${shownId(path)}\`.`;
  return fail(fault("path_not_found", message, "Name a file of the work item or spec.", { path }));
}

function noWords(file: string, what: string): Result<never> {
  const message = `\`${shownId(file)}\` does not have ${what}.`;
  return fail(
    fault("invalid_argument", message, "Quote words that are in the document now.", {
      subject: { quote: what },
    }),
  );
}
