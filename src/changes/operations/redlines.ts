import { clipText } from "../../kernel/clip.ts";
import { printable } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import { redline } from "../delta/redline.ts";
import type { Outcome } from "../review/assess.ts";
import type { Redline } from "./change-shape.ts";

const maxDiff = 20_000;

/** What a change does to each requirement that it names, as far as its entries can be applied. */
export function redlinesOf(outcomes: readonly Outcome[]): Redline[] {
  return outcomes.flatMap(({ capability, applied }) =>
    applied.effects.map(({ operation, name, from, before, after, kept, conflict }) => ({
      spec_id: capability,
      requirement: name,
      operation,
      from,
      kept: [...kept],
      diff: clipText(redline(before, after), maxDiff),
      conflict: conflict && {
        base: clipText(conflict.base, maxDiff),
        spec: clipText(conflict.spec, maxDiff),
        change: clipText(conflict.change, maxDiff),
      },
    })),
  );
}

/** Redlines as lines, each followed by an empty one. */
export function redlineLines(redlines: readonly Redline[], style?: Style): string[] {
  return redlines.flatMap(({ spec_id, requirement, operation, from, kept, diff }) => {
    const name = from === undefined ? requirement : `${from} → ${requirement}`;
    const keptLine = kept.length > 0 ? [`  (kept from the spec: ${kept.join(", ")})`] : [];
    return [
      `${spec_id}: ${operation} "${printable(name)}"`,
      paintDiff(printable(diff), style),
      ...keptLine,
      "",
    ];
  });
}

export function paintDiff(diff: string, style: Style | undefined): string {
  if (style === undefined) return diff;
  const line = (text: string) =>
    text.startsWith("+ ") ? style.good(text) : text.startsWith("- ") ? style.bad(text) : style.dim(text);
  return diff.split("\n").map(line).join("\n");
}
