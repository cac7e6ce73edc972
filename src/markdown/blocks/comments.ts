import type { MarkdownDocument } from "../document.ts";
import type { Comment } from "./comment-scan.ts";

/** Every HTML comment in document order; what looks like one inside code is code. */
export function readComments(document: MarkdownDocument): readonly Comment[] {
  return document.comments;
}
