import type { ParsedFile, Typing } from "../../languages/language.ts";
import type { InferredType } from "./inference.ts";

/** Parameters and local variables of one file, by name and position. */
export class Locals {
  readonly #byName = new Map<string, Typing[]>();
  readonly #parsed: ParsedFile;
  readonly #types = new Map<number | undefined, Map<Typing, InferredType | undefined>>();

  constructor(parsed: ParsedFile) {
    this.#parsed = parsed;
    for (const typing of parsed.typings) {
      if (typing.kind === "property") continue;
      const typings = this.#byName.get(typing.name);
      if (typings) typings.push(typing);
      else this.#byName.set(typing.name, [typing]);
    }
  }

  /** The variable that a name means at a position, whose innermost declaration is `owner`. */
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

  /** The cached types of variables, as seen from inside a symbol. */
  typesIn(symbol: number | undefined): Map<Typing, InferredType | undefined> {
    const cached = this.#types.get(symbol);
    if (cached) return cached;
    const types = new Map<Typing, InferredType | undefined>();
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
