import { sha256 } from "../../kernel/hash.ts";
import { headingSlug } from "../../markdown/slug.ts";

/** The part of an address that a name gives. A name without letters and numbers, such as an emoji, gives digits. */
export function addressSlug(name: string): string {
  return headingSlug(name) || `x-${sha256(name.normalize("NFC")).slice(0, 8)}`;
}

/** Makes slugs unique in file order: the second gets `-2`, the third `-3`. */
export function numberRepeats(): (slug: string) => { readonly slug: string; readonly isRepeat: boolean } {
  const used = new Set<string>();
  return (slug) => {
    let unique = slug;
    for (let number = 2; used.has(unique); number++) unique = `${slug}-${number}`;
    used.add(unique);
    return { slug: unique, isRepeat: unique !== slug };
  };
}
