import type { ParsedFile, Typing } from "../languages/language.ts";

/** Parameters and local variables of one file, found by name and place. */
export class Locals {
  private readonly byName = new Map<string, Typing[]>();
  private readonly parsed: ParsedFile;

  constructor(parsed: ParsedFile) {
    this.parsed = parsed;
    for (const typing of parsed.typings) {
      if (typing.kind === "property") continue;
      const known = this.byName.get(typing.name);
      if (known) known.push(typing);
      else this.byName.set(typing.name, [typing]);
    }
  }

  /** The variable that a name means at a place; the innermost declaration around it is `owner`. */
  find(name: string, at: number, owner: number | undefined): Typing | undefined {
    const all = this.byName.get(name);
    if (!all) return undefined;
    for (let index = all.length - 1; index >= 0; index--) {
      const typing = all[index];
      if (typing && visibleFrom(typing) <= at && at < typing.to && this.encloses(typing.owner, owner))
        return typing;
    }
    return undefined;
  }

  private encloses(outer: number | undefined, inner: number | undefined): boolean {
    if (outer === undefined) return true;
    for (let index = inner; index !== undefined; index = this.parsed.declarations[index]?.parent) {
      if (index === outer) return true;
    }
    return false;
  }
}

/** A name is not yet itself inside its own initial value: `let user = user()`. */
function visibleFrom({ from, name, value }: Typing): number {
  return from + name.length + (value === undefined ? 0 : value.length + 1);
}
