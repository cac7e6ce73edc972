import { byCodePoint } from "../kernel/order.ts";
import { withoutTrailing } from "../kernel/text.ts";

/** Words that say nothing about a feature. */
const stopWords = new Set(
  // prose-ok: words to match
  "i a an the to for of in on at by with from is are was were be been being have has had do does did will would should could can may might must shall this that these those my your our their want need add get set".split(
    " ",
  ),
);

/** `003-user-auth` or `20260319-143022-user-auth`. */
const numbered = /^(\d{3,})-(.+)$/;
const stamped = /^(\d{8}-\d{6})-(.+)$/;

export interface FeatureName {
  readonly folder: string;
  /** The digits at the start; a time stamp counts as a number. */
  readonly number: string;
  readonly slug: string;
}

export function parseFeatureName(folder: string): FeatureName | undefined {
  const match = stamped.exec(folder) ?? numbered.exec(folder);
  const [, number, slug] = match ?? [];
  return number === undefined || slug === undefined ? undefined : { folder, number, slug };
}

/** Whether a feature has this number: `2`, `02` and `002` are the same, and a time stamp does not match. */
export function hasNumber(name: FeatureName | undefined, digits: string): boolean {
  return name !== undefined && /^\d+$/.test(digits) && Number(name.number) === Number(digits);
}

/** Numbered folders come first, by number; time-stamped ones follow. */
export function compareFeatures(a: FeatureName, b: FeatureName): number {
  const [left, right] = [a.number.includes("-"), b.number.includes("-")];
  if (left !== right) return left ? 1 : -1;
  if (left) return byCodePoint(a.folder, b.folder);
  return Number(a.number) - Number(b.number) || byCodePoint(a.folder, b.folder);
}

/** The highest number plus one, with at least three digits. */
export function nextNumber(folders: Iterable<string>): string {
  let highest = 0;
  for (const folder of folders) {
    const name = parseFeatureName(folder);
    if (name && !name.number.includes("-")) highest = Math.max(highest, Number.parseInt(name.number, 10));
  }
  return String(highest + 1).padStart(3, "0");
}

const maxSlugBytes = 200;

/** A short name from a description. Never empty, even for scripts without Latin letters. */
export function slugOf(description: string): string {
  const words = description.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const significant = words.filter(isSignificant);
  const chosen = significant.length > 0 ? significant : words;
  const slug = chosen
    .slice(0, significant.length === 4 ? 4 : 3)
    .map((word) => word.toLowerCase())
    .join("-");
  return clipBytes(slug, maxSlugBytes) || "feature";
}

/** Short words count only as acronyms: `API` does, `up` does not. */
function isSignificant(word: string): boolean {
  if (stopWords.has(word.toLowerCase())) return false;
  const isLatin = /^[\p{Script=Latin}\p{N}]+$/u.test(word);
  return !isLatin || word.length >= 3 || /^[\p{Lu}\p{N}]{2,}$/u.test(word);
}

function clipBytes(text: string, maxBytes: number): string {
  let clipped = text.slice(0, maxBytes);
  while (Buffer.byteLength(clipped) > maxBytes) clipped = [...clipped].slice(0, -1).join("");
  return withoutTrailing(clipped, "-");
}
