import { byCodePoint } from "../kernel/order.ts";
import type { ReviewEntry } from "./entry.ts";

/** A comment and what was said about it. */
export interface Thread {
  readonly comment: ReviewEntry;
  /** Replies and resolutions, oldest first. */
  readonly replies: readonly ReviewEntry[];
  readonly resolved: boolean;
}

export interface Approval {
  readonly entry: ReviewEntry;
  readonly withdrawn: boolean;
}

/** The threads of an item, oldest first. A reply whose comment is missing is left out. */
export function threadsOf(entries: readonly ReviewEntry[]): Thread[] {
  return inOrder(entries.filter(({ review }) => review === "comment")).map((comment) => {
    const replies = inOrder(
      entries.filter(
        ({ id, review }) =>
          id === comment.id && (review === "reply" || review === "resolved" || review === "reopened"),
      ),
    );
    const last = replies.findLast(({ review }) => review !== "reply");
    return { comment, replies, resolved: last?.review === "resolved" };
  });
}

/** The approvals of an item, newest first. */
export function approvalsOf(entries: readonly ReviewEntry[]): Approval[] {
  const approvals = inOrder(entries.filter(({ review }) => review === "approval")).reverse();
  return approvals.map((entry) => {
    return { entry, withdrawn: entries.some(({ id, review }) => id === entry.id && review === "withdrawn") };
  });
}

function inOrder(entries: readonly ReviewEntry[]): ReviewEntry[] {
  return [...entries].sort((a, b) => byCodePoint(a.date, b.date) || byCodePoint(a.name, b.name));
}
