import type { Output } from "../api/transport.ts";
import { href } from "../app/router.ts";
import { Badge } from "./badge.tsx";

type WorkItem = Output<"list_work">["work"][number];

/** What is known of a work item wherever it is listed. */
export type WorkSummary = Pick<WorkItem, "valid" | "blocked_by" | "overlaps">;

/** The address of an item: its id, or its path where two have the same id. */
export function workAddress(
  item: { id: string; path?: string },
  all: readonly { id: string }[] = [],
): string {
  const isShared = all.filter(({ id }) => id === item.id).length > 1;
  return href("work", [isShared && item.path ? item.path : item.id]);
}

/** What is in the way of an item. */
export function WorkMarks({ valid, blocked_by, overlaps }: WorkSummary) {
  return (
    <>
      {valid === false ? <Badge tone="bad">invalid</Badge> : null}
      {blocked_by.length > 0 ? (
        <Badge tone="warn" title={blocked_by.join(", ")}>
          blocked by {blocked_by[0]}
          {blocked_by.length > 1 ? ` +${blocked_by.length - 1}` : ""}
        </Badge>
      ) : null}
      {overlaps.length > 0 ? (
        <Badge tone="warn" title={overlaps.join(", ")}>
          overlaps {overlaps[0]}
          {overlaps.length > 1 ? ` +${overlaps.length - 1}` : ""}
        </Badge>
      ) : null}
    </>
  );
}

export const stateNames = {
  drafting: "Drafting",
  ready: "Ready",
  in_progress: "In progress",
  done: "Done, not archived",
} as const;
