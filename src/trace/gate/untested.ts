import { clip } from "../../kernel/clip.ts";
import { counts } from "../links/model.ts";
import type { LeafState } from "../state/state.ts";
import type { GateFinding } from "./rules.ts";

/** A branch with more untested scenarios than this gets one finding for all of them. */
const maxApart = 3;
/** A project that has linked less than this share of its requirements has not begun to link. */
const minLinkedShare = 1 / 20;

/** Whether so much is linked that a scenario without a test is an exception. Titles can match by accident. */
export function isLinking(live: readonly LeafState[]): boolean {
  const linked = live.filter(({ links }) => links.some(({ link }) => counts(link))).length;
  return linked > 0 && linked >= live.length * minLinkedShare;
}

/** One finding where a branch brings many untested scenarios at once: they have one cause. */
export function joinUntested(
  findings: readonly GateFinding[],
  untested: readonly GateFinding[],
  since: string | undefined,
): readonly GateFinding[] {
  const [first] = untested;
  if (first === undefined || untested.length <= maxApart) return findings;
  const { shown, leftOut } = clip(untested, maxApart);
  const names = shown.map(({ address }) => address ?? "");
  const list = leftOut > 0 ? `${names.join(", ")} and ${leftOut} more` : names.join(", ");
  const command = since === undefined ? "hewto link" : `hewto link --changed-since ${since}`;
  const joined: GateFinding = {
    rule: first.rule,
    severity: first.severity,
    file: first.file,
    line: first.line,
    message: `${untested.length} scenarios of this branch have no test: ${list}.`,
    fix: `Link tests with \`${command}\`, or write them.`,
    // Which scenarios are among them differs from push to push: no single one identifies this finding.
  };
  return [...findings.filter((finding) => !untested.includes(finding)), joined];
}
