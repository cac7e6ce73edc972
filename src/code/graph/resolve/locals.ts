import type { ParsedFile, Typing } from "../../languages/language.ts";
import type { Typed } from "./inference.ts";

/** Parameters and local variables of one file, found by name and place. */
export class Locals {
  readonly #byName = new Map<string, Typing[]>();
  readonly #parsed: ParsedFile;
  readonly #types = new Map<number | undefined, Map<Typing, Typed | undefined>>();

  constructor(parsed: ParsedFile) {
    this.#parsed = parsed;
    for (const typing of parsed.typings) {
      if (typing.kind === "property") continue;
      const known = this.#byName.get(typing.name);
      if (known) known.push(typing);
      else this.#byName.set(typing.name, [typing]);
    }
  }

  /** The variable that a name means at a place; the innermost declaration around it is `owner`. */
  find(name: string, at: number, owner: number | undefined): Typing | undefined {
    const all = this.#byName.get(name);
    if (!all) return undefined;
    for (let index = all.length - 1; index >= 0; index--) {
      const typing = all[index];
      if (typing && visibleFrom(typing) <= at && at < typing.to && this.#encloses(typing.owner, owner))
        return typing;
    }
    return undefined;
  }

  /** The types of variables that are known already, as seen from inside a symbol. */
  typesIn(symbol: number | undefined): Map<Typing, Typed | undefined> {
    const known = this.#types.get(symbol);
    if (known) return known;
    const types = new Map<Typing, Typed | undefined>();
    this.#types.set(symbol, types);
    return types;
  }

  #encloses(outer: number | undefined, inner: number | undefined): boolean {
    if (outer === undefined) return true;
    for (let index = inner; index !== undefined; index = this.#parsed.declarations[index]?.parent) {
      if (index === outer) return true;
    }
    return false;
  }
}

/** A name is not yet itself inside its own initial value: `let user = user()`. */
function visibleFrom({ from, name, valueTo }: Typing): number {
  return valueTo ?? from + name.length;
}
