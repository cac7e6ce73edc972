import type { ViewProps } from "../table.ts";
import { ReviewList } from "./review-list.tsx";
import { ReviewPage } from "./review-page.tsx";
import "./reviews.css";

/** `#/reviews` lists; `#/reviews/<path of the item>?file=proposal.md&comment=ID` shows one. */
export function View({ path, query }: ViewProps) {
  const [item] = path;
  return item === undefined ? (
    <ReviewList state={query["state"] ?? "open"} />
  ) : (
    <ReviewPage key={item} item={item} file={query["file"]} comment={query["comment"]} />
  );
}
