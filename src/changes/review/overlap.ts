import { byCodePoint } from "../../kernel/order.ts";
import { Findings, type SpecFinding } from "../../specs/findings.ts";
import type { RuleProfile } from "../../specs/layouts.ts";
import { foldName } from "../../specs/rules.ts";
import type { Change } from "../library.ts";

/** Which active changes touch which requirement. */
export class TouchMap {
  private readonly touches = new Map<string, Touch[]>();

  constructor(changes: readonly Change[]) {
    for (const change of changes) for (const touch of touchesOf(change)) this.add(touch);
  }

  /** A warning for each requirement that another active change touches too. */
  overlaps(change: Change, profile: RuleProfile): SpecFinding[] {
    const found: SpecFinding[] = [];
    const told = new Set<string>();
    for (const touch of touchesOf(change)) {
      const others = this.othersAt(touch, change);
      const key = keyOf(change, touch.capability, touch.name);
      if (others.length === 0 || told.has(key)) continue;
      told.add(key);
      const listed = others.map((id) => `\`${id}\``).join(", ");
      const message = `"${touch.name}" is also touched by ${listed}; the one that is archived second is merged onto the first.`;
      const findings = new Findings(touch.file, profile);
      findings.warning({
        rule: "change-overlap",
        section: `Requirement: ${touch.name}`,
        line: touch.line,
        message,
      });
      found.push(...findings.list);
    }
    return found;
  }

  /** The other active changes that touch a requirement of this one. */
  othersOf(change: Change): string[] {
    const ids = touchesOf(change).flatMap((touch) => this.othersAt(touch, change));
    return [...new Set(ids)].sort(byCodePoint);
  }

  /** The active changes that would bring this requirement into the spec. */
  makersOf(change: Change, capability: string, name: string): string[] {
    const touches = this.touches.get(keyOf(change, capability, name)) ?? [];
    const makers = touches.filter((touch) => touch.makes && touch.change !== change);
    return [...new Set(makers.map((touch) => touch.change.entry.id))].sort(byCodePoint);
  }

  private add(touch: Touch): void {
    const key = keyOf(touch.change, touch.capability, touch.name);
    const known = this.touches.get(key);
    if (known === undefined) this.touches.set(key, [touch]);
    else known.push(touch);
  }

  private othersAt(touch: Touch, change: Change): string[] {
    const touches = this.touches.get(keyOf(change, touch.capability, touch.name)) ?? [];
    const ids = touches.flatMap((other) => (other.change === change ? [] : [other.change.entry.id]));
    return [...new Set(ids)].sort(byCodePoint);
  }
}

interface Touch {
  readonly change: Change;
  readonly capability: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Whether a requirement of this name is there after the change and was not before. */
  readonly makes: boolean;
}

function touchesOf(change: Change): Touch[] {
  return change.deltas.flatMap(({ capability, path, delta }) => {
    const at = (name: string, line: number, makes = false): Touch => ({
      change,
      capability,
      name,
      file: path,
      line,
      makes,
    });
    return [
      ...delta.added.map(({ name, line }) => at(name, line, true)),
      ...delta.modified.map(({ name, line }) => at(name, line)),
      ...delta.removed.map(({ name, line }) => at(name, line)),
      ...delta.renamed.flatMap(({ from, to, line }) => [at(from, line), at(to, line, true)]),
    ];
  });
}

/** Capabilities of two layouts are different, even with equal names. */
function keyOf(change: Change, capability: string, name: string): string {
  return [change.entry.layout.name, capability, foldName(name)].join("\n");
}
