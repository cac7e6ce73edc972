import { headNoun } from "../draft/grammar.ts";
import type { Numbered, SpecDocument, Story } from "../read/spec-document.ts";

/** Which requirements each story fulfils: those that name its deed, and each other one where most words meet. */
export function requirementsByStory({ stories, requirements }: SpecDocument): Map<number, Numbered[]> {
  const found = new Map<number, Numbered[]>(stories.map(({ number }) => [number, []]));
  for (const requirement of requirements) {
    const named = stories.filter(({ title }) => requirement.text.toLowerCase().includes(title.toLowerCase()));
    const meant = named.length > 0 ? named : nearest(requirement, stories);
    for (const { number } of meant) found.get(number)?.push(requirement);
  }
  return found;
}

function nearest({ text }: Numbered, stories: readonly Story[]): Story[] {
  const words = wordsOf(text);
  const shared = stories.map((story) => {
    const own = wordsOf([story.title, ...story.scenarios].join(" "));
    return [...words].filter((word) => own.has(word)).length;
  });
  const most = Math.max(0, ...shared);
  const best = most === 0 ? undefined : stories[shared.indexOf(most)];
  return best ? [best] : [];
}

/** The longer words in the singular; those that every requirement has say nothing. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return new Set(
    words
      .filter(
        (word) =>
          !/^(?:system|must|that|with|when|then|given|they|ensure|provide|clarification|needs)$/.test(word),
      )
      .map(headNoun),
  );
}
