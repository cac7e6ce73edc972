/** A type as the source writes it, parsed. */
export type TypeText =
  | { readonly kind: "name"; readonly path: readonly string[]; readonly args: readonly TypeText[] }
  | { readonly kind: "optional"; readonly of: TypeText }
  | { readonly kind: "all"; readonly of: readonly TypeText[] }
  | { readonly kind: "function"; readonly result: TypeText | undefined }
  | { readonly kind: "tuple"; readonly items: readonly { readonly label: string; readonly type: TypeText }[] }
  | { readonly kind: "meta"; readonly of: TypeText };

const cache = new Map<string, TypeText | undefined>();
const maxCached = 50_000;

/** Undefined for what is not understood. Cached by text: the same few types are written again and again. */
export function readTypeText(text: string): TypeText | undefined {
  if (cache.has(text)) return cache.get(text);
  const reader = new TypeReader(text);
  const type = reader.type();
  if (cache.size > maxCached) cache.clear();
  cache.set(text, type);
  return type;
}

const prefix =
  /^(?:inout|some|any|each|repeat|borrowing|consuming|__owned|__shared|isolated|sending|nonisolated\([^)]*\)|nonisolated|unowned|weak|dyn|impl|mut|const|readonly|final|ref|out|in|this|params|scoped|struct)\s+/;

class TypeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  type(): TypeText | undefined {
    const parts: TypeText[] = [];
    do {
      const part = this.#single();
      if (part) parts.push(part);
    } while (this.#eat("&"));
    return parts.length > 1 ? { kind: "all", of: parts } : parts[0];
  }

  #single(): TypeText | undefined {
    this.#skipPrefixes();
    this.#eat("~");
    const base = this.#text[this.#at] === "(" ? this.#tuple() : this.#bracketOrName();
    return base && this.#suffixes(base);
  }

  #bracketOrName(): TypeText | undefined {
    if (!this.#eat("[")) return this.#name();
    const first = this.type();
    const second = this.#eat(":") ? this.type() : undefined;
    this.#eat("]");
    if (!first) return undefined;
    return second
      ? { kind: "name", path: ["Dictionary"], args: [first, second] }
      : { kind: "name", path: ["Array"], args: [first] };
  }

  #name(): TypeText | undefined {
    const path: string[] = [];
    let args: readonly TypeText[] = [];
    for (;;) {
      const word = this.#match(/^`?([\p{L}_$][\p{L}\p{N}_$]*)`?/u);
      if (!word) break;
      if (word === "Type" && path.length > 0) return { kind: "meta", of: { kind: "name", path, args } };
      if (word !== "Protocol" || path.length === 0) path.push(word);
      if (this.#eat("<")) args = this.#arguments();
      if (!this.#eat(".") && !this.#eat("::")) break;
    }
    return path.length === 0 ? undefined : { kind: "name", path, args };
  }

  #arguments(): TypeText[] {
    const args: TypeText[] = [];
    while (this.#at < this.#text.length && !this.#eat(">")) {
      const mark = this.#at;
      const arg = this.type();
      if (arg) args.push(arg);
      this.#eat(",");
      if (this.#at === mark) this.#at++;
    }
    return args;
  }

  #tuple(): TypeText | undefined {
    this.#at++;
    const items: { label: string; type: TypeText }[] = [];
    while (this.#at < this.#text.length && !this.#eat(")")) {
      const mark = this.#at;
      const label = this.#match(/^((?:[\p{L}_][\p{L}\p{N}_]*\s+)?[\p{L}_][\p{L}\p{N}_]*)\s*:(?!:)/u) ?? "";
      const type = this.type();
      if (type) items.push({ label, type });
      this.#eat("...");
      this.#eat(",");
      if (this.#at === mark) this.#at++;
    }
    this.#match(/^((?:async|throws|rethrows)(?:\([^)]*\))?\s*)+/);
    if (this.#eat("->") || this.#eat("=>")) return { kind: "function", result: this.type() };
    const [only] = items;
    return items.length === 1 && only ? only.type : { kind: "tuple", items };
  }

  #suffixes(base: TypeText): TypeText {
    let type = base;
    for (;;) {
      if (this.#eat("?") || this.#eat("!")) type = { kind: "optional", of: type };
      else if (this.#match(/^\.Type\b/) !== undefined) type = { kind: "meta", of: type };
      else if (this.#match(/^\[\]/) !== undefined) type = { kind: "name", path: ["Array"], args: [type] };
      else return type;
    }
  }

  #skipPrefixes(): void {
    for (;;) {
      this.#skipSpace();
      const rest = this.#text.slice(this.#at);
      const match = /^@[\w.]+(\([^)]*\))?/.exec(rest) ?? prefix.exec(rest) ?? /^[*&]+(?:mut\s)?/.exec(rest);
      if (!match) return;
      this.#at += match[0].length;
    }
  }

  #eat(word: string): boolean {
    this.#skipSpace();
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    this.#skipSpace();
    const match = pattern.exec(this.#text.slice(this.#at));
    if (!match) return undefined;
    this.#at += match[0].length;
    return match[1] ?? match[0];
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\n") this.#at++;
  }
}

/** Names and bounds of `<T: P, each U, let n: Int>`; a bound is type text. */
export function readGenericNames(generics: string | undefined): { name: string; bound: string }[] {
  if (!generics) return [];
  return splitOutside(generics.replace(/^</, "").replace(/>$/, ""), ",").flatMap((part) => {
    const match =
      /^\s*(?:each\s+|let\s+|in\s+|out\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*(?:(?::|\bextends\b)\s*([\s\S]*))?$/u.exec(
        part,
      );
    const [, name, bound = ""] = match ?? [];
    return name ? [{ name, bound: bound.trim() }] : [];
  });
}

/** `T: P, U == V` as pairs; both `:` and `==` bound what is left of them. */
export function readConstraints(constraints: string | undefined): { name: string; bound: string }[] {
  if (!constraints) return [];
  return splitOutside(constraints, ",").flatMap((part) => {
    const [, name, bound] = /^([^:=]{1,500})(?::|==)([\s\S]+)$/.exec(part) ?? [];
    return name && bound ? [{ name: name.trim(), bound: bound.trim() }] : [];
  });
}

/** Splits where no bracket is open. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if ("([{<".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && text[at - 1] !== "-" && text[at - 1] !== "=")) depth--;
    else if (char === separator && depth <= 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part.trim() !== "");
}
