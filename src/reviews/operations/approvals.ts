import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printable, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading, writing } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import { authorName } from "../../workspace/git/author.ts";
import { newApprovalId, newEntryName } from "../entry.ts";
import { digestsOf, readEntries } from "../folder.ts";
import { approvalStates, judgeApprovals } from "../summary.ts";
import { threadsOf } from "../thread.ts";
import { findTarget, ItemKind, type ReviewItem, reviewItems } from "./item.ts";
import { CommentText, writeEntry } from "./write.ts";

export const Approval = z.object({
  id: z.string(),
  item: z.string(),
  item_kind: ItemKind,
  state: z.enum(approvalStates).describe("`stale`: the files changed after the approval"),
  changed: z.array(z.string()).describe("Files that are not what was approved"),
  author: z.string(),
  date: z.string(),
  text: z.string(),
  digest: z.string().describe("Of everything that was approved"),
});
export type Approval = z.infer<typeof Approval>;

/** The approvals of one item, newest first. */
export async function approvalsOn(item: ReviewItem): Promise<Approval[]> {
  const entries = await readEntries(item.workspace, item.folder);
  const judged = await judgeApprovals(entries, () => digestsOf(item.workspace, item.folder, item.documents));
  return judged.map(({ entry: { id, author, date, text, digest = "" }, state, changed }) => {
    return {
      id,
      item: item.id,
      item_kind: item.kind,
      state,
      changed: [...changed],
      author,
      date,
      text,
      digest,
    };
  });
}

export const listApprovals = operation({
  name: "list_approvals",
  title: "List approvals",
  summary: "Lists who approved which change, feature, scratch pad or spec, and whether it changed since.",
  icon: "check",
  effects: reading,
  input: z.object({
    target: z.string().optional().describe("Id or path of a work item or spec (default: all)"),
  }),
  output: z.object({ approvals: z.array(Approval).describe("By item, newest first") }),
  cli: { words: "reviews approvals", positionals: ["target"] },
  run: async (context, { target }) => {
    const items = await reviewItems(context);
    if (!items.ok) return items;
    const found = target === undefined ? undefined : findTarget(items.value, target);
    if (found && !found.ok) return found;
    const approvals: Approval[] = [];
    for (const item of found ? [found.value.item] : items.value) approvals.push(...(await approvalsOn(item)));
    return ok({ approvals });
  },
  text: ({ approvals }) => approvalRows(approvals, createStyle(false, 100)),
  human: ({ approvals }, _given, style) => approvalRows(approvals, style),
});

export const approveWork = operation({
  name: "approve_work",
  title: "Approve work",
  summary: "Records that you approve a change, feature, scratch pad or spec as it is now.",
  details: "The approval holds a digest of the files, so that a later change shows.",
  icon: "check",
  effects: writing,
  served: { never: "an approval is the word of a person; agents list them" },
  input: z.object({
    target: z.string().describe("Id or path of a work item or spec"),
    text: CommentText.default("").describe("A remark"),
    withdraw: z.boolean().default(false).describe("Take your own approvals back"),
  }),
  output: z.object({
    item: z.string(),
    item_kind: ItemKind,
    approvals: z.array(Approval).describe("All approvals of the item, newest first"),
    open_comments: z.number().int(),
  }),
  cli: {
    words: "reviews approve",
    positionals: ["target", "text"],
    examples: ["reviews approve add-login", "reviews approve add-login --withdraw"],
  },
  run: async (context, { target, text, withdraw }) => {
    const items = await reviewItems(context);
    if (!items.ok) return items;
    const found = findTarget(items.value, target);
    if (!found.ok) return found;
    const { item } = found.value;
    const written = withdraw ? await withdrawFrom(context, item, text) : await approve(context, item, text);
    if (!written.ok) return written;
    const threads = threadsOf(await readEntries(item.workspace, item.folder));
    return ok({
      item: item.id,
      item_kind: item.kind,
      approvals: await approvalsOn(item),
      open_comments: threads.filter(({ resolved }) => !resolved).length,
    });
  },
  text: (output) => approvedText(output, createStyle(false, 100)),
  human: (output, _given, style) => approvedText(output, style),
});

/** More would make the front matter too long to be read; the digest of them all is there in any case. */
const maxListedFiles = 300;

async function approve(context: Context, item: ReviewItem, text: string): Promise<Result<unknown>> {
  const { digest, files } = await digestsOf(item.workspace, item.folder, item.documents);
  const listed = Object.keys(files).length <= maxListedFiles ? files : undefined;
  const name = newApprovalId(context.clock());
  return writeEntry(context, item, { review: "approval", name, text, digest, files: listed });
}

async function withdrawFrom(context: Context, item: ReviewItem, text: string): Promise<Result<unknown>> {
  const author = await authorName(item.workspace);
  const own = (await approvalsOn(item)).filter(
    (each) => each.author === author && each.state !== "withdrawn",
  );
  if (own.length === 0) {
    const message = `\`${item.id}\` has no approval by ${printableLine(author)}.`;
    return fail(
      fault("comment_not_found", message, "", {
        subject: { target: item.id },
        suggest: { operation: "list_approvals", to: "see the approvals" },
      }),
    );
  }
  for (const { id } of own) {
    const name = newEntryName(id, "withdrawn");
    const written = await writeEntry(context, item, { review: "withdrawn", name, text });
    if (!written.ok) return written;
  }
  return ok(undefined);
}

function approvedText(
  { item, approvals, open_comments }: { item: string; approvals: Approval[]; open_comments: number },
  style: Style,
): string {
  const open =
    open_comments === 0 ? [] : [`${printableLine(item)} still has ${count(open_comments, "open comment")}.`];
  return [approvalRows(approvals, style), ...open].join("\n");
}

export function approvalRows(approvals: readonly Approval[], style: Style): string {
  if (approvals.length === 0) return "No approvals.";
  return approvals.map((approval) => approvalRow(approval, style)).join("\n");
}

function approvalRow({ item, author, date, state, changed, text }: Approval, style: Style): string {
  const paint = state === "current" ? style.good : style.warn;
  const files =
    changed.length === 0
      ? ""
      : `: ${changed.slice(0, 5).map(printableLine).join(", ")}${changed.length > 5 ? ` and ${changed.length - 5} more` : ""} changed`;
  const remark = text === "" ? "" : `\n  ${printable(text).replaceAll("\n", "\n  ")}`;
  return `${style.bold(printableLine(item))}  ${printableLine(author)}  ${printableLine(date)}  ${paint(state)}${files}${remark}`;
}
