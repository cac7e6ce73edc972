import { byCodePoint } from "../../kernel/order.ts";
import { fold } from "../names.ts";
import type { Skill } from "../skill.ts";

export interface Hit {
  readonly skill: Skill;
  readonly score: number;
}

const nameWeight = 3;
const maxTerms = 64;
const k1 = 1.2;
const b = 0.5;

/**
 * Ranks skills by the words of a query: BM25 over the description and, with triple weight, the name. A prefix
 * counts half, so that `spread` finds `spreadsheet`. `textOf` adds more text to search.
 */
export function searchSkills(
  skills: readonly Skill[],
  query: string,
  textOf: (skill: Skill) => string = () => "",
): Hit[] {
  const terms = [...new Set(wordsOf(query))].slice(0, maxTerms);
  const texts = skills.map((skill) => {
    const name = wordsOf(skill.name);
    const text = wordsOf(`${skill.description} ${textOf(skill)}`);
    return [...Array.from({ length: nameWeight }, () => name).flat(), ...text];
  });
  const average = texts.reduce((total, words) => total + words.length, 0) / Math.max(1, texts.length);
  const counts = texts.map((words) => terms.map((term) => frequency(words, term)));
  const rarity = terms.map((_, index) => {
    const having = counts.filter((row) => (row[index] ?? 0) > 0).length;
    return Math.log(1 + (skills.length - having + 0.5) / (having + 0.5));
  });
  const hits = skills.flatMap((skill, index): Hit[] => {
    const length = texts[index]?.length ?? 0;
    const score = terms.reduce((total, _, term) => {
      const found = counts[index]?.[term] ?? 0;
      const saturated = (found * (k1 + 1)) / (found + k1 * (1 - b + (b * length) / Math.max(1, average)));
      return total + (rarity[term] ?? 0) * saturated;
    }, 0);
    return score > 0 ? [{ skill, score }] : [];
  });
  return hits.sort((x, y) => y.score - x.score || byCodePoint(x.skill.id, y.skill.id));
}

function frequency(words: readonly string[], term: string): number {
  let found = 0;
  for (const word of words) {
    if (word === term) found += 1;
    else if (term.length >= 3 && word.startsWith(term)) found += 0.5;
  }
  return found;
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
