import { plainText } from "./inline/plain-text.ts";

/**
 * The fragment of a heading by the data model of SpecMan ("Concept: Markdown Slugs"): plain text, NFKD, case
 * folding, any white space to a space, only letters, numbers, spaces and hyphens, runs to one hyphen. Empty
 * when nothing is left (an emoji alone): such a heading cannot be linked to.
 *
 * @example headingSlug("Workspace & Data Governance") // "workspace-data-governance"
 */
export function headingSlug(title: string): string {
  const text = plainText(title);
  if (/^[\x20-\x7e]*$/.test(text)) return hyphenated(text.toLowerCase().replace(/[^a-z0-9 -]+/g, ""));
  const folded = foldCase(text.normalize("NFKD")).replace(/\p{White_Space}/gu, " ");
  return hyphenated(folded.replace(/[^\p{L}\p{N} -]+/gu, ""));
}

/** The fragment that GitHub gives: marks and underscores stay, and each space becomes a hyphen. */
export function githubSlug(title: string): string {
  const text = plainText(title).trim().toLowerCase();
  return text.replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Nl}\p{Pc} -]+/gu, "").replaceAll(" ", "-");
}

/**
 * Makes fragments unique within one document: later ones get `-1`, `-2`, …, counting on past a number that
 * another heading already has. An empty slug stays empty.
 */
export function uniqueSlugs(): (slug: string) => string {
  const used = new Map<string, number>();
  return (slug) => {
    if (slug === "") return slug;
    let suffix = used.get(slug);
    let unique = slug;
    while (used.has(unique)) {
      suffix = (suffix ?? 0) + 1;
      unique = `${slug}-${suffix}`;
    }
    if (suffix !== undefined) used.set(slug, suffix);
    used.set(unique, 0);
    return unique;
  };
}

/**
 * Full Unicode case folding, which JavaScript does not offer. Lower, upper and lower again unifies all that
 * folding does (`ß`, `ẞ` and `SS` become `ss`) but for three: dotless i folds to itself, final sigma to sigma,
 * and Cherokee to its capitals.
 */
export function foldCase(text: string): string {
  const unified = text.replace(/[^ı]+/g, (run) => run.toLowerCase().toUpperCase().toLowerCase());
  return unified.replaceAll("ς", "σ").replace(/[\u13f8-\u13fd\uab70-\uabbf]/g, (char) => char.toUpperCase());
}

function hyphenated(text: string): string {
  // Split and filter instead of trimming by pattern: `-+$` backtracks on long runs of hyphens.
  return text
    .split(/[ -]+/)
    .filter((word) => word !== "")
    .join("-");
}
