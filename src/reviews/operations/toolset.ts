import type { Toolset } from "../../operation/toolset.ts";
import { addReviewComment } from "./add-review-comment.ts";
import { approveWork, listApprovals } from "./approvals.ts";
import { listReviewComments } from "./list-review-comments.ts";
import { replyToReviewComment, resolveReviewComment } from "./resolve-review-comment.ts";
import { showReview } from "./show-review.ts";

/** Comments and approvals, whatever the format of the documents. */
export const reviewsToolset = {
  operations: {
    list_review_comments: listReviewComments,
    add_review_comment: addReviewComment,
    reply_to_review_comment: replyToReviewComment,
    resolve_review_comment: resolveReviewComment,
    show_review: showReview,
    list_approvals: listApprovals,
    approve_work: approveWork,
  },
} satisfies Toolset;
