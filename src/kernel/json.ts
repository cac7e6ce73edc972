export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether JSON text nests deeper than a limit. Protects recursive parsers; scans the text once. */
export function nestsDeeperThan(levels: number, text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isString && char === "\\") at += 1;
    else if (char === '"') isString = !isString;
    else if (isString) continue;
    else if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
