import type { Query } from "../rank/query.ts";
import { stem } from "../text/stem.ts";
import { partsOf } from "../text/words.ts";
import { synonymsOf } from "./lexicon.ts";

/** More words for a query, and who thought of them. */
export interface Expansion {
  readonly original: string;
  readonly terms: readonly string[];
  readonly generated_by: string;
}

/** Asks a language model; undefined when it fails, so that the caller falls back. */
export type Ask = (request: {
  system: string;
  prompt: string;
  maxTokens: number;
}) => Promise<{ text: string; by: string } | undefined>;

const maxTerms = 12;

const system =
  "You help search a code base. Answer with one line of up to 12 comma-separated words or identifiers that code about the query would contain. No explanations.";

/** `nearest` gives further terms by meaning; they are stems, as the index has them. */
export async function expandQuery(
  query: Query,
  ask: Ask | undefined,
  nearest: (text: string) => readonly string[] = () => [],
): Promise<Expansion> {
  const answered = await ask?.({ system, prompt: query.text.slice(0, 2_000), maxTokens: 120 });
  const terms = answered ? termsIn(answered.text) : [];
  if (answered && terms.length > 0) return { original: query.text, terms, generated_by: answered.by };
  return { original: query.text, terms: localTerms(query, nearest(query.text)), generated_by: "local" };
}

function termsIn(text: string): string[] {
  const words = text
    .split(/[,\n;]/)
    .map((part) =>
      part
        .slice(0, 200)
        .replace(/^[\s\-*\d.]+|[\s.`"']+$/g, "")
        .trim(),
    )
    .filter((part) => part !== "" && part.length <= 60 && part.split(/\s+/).length <= 4);
  return [...new Set(words)].slice(0, maxTerms);
}

function localTerms(query: Query, nearest: readonly string[]): string[] {
  const parts = query.words.flatMap((word) => partsOf(word));
  const given = new Set([...parts, ...parts.map((part) => stem(part))]);
  const found = parts.flatMap((part) => synonymsOf(part).slice(0, 4));
  return [...new Set([...found, ...nearest])].filter((term) => !given.has(term)).slice(0, maxTerms);
}
