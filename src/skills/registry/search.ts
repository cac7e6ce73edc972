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
  const documents = skills.map((skill) => {
    const name = wordsOf(skill.name);
    const text = wordsOf(`${skill.description} ${textOf(skill)}`);
    return { skill, words: [...Array.from({ length: nameWeight }, () => name).flat(), ...text], score: 0 };
  });
  const total = documents.reduce((sum, { words }) => sum + words.length, 0);
  const average = Math.max(1, total / Math.max(1, documents.length));
  for (const term of terms) {
    const matches = documents.map((document) => ({ document, count: frequency(document.words, term) }));
    const matching = matches.filter(({ count }) => count > 0);
    const rarity = Math.log(1 + (documents.length - matching.length + 0.5) / (matching.length + 0.5));
    for (const { document, count } of matching) {
      const lengthFactor = 1 - b + (b * document.words.length) / average;
      document.score += (rarity * (count * (k1 + 1))) / (count + k1 * lengthFactor);
    }
  }
  const hits = documents.filter(({ score }) => score > 0).map(({ skill, score }) => ({ skill, score }));
  return hits.sort((x, y) => y.score - x.score || byCodePoint(x.skill.id, y.skill.id));
}

function frequency(words: readonly string[], term: string): number {
  let count = 0;
  for (const word of words) {
    if (word === term) count += 1;
    else if (term.length >= 3 && word.startsWith(term)) count += 0.5;
  }
  return count;
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
