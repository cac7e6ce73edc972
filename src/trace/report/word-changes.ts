import { diffWordsWithSpace } from "diff";
import { printableLine } from "../../kernel/text.ts";

/** Removed and added words on one line: `the passenger [-sees-]{+may join+} …`. */
export function wordChanges(
  before: string,
  after: string,
  { bad, good }: { readonly bad: (text: string) => string; readonly good: (text: string) => string },
): string {
  const [old, young] = [before.replaceAll("\n", " "), after.replaceAll("\n", " ")];
  // The work grows with the square of the edits.
  const parts = diffWordsWithSpace(old, young, { maxEditLength: 400 }) ?? [
    { value: old, removed: true, added: false },
    { value: young, removed: false, added: true },
  ];
  return parts
    .map(({ value, added, removed }) => {
      const text = printableLine(value);
      if (removed) return bad(`[-${text}-]`);
      return added ? good(`{+${text}+}`) : text;
    })
    .join("");
}
