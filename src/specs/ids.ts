import { clipText } from "../kernel/clip.ts";
import { fault, type Suggestion } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { sortedBy } from "../kernel/order.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { printable } from "../kernel/text.ts";

/** Something that a layout holds under a name of its own. */
export interface Named {
  /** Unique in the workspace: the name, or `layout:name` where two layouts have it. */
  readonly id: string;
  readonly name: string;
  readonly layout: { readonly name: string };
}

/** Gives each thing its id and sorts by it. A name that two layouts have gets its layout in front. */
export function withIds<T extends Omit<Named, "id">>(things: readonly T[]): (T & Named)[] {
  const seen = new Map<string, number>();
  for (const { name } of things) seen.set(name, (seen.get(name) ?? 0) + 1);
  const identified = things.map((thing) => {
    const id = (seen.get(thing.name) ?? 0) > 1 ? `${thing.layout.name}:${thing.name}` : thing.name;
    return { ...thing, id };
  });
  return sortedBy(identified, (thing) => thing.id);
}

export interface IdWords {
  readonly noun: "spec" | "change";
  readonly code: "spec_not_found" | "change_not_found";
  readonly suggest: Suggestion;
}

/**
 * Finds a thing by its id. Ids are compared with what is there and never made into a path, so no spelling
 * leads out of the workspace.
 */
export function findById<T extends Named>(things: readonly T[], id: string, words: IdWords): Result<T> {
  const exact = things.find((thing) => thing.id === id || `${thing.layout.name}:${thing.name}` === id);
  if (exact !== undefined) return ok(exact);
  const alike = things.filter((thing) => thing.name === id);
  if (alike.length > 1) return fail(ambiguous(id, alike, words.noun));
  const hint = didYouMean(
    id,
    things.map((thing) => thing.id),
  );
  const message = `${capital(words.noun)} not found: no ${words.noun} has the id \`${shownId(id)}\`.`;
  return fail(
    fault(words.code, message, hint, {
      subject: { [`${words.noun}_id`]: id },
      suggest: words.suggest,
    }),
  );
}

/** An untrusted id as it is shown in a message: one line, no control characters, limited length. */
export function shownId(id: string): string {
  const oneLine = printable(id).replace(/\s+/g, " ");
  return clipText(oneLine, 120, "it is longer").replace(/\n/g, " ");
}

function ambiguous(id: string, alike: readonly Named[], noun: string) {
  const ids = alike.map((thing) => thing.id);
  const listed = ids.map((each) => `\`${each}\``).join(" and ");
  return fault(
    "ambiguous_id",
    `The id \`${shownId(id)}\` fits more than one ${noun}: ${listed}.`,
    "Use one of these ids.",
    {
      subject: { [`${noun}_id`]: id },
      details: { candidates: ids },
    },
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
