import { stemmer } from "stemmer";

/**
 * Porter's stemmer (1980), on one lower-case ASCII word: `parsing`, `parser` and `parsed` meet at `pars`.
 * Words shorter than three letters, and words with anything but a to z, come back as they are.
 */
export function stem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
