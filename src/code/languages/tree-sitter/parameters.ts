import type { Parameter } from "../language.ts";
import type { Grammar } from "./grammar.ts";

const opening = "([{<";
const closing = ")]}>";

/** The text between the commas of a bracketed list, commas inside brackets and strings not counted. */
export function splitList(list: string): string[] {
  const inner = list
    .trim()
    .replace(/^[([|]/, "")
    .replace(/[)\]|]$/, "");
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < inner.length; at++) {
    const char = inner[at] ?? "";
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "`" || (char === "'" && !isLifetime(inner, at))) quote = char;
    else if (opening.includes(char)) depth++;
    else if (closing.includes(char) && inner[at - 1] !== "-" && inner[at - 1] !== "=") depth--;
    else if (char === "," && depth <= 0) {
      parts.push(inner.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(inner.slice(from));
  return parts.map((part) => part.replace(/\s+/g, " ").trim()).filter((part) => part !== "");
}

/** `'a` in Rust, which no second quote follows. */
function isLifetime(text: string, at: number): boolean {
  return /^'[A-Za-z_]\w*(?![\w'])/.test(text.slice(at, at + 100));
}

export function readParameters(list: string, style: Grammar["parameters"]): Parameter[] {
  return splitList(list)
    .filter((part) => part !== "*" && part !== "/" && part !== "void")
    .map((part) => readParameter(part, style));
}

function readParameter(part: string, style: Grammar["parameters"]): Parameter {
  const [declaration = "", initial] = splitDefault(part);
  const { name, type } = nameAndType(declaration.trim(), style);
  return {
    label: "_",
    name,
    type,
    hasDefault: initial !== undefined || undefined,
    variadic: /^\.\.\.|^\*|^vararg\b|^params\b|\.\.\./.test(declaration) || undefined,
  };
}

function splitDefault(part: string): [string, string?] {
  const at = part.search(/=(?![=>])/);
  return at < 0 ? [part] : [part.slice(0, at), part.slice(at + 1)];
}

/** A parameter that goes on is cut, with its type. */
const maxParameterLength = 500;

function nameAndType(text: string, style: Grammar["parameters"]): { name: string; type?: string } {
  const plain = text
    .slice(0, maxParameterLength)
    .replace(/^(@\w+(\([^)]*\))?\s+)+/, "")
    .replace(/^(\.{3}|\*{1,2}|&mut |&|mut )/, "");
  if (style === "name: type") {
    const colon = plain.indexOf(":");
    if (colon < 0) return { name: lastWord(plain) };
    return { name: lastWord(plain.slice(0, colon)), type: plain.slice(colon + 1).trim() };
  }
  // How C# passes a value does not belong to its type.
  const passed =
    style === "type name" ? plain.replace(/^(?:(?:ref|in|out|params|scoped|readonly) )+/, "") : plain;
  const match =
    style === "type name" ? /^(.*?)([\w$]+)(\[\])*$/.exec(passed) : /^([\w$]+)\s+(.*)$/.exec(passed);
  if (!match) return { name: lastWord(plain) };
  const [, one = "", two = ""] = match;
  const [name, type] = style === "type name" ? [two, one] : [one, two];
  return type.trim() === "" ? { name } : { name, type: type.trim() };
}

function lastWord(text: string): string {
  return /[\w$]+(?=\W*$)/.exec(text)?.[0] ?? text.trim();
}
