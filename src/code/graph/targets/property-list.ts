/** A value of an old-style property list, which Xcode writes its projects in. */
export type PlistValue = string | readonly PlistValue[] | PlistDictionary;
export interface PlistDictionary {
  readonly [key: string]: PlistValue;
}

/** Undefined when it does not read to its end. */
export function readPropertyList(text: string): PlistValue | undefined {
  const reader = new PlistReader(text);
  const value = reader.value();
  return reader.isAtEnd() ? value : undefined;
}

class PlistReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): PlistValue | undefined {
    this.#blank();
    const char = this.#text[this.#at];
    if (char === "{") return this.#dictionary();
    if (char === "(") return this.#array();
    return this.#word();
  }

  isAtEnd(): boolean {
    this.#blank();
    return this.#at >= this.#text.length;
  }

  #dictionary(): PlistDictionary | undefined {
    this.#at++;
    const entries: [string, PlistValue][] = [];
    while (!this.#eat("}")) {
      const key = this.#word();
      const value = key !== undefined && this.#eat("=") ? this.value() : undefined;
      if (key === undefined || value === undefined || !this.#eat(";")) return undefined;
      entries.push([key, value]);
    }
    return Object.fromEntries(entries);
  }

  #array(): PlistValue[] | undefined {
    this.#at++;
    const items: PlistValue[] = [];
    while (!this.#eat(")")) {
      const item = this.value();
      if (item === undefined) return undefined;
      items.push(item);
      this.#eat(",");
    }
    return items;
  }

  #word(): string | undefined {
    this.#blank();
    const found = /^(?:"((?:\\[\s\S]|[^"\\])*)"|([^\s"{}()=;,]+))/.exec(
      this.#text.slice(this.#at, this.#at + 4_000),
    );
    if (!found) return undefined;
    this.#at += found[0].length;
    return found[2] ?? (found[1] ?? "").replace(/\\([\s\S])/g, "$1");
  }

  #eat(char: string): boolean {
    this.#blank();
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #blank(): void {
    const pattern = /\s+|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|\/\/[^\n]*/y;
    for (let found: RegExpExecArray | null = null; ; ) {
      pattern.lastIndex = this.#at;
      found = pattern.exec(this.#text);
      if (found === null || found[0] === "") return;
      this.#at += found[0].length;
    }
  }
}
