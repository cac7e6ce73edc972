import type { Output } from "../api/transport.ts";
import { Badge, type Tone } from "./badge.tsx";

export type EvidenceState = Output<"trace_requirement">["leaves"][number]["state"];

/** Worst first, as the bars show them; what is left out of a bar is neither good nor bad. */
const groups: readonly {
  readonly title: string;
  readonly kind: string;
  readonly states: readonly string[];
}[] = [
  { title: "verified", kind: "good", states: ["passed", "exercised", "sensitive", "attested", "waived"] },
  { title: "claimed", kind: "accent", states: ["claimed"] },
  { title: "to look at", kind: "warn", states: ["suspect", "stale", "skipped"] },
  { title: "failing", kind: "bad", states: ["failing"] },
  { title: "open", kind: "open", states: ["open"] },
];

const tones: Partial<Record<EvidenceState, Tone>> = {
  passed: "good",
  exercised: "good",
  sensitive: "good",
  attested: "good",
  waived: "good",
  claimed: "accent",
  suspect: "warn",
  stale: "warn",
  skipped: "warn",
  failing: "bad",
};

export function EvidenceBadge({ state, reason }: { state: EvidenceState; reason?: string | undefined }) {
  return (
    <Badge tone={tones[state] ?? "plain"} {...(reason ? { title: reason } : {})}>
      {state}
    </Badge>
  );
}

/** How much of a spec has evidence. The words are in the label, so that colors are not needed. */
export function EvidenceBar({ states }: { readonly states: Readonly<Record<string, number>> }) {
  const parts = groups.map(({ title, kind, states: members }) => ({
    title,
    kind,
    count: members.reduce((sum, state) => sum + (states[state] ?? 0), 0),
  }));
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <span class="muted">planned</span>;
  const shown = parts.filter(({ count }) => count > 0);
  const label = shown.map(({ count, title }) => `${count} ${title}`).join(", ");
  return (
    <span class="evidence" role="img" aria-label={label} title={label}>
      {shown.map(({ kind, count }) => (
        <span key={kind} class={kind} style={{ flexGrow: count }} />
      ))}
    </span>
  );
}
