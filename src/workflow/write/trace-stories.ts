import { headNoun } from "../draft/grammar.ts";
import type { Numbered, SpecDocument, Story } from "../read/spec-document.ts";
import { withoutQuestion } from "./spec-text.ts";

/** The requirements of each story: those that contain its title; any other goes to the story that shares the most words. */
export function requirementsByStory({ stories, requirements }: SpecDocument): Map<number, Numbered[]> {
  const byStory = new Map<number, Numbered[]>(stories.map(({ number }) => [number, []]));
  for (const requirement of requirements) {
    const withTitle = stories.filter(({ title }) =>
      requirement.text.toLowerCase().includes(title.toLowerCase()),
    );
    const chosen = withTitle.length > 0 ? withTitle : nearest(requirement, stories);
    for (const { number } of chosen) byStory.get(number)?.push(requirement);
  }
  return byStory;
}

function nearest({ text }: Numbered, stories: readonly Story[]): Story[] {
  const words = wordsOf(withoutQuestion(text));
  const shared = stories.map((story) => {
    const own = wordsOf([story.title, ...story.scenarios].join(" "));
    return [...words].filter((word) => own.has(word)).length;
  });
  const largest = Math.max(0, ...shared);
  const best = largest === 0 ? undefined : stories[shared.indexOf(largest)];
  return best ? [best] : [];
}

/** The longer words in the singular, without those that our own sentences contain. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return new Set(
    words
      .filter(
        (word) =>
          !/^(?:system|must|that|with|when|then|given|they|them|their|ensure|provide|following|support|what|says?|message|error|input|missing|invalid|nothing|changes?|feature|request|confirmation)$/.test(
            word,
          ),
      )
      .map(headNoun),
  );
}
