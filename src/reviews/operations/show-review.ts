import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import { shownId } from "../../specs/ids.ts";
import { documentsOf } from "../folder.ts";
import { Approval, approvalRows, approvalsOn } from "./approvals.ts";
import { commentsOn, commentText, documentText, openCount, ReviewComment } from "./comment.ts";
import { findTarget, ItemKind, type ReviewItem, reviewItems } from "./item.ts";

const Output = z.object({
  item: z.string(),
  item_kind: ItemKind,
  path: z.string(),
  documents: z.array(
    z.object({
      path: z.string().describe("Relative to the item"),
      open: z.number().int().describe("Open comments"),
    }),
  ),
  document: z
    .object({ path: z.string(), text: z.string(), clipped: z.boolean() })
    .optional()
    .describe("The document that was named, or the first one"),
  comments: z.array(ReviewComment),
  approvals: z.array(Approval),
});
type Output = z.infer<typeof Output>;

export const showReview = operation({
  name: "show_review",
  title: "Show a review",
  summary: "Shows what was said about one change, feature, scratch pad or spec, with a document of it.",
  icon: "scenario",
  effects: reading,
  served: { never: "agents list the comments and read the documents themselves" },
  input: z.object({
    target: z.string().describe("Id or path of a work item or spec, or path of a document"),
  }),
  output: Output,
  cli: { words: "reviews show", positionals: ["target"] },
  run: async (context, { target }) => {
    const items = await reviewItems(context);
    if (!items.ok) return items;
    const found = findTarget(items.value, target);
    if (!found.ok) return found;
    const { item, file } = found.value;
    const documents = item.documents ?? (await textDocuments(item));
    const comments = await commentsOn(item);
    const document = await documentOf(item, file ?? documents[0], file !== undefined);
    if (!document.ok) return document;
    const open = (name: string) =>
      comments.filter((each) => each.state === "open" && each.file === `${item.path}/${name}`).length;
    return ok({
      item: item.id,
      item_kind: item.kind,
      path: item.path,
      documents: documents.map((path) => ({ path, open: open(path) })),
      document: document.value,
      comments,
      approvals: await approvalsOn(item),
    });
  },
  text: (output) => render(output, createStyle(false, 100)),
  human: (output, _given, style) => render(output, style),
});

/** First the documents that a reader starts with. */
const firstNames = ["proposal.md", "spec.md", "scratch.md", "design.md", "plan.md", "tasks.md"];

async function textDocuments({ workspace, folder }: ReviewItem): Promise<string[]> {
  const paths = await documentsOf(workspace, folder);
  const names = paths.map((path) => path.slice(folder.length + 1)).filter((name) => !name.startsWith("."));
  const rank = (name: string) => (firstNames.indexOf(name) + firstNames.length + 1) % (firstNames.length + 1);
  return names.sort((a, b) => rank(a) - rank(b) || byCodePoint(a, b));
}

const maxText = 400_000;

async function documentOf(
  item: ReviewItem,
  file: string | undefined,
  isNamed: boolean,
): Promise<Result<Output["document"]>> {
  const text = file === undefined ? undefined : await documentText(item, file);
  if (file !== undefined && text !== undefined)
    return ok({ path: file, text: text.slice(0, maxText), clipped: text.length > maxText });
  if (!isNamed) return ok(undefined);
  const message = `There is no document \`${shownId(`${item.path}/${file ?? ""}`)}\`.`;
  return fail(fault("path_not_found", message, "Name a file of the work item or spec.", { path: item.path }));
}

function render({ item, item_kind, path, comments, approvals }: Output, style: Style): string {
  const open = comments.filter(({ state }) => state === "open");
  const resolved = comments.length - open.length;
  return [
    `${style.bold(printableLine(item))} ${style.dim(`(${item_kind.replace("_", " ")})`)} ${printableLine(path)}`,
    ...open.map((comment) => commentText(comment, style)),
    resolved === 0
      ? openCount(open.length)
      : `${openCount(open.length)} ${count(resolved, "resolved comment")}.`,
    approvalRows(approvals, style),
  ].join("\n\n");
}
