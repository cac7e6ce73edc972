import { Badge, type Tone } from "../../components/badge.tsx";
import type { State } from "./rows.ts";

const tones: Readonly<Record<State, Tone>> = {
  failing: "bad",
  suspect: "warn",
  open: "bad",
  skipped: "warn",
  claimed: "warn",
  stale: "warn",
  passed: "good",
  exercised: "good",
  sensitive: "good",
  attested: "good",
  waived: "plain",
  planned: "accent",
  retired: "plain",
};

/** What each state means, in a few words. */
export const meanings: Readonly<Record<State, string>> = {
  failing: "a linked test failed",
  suspect: "the text changed after its tests",
  open: "no test",
  skipped: "every linked test is skipped",
  claimed: "linked, but no result yet",
  stale: "the result is of older sources",
  passed: "a linked test passed",
  exercised: "a passing test ran its code",
  sensitive: "its tests notice changes of its code",
  attested: "checked by hand",
  waived: "excused until a day",
  planned: "in a change that is not archived",
  retired: "only a record names it",
};

export function StateBadge({ state }: { readonly state: State }) {
  return (
    <Badge tone={tones[state]} title={meanings[state]}>
      {state}
    </Badge>
  );
}
