import { splitOutside } from "./type-text.ts";

/** A postfix expression as source text, taken apart: what it starts with and the steps from there. */
export interface Chain {
  readonly head: Head;
  readonly steps: readonly Step[];
}

export type Head =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "implicit"; readonly name: string }
  | { readonly kind: "literal"; readonly type: string }
  | { readonly kind: "group"; readonly inner: string }
  | { readonly kind: "collection"; readonly inner: string }
  | { readonly kind: "cast"; readonly type: string; readonly optional: boolean };

export type Step =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "call"; readonly labels: readonly string[]; readonly closures: readonly string[] }
  | { readonly kind: "index"; readonly labels: readonly string[] }
  | { readonly kind: "unwrap" }
  | { readonly kind: "types"; readonly text: string };

const longestCast = 500;

/** Reads an initial value: keywords in front, casts, `??` and the conditional operator are seen through. */
export function readValue(text: string): Chain | undefined {
  let rest = text.trim().replace(/\s{1,40}(else|where\s[\s\S]*)$/, "");
  for (;;) {
    const shorter = rest.replace(/^(try[?!]?|await|consume|copy|unsafe|each|new|&)\s+/, "");
    if (shorter === rest) break;
    rest = shorter;
  }
  // A cast stands at the end; the pattern tries every `as` before it.
  const cast = /^[\s\S]*\sas([?!]?)\s+([\p{L}_][^=|]*)$/u.exec(rest.slice(-longestCast));
  if (cast?.[2] && isOutside(rest, rest.length - cast[2].length))
    return { head: { kind: "cast", type: cast[2], optional: cast[1] === "?" }, steps: [] };
  const parts = operands(rest);
  if (!parts) return undefined;
  return readChain(parts.text, parts.unwraps);
}

/** The operand that gives the type: left of `??`, first branch of `? :`. Undefined for any other operator. */
function operands(text: string): { text: string; unwraps: boolean } | undefined {
  const space = spacedOperator(text);
  if (!space) return { text, unwraps: false };
  const left = text.slice(0, space.at).trim();
  if (space.operator === "??") return { text: left, unwraps: true };
  if (space.operator === "?") {
    const branch = text.slice(space.at + 2);
    const colon = branch.search(/\s:\s/);
    return colon < 0 ? undefined : operands(branch.slice(0, colon).trim());
  }
  if (/^(==|!=|<|>|<=|>=|&&|\|\||===|!==|~=|is)$/.test(space.operator))
    return { text: "true", unwraps: false };
  return undefined;
}

function spacedOperator(text: string): { at: number; operator: string } | undefined {
  const pattern = /\s(\?\?|[-+*/%<>=!&|^~?.]+|is)\s/g;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    if (isOutside(text, found.index)) return { at: found.index, operator: found[1] ?? "" };
  }
  return undefined;
}

/** Whether a place is outside all brackets and strings that begin before it. */
function isOutside(text: string, place: number): boolean {
  let at = 0;
  while (at < place) {
    const char = text[at] ?? "";
    if ('([{"'.includes(char)) {
      const end = endOf(text, at);
      if (end > place) return false;
      at = end;
    } else at++;
  }
  return true;
}

/** Reads `a.b(c:)[d]?.e { … }`. Undefined when it does not begin like one or was cut off. */
export function readChain(text: string, unwrapsAtEnd = false): Chain | undefined {
  const head = readHead(text);
  if (!head) return undefined;
  const steps = readSteps(text, head.end);
  if (!steps) return undefined;
  return { head: head.head, steps: unwrapsAtEnd ? [...steps, { kind: "unwrap" }] : steps };
}

const word = /^`?([\p{L}_$][\p{L}\p{N}_$]*)`?/u;

function readHead(text: string): { head: Head; end: number } | undefined {
  const first = text[0] ?? "";
  if (first === "(") return grouped(text, "group");
  if (first === "[") return grouped(text, "collection");
  if (first === '"' || /^#+"/.test(text)) return literal("String", endOf(text, text.indexOf('"')));
  if (first === ".") {
    const name = word.exec(text.slice(1));
    return name?.[1] ? { head: { kind: "implicit", name: name[1] }, end: 1 + name[0].length } : undefined;
  }
  const number = /^-?\d[\d_]*(\.\d[\d_]*)?([eE][-+]?\d+)?|^0x[\dA-Fa-f_]+/.exec(text);
  if (number) return literal(number[1] ? "Double" : "Int", number[0].length);
  const name = word.exec(text);
  if (!name?.[1]) return undefined;
  if (name[1] === "true" || name[1] === "false") return literal("Bool", name[0].length);
  return { head: { kind: "name", name: name[1] }, end: name[0].length };
}

function grouped(text: string, kind: "group" | "collection"): { head: Head; end: number } | undefined {
  const end = endOf(text, 0);
  return end > text.length ? undefined : { head: { kind, inner: text.slice(1, end - 1) }, end };
}

function literal(type: string, end: number): { head: Head; end: number } {
  return { head: { kind: "literal", type }, end };
}

function readSteps(text: string, start: number): Step[] | undefined {
  const steps: Step[] = [];
  let at = start;
  while (at < text.length) {
    const rest = text.slice(at);
    const member = /^\s*\??\.(?:`?([\p{L}_$][\p{L}\p{N}_$]*)`?|(\d+))/u.exec(rest);
    if (member) {
      if (/^\s*\?/.test(member[0])) steps.push({ kind: "unwrap" });
      if (member[1] !== "self") steps.push({ kind: "member", name: member[1] ?? member[2] ?? "" });
      at += member[0].length;
      continue;
    }
    const char = rest[0] ?? "";
    if (char === "?" || char === "!") {
      steps.push({ kind: "unwrap" });
      at++;
      continue;
    }
    const types = char === "<" ? typeArguments(rest) : undefined;
    if (types !== undefined) {
      steps.push({ kind: "types", text: types });
      at += types.length + 2;
      continue;
    }
    const next = bracketStep(text, at, steps);
    if (next === undefined) return undefined;
    at = next;
  }
  return steps;
}

/** One `(…)`, `[…]` or trailing closure; the place after it. */
function bracketStep(text: string, at: number, steps: Step[]): number | undefined {
  const trailing = /^\s*(?:([\p{L}_][\p{L}\p{N}_]*)\s*:\s*)?\{/u.exec(text.slice(at));
  const open = trailing ? at + trailing[0].length - 1 : at;
  const end = endOf(text, open);
  const char = text[open] ?? "";
  if (end > text.length || !"([{".includes(char)) return undefined;
  if (char === "[") steps.push({ kind: "index", labels: labelsIn(text.slice(at + 1, end - 1)) });
  else if (char === "(")
    steps.push({ kind: "call", labels: labelsIn(text.slice(at + 1, end - 1)), closures: [] });
  else addClosure(steps, trailing?.[1] ?? "_");
  return end;
}

function addClosure(steps: Step[], label: string): void {
  const last = steps.at(-1);
  if (last?.kind === "call") steps[steps.length - 1] = { ...last, closures: [...last.closures, label] };
  else steps.push({ kind: "call", labels: [], closures: [label] });
}

function labelsIn(inner: string): string[] {
  return splitOutside(inner, ",").map(
    (part) => /^\s*`?([\p{L}_][\p{L}\p{N}_]*)`?\s*:(?!:)/u.exec(part)?.[1] ?? "_",
  );
}

/** `<A, B>` only where nothing but types can stand in it and a call, member or end follows. */
function typeArguments(rest: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < rest.length; at++) {
    const char = rest[at] ?? "";
    if (char === "<") depth++;
    else if (char === ">" && rest[at - 1] !== "-") depth--;
    else if (!/[\p{L}\p{N}_.,:?!&[\]()\s>-]/u.test(char)) return undefined;
    if (depth > 0) continue;
    const after = rest[at + 1];
    return after === undefined || "().[{?!, ".includes(after) ? rest.slice(1, at) : undefined;
  }
  return undefined;
}

/** The place after the bracket or string that opens at `at`; beyond the text when it is not closed. */
function endOf(text: string, at: number): number {
  if (text[at] === '"') return endOfString(text, at);
  let depth = 0;
  for (let place = at; place < text.length; place++) {
    const char = text[place] ?? "";
    if (char === '"') place = endOfString(text, place) - 1;
    else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) {
      depth--;
      if (depth === 0) return place + 1;
    }
  }
  return text.length + 1;
}

function endOfString(text: string, at: number): number {
  const quote = text.startsWith('"""', at) ? '"""' : '"';
  for (let place = at + quote.length; place < text.length; place++) {
    if (text[place] === "\\" && text[place + 1] === "(") place = endOf(text, place + 1) - 1;
    else if (text[place] === "\\") place++;
    else if (text.startsWith(quote, place)) return place + quote.length;
  }
  return text.length + 1;
}
