/** Escape sequences of terminals, whole or with the escape character already removed by an XML writer. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const terminalCodes = /\u001b?\[[0-9;]{1,10}m|[\u0000-\u001f\u007f\ufffd]/g;

/** Most titles have none of this: other than printable ASCII, a terminal code, more than single spaces. */
const uncommon = /[^ -~]|\[[0-9;]|^ | $| {2}/;

/** A title as it is compared: composed Unicode, without terminal codes, white space squeezed. */
export function plainTitle(title: string): string {
  if (!uncommon.test(title)) return title;
  return title.normalize("NFC").replace(terminalCodes, " ").replace(/\s+/g, " ").trim();
}

/** A chain of titles in one text, whatever separator the report puts between suites. */
export function chainKey(titles: readonly string[]): string {
  return plainTitle(titles.join(" ").replace(/ (?:>|›|»|::) /g, " "));
}

/** As `go test` writes names: spaces become `_`, and `/` separates. */
export function looseKey(titles: readonly string[]): string {
  return chainKey(titles).replace(/[\s_/]+/g, "_");
}

/** A name of a report without the values of a parametrized test: `test_cancel[late]`, `Full(1)`, `many(int)[2]`. */
export function withoutValues(name: string): string {
  const plain = name.replace(/#\d{2,}$/, "");
  const start = plain.search(/[[(]/);
  return start > 0 && /[\])]$/.test(plain) ? plain.slice(0, start).trimEnd() : plain;
}

/** A title with holes, as the literal texts around them. */
export interface Template {
  readonly literals: readonly string[];
  /** Letters of the literals: more of them fit better. */
  readonly weight: number;
}

const holes = /%[sdifjopO#$]|%\.\d+f|\$\{[^}]*\}|\$[\w#][\w.]*|\{\w*\}/g;

/** Undefined for a title without holes. */
export function templateOf(titles: readonly string[]): Template | undefined {
  const literals = chainKey(titles)
    .split(holes)
    .map((literal) => literal.replaceAll("%%", "%"));
  if (literals.length < 2) return undefined;
  return { literals, weight: literals.join("").replace(/\s/g, "").length };
}

/** Whether a text has the literals in order. Takes time in proportion to the text, whatever the holes. */
export function fitsTemplate({ literals }: Template, text: string): boolean {
  const first = literals[0] ?? "";
  const last = literals.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return at <= text.length - last.length;
}
