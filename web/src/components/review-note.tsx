import { isExport } from "../api/client.ts";
import type { Output } from "../api/transport.ts";
import { href } from "../app/router.ts";
import { Badge } from "./badge.tsx";

interface ReviewNoteProps {
  readonly path: string;
  readonly review: Output<"show_work">["review"] | undefined;
}

/** What reviewers said, in one line that leads to the review. */
export function ReviewNote({ path, review }: ReviewNoteProps) {
  const open = review?.open_comments ?? 0;
  const newest = review?.approvals.find(({ state }) => state !== "withdrawn");
  if (isExport.value && review === undefined) return null;
  return (
    <p class="facts">
      <a href={href("reviews", [path])}>Review</a>
      {open > 0 ? (
        <Badge tone="accent">{open === 1 ? "1 open comment" : `${open} open comments`}</Badge>
      ) : null}
      {newest?.state === "current" ? <Badge tone="good">approved by {newest.author}</Badge> : null}
      {newest?.state === "stale" ? <Badge tone="warn">changed since {newest.author} approved</Badge> : null}
    </p>
  );
}
