/**
 * Some C# makes its grammar lose the rest of a type: a directive inside a header, and `ref` in front of a struct. What
 * the structure can do without is replaced by spaces, so that all places stay where they are.
 */
export function readableCSharp(text: string): string {
  let plain = text;
  for (const { isWorthALook, pattern } of rules) {
    if (isWorthALook.test(plain)) plain = plain.replace(pattern, (match) => match.replace(/[^\r\n]/g, " "));
  }
  return plain;
}

const words =
  "(?:\\s{0,200}\\b(?:public|internal|private|protected|static|abstract|sealed|partial|readonly|unsafe|new)\\b)";
/** A branch of `#if` that has nothing but modifiers of the declaration that follows. */
const branch = `[ \\t]{0,200}#(?:if|elif)\\b[^\\n]{0,500}\\n${words}{1,8}\\s{0,200}\\n`;

// All lengths are bounded, so that no text takes more than its own length in time.
const rules: readonly { readonly isWorthALook: RegExp; readonly pattern: RegExp }[] = [
  {
    isWorthALook: /^[ \t]*#(?:pragma|region|endregion)\b/m,
    pattern: /^[ \t]*#(?:pragma|region|endregion)\b[^\n]*/gm,
  },
  // The last branch stays: `#if UNITY internal #else public #endif class Box`.
  {
    isWorthALook: /^[ \t]*#if\b/m,
    pattern: new RegExp(
      `^(?:${branch}){1,8}[ \\t]{0,200}#else\\b[^\\n]{0,500}(?=\\n${words}{1,8}\\s{0,200}\\n[ \\t]{0,200}#endif\\b)`,
      "gm",
    ),
  },
  {
    isWorthALook: /^[ \t]*#endif\b/m,
    pattern: new RegExp(`(?<=^${words}{1,8}[ \\t]{0,200}\\r?\\n)[ \\t]{0,200}#endif\\b[^\\n]{0,500}`, "gm"),
  },
  { isWorthALook: /\bref\s/, pattern: /\bref(?=\s{1,200}(?:(?:partial|readonly)\s{1,200}){0,3}struct\b)/g },
];
