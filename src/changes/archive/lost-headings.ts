import { withoutSpans, withoutTrailing } from "../../kernel/text.ts";
import { labeled, type Vocabulary } from "../../specs/vocabulary.ts";
import type { Delta } from "../delta/delta.ts";

/** A heading of the old spec that the new one lacks. */
export interface LostHeading {
  readonly line: number;
  readonly text: string;
}

/**
 * The last guard before a spec is written. It compares plain text, without the Markdown reader, so that a bug there
 * loses nothing: every requirement and every heading down to level four that the delta does not remove or rename by
 * name occurs in the new text as often as in the old one.
 */
export function lostHeadings(
  before: string,
  after: string,
  delta: Delta,
  vocabulary: Vocabulary,
): LostHeading[] {
  const remaining = new Map<string, number>();
  for (const { key } of headingsIn(after, vocabulary)) remaining.set(key, (remaining.get(key) ?? 0) + 1);
  const named = new NamedHeadings(delta);
  const lost: LostHeading[] = [];
  for (const heading of headingsIn(before, vocabulary)) {
    if (named.has(heading)) continue;
    const left = remaining.get(heading.key) ?? 0;
    if (left === 0) lost.push({ line: heading.line, text: heading.text });
    else remaining.set(heading.key, left - 1);
  }
  return lost;
}

interface PlainHeading {
  readonly line: number;
  readonly level: number;
  readonly text: string;
  readonly isRequirement: boolean;
  /** The title without its label, in one case and with single spaces. */
  readonly key: string;
}

function headingsIn(text: string, vocabulary: Vocabulary): PlainHeading[] {
  const found: PlainHeading[] = [];
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const match = /^\uFEFF? {0,3}(#{1,6})([ \t]*)(.*)$/s.exec(line);
    if (match === null) continue;
    const [, hashes = "", space = "", rest = ""] = match;
    const bare = withoutTrailing(withoutSpans(rest, "<!--", "-->"), " \t");
    const open = withoutTrailing(bare, "#");
    const title = (/^$|[ \t]$/.test(open) ? open : bare).trim();
    const requirement = labeled(title, vocabulary.requirement);
    const name = requirement ?? labeled(title, vocabulary.scenario);
    if (name === undefined && (hashes.length > 4 || space === "")) continue;
    const isRequirement = requirement !== undefined;
    found.push({
      line: index + 1,
      level: hashes.length,
      text: line.trim(),
      isRequirement,
      key: keyOf(name ?? title),
    });
  }
  return found;
}

/** Which headings of the old spec a delta names. Queried from top to bottom. */
class NamedHeadings {
  private readonly removed: ReadonlySet<string>;
  private readonly renamed: ReadonlySet<string>;
  /** What a MODIFIED requirement removes or renames in itself, by the name that the spec has for it. */
  private readonly edits = new Map<string, Set<string>>();
  private requirement: Pick<PlainHeading, "key" | "level"> = { key: "", level: 0 };

  constructor({ removed, renamed, modified }: Delta) {
    this.removed = new Set(removed.map(({ name }) => keyOf(name)));
    this.renamed = new Set(renamed.map(({ from }) => keyOf(from)));
    for (const { name, scenarios } of modified) {
      const oldName = renamed.find(({ to }) => to === name)?.from ?? name;
      const names = scenarios.flatMap((scenario) => {
        if (scenario.edit === undefined) return [];
        return [keyOf(scenario.edit.kind === "removed" ? scenario.name : scenario.edit.from)];
      });
      this.edits.set(keyOf(oldName), new Set(names));
    }
  }

  has(heading: PlainHeading): boolean {
    const { key, level, isRequirement } = heading;
    const isInside = !isRequirement && level > this.requirement.level && this.requirement.level > 0;
    if (isInside)
      return (
        this.removed.has(this.requirement.key) || this.edits.get(this.requirement.key)?.has(key) === true
      );
    const mayHoldScenarios = isRequirement || level === 3;
    this.requirement = mayHoldScenarios ? { key, level } : { key: "", level: 0 };
    return mayHoldScenarios && (this.removed.has(key) || this.renamed.has(key));
  }
}

function keyOf(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}
