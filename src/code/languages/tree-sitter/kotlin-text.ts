/**
 * Some Kotlin makes its grammar lose the rest of the file: words that are keywords only here and there, annotations in
 * places where few are, and guards of `when`, which are younger than the grammar. What the structure can do without is
 * replaced by spaces, so that all places stay where they are.
 */
export function readableKotlin(text: string): string {
  let plain = text;
  for (const { isWorthALook, pattern } of rules) {
    if (!isWorthALook.test(plain)) continue;
    plain = plain.replace(pattern, (match, prefix: string, blank: string) => {
      const rest = match.slice(prefix.length + blank.length);
      return prefix + blank.replace(/[^\r\n]/g, " ") + rest;
    });
  }
  return plain;
}

// All lengths are bounded, so that no text takes more than its own length in time.
const flat = "[^()]{0,1000}";
const inner = `${flat}(?:\\(${flat}(?:\\(${flat}\\)${flat}){0,20}\\)${flat}){0,20}`;
const annotation = `@[\\w.:]{1,100}(?:\\(${inner}\\))?\\s{1,200}`;
const annotations = `(?:${annotation}){1,20}`;
const visibility = "(?:(?:private|protected|internal|public|inline)\\s{1,200}){0,5}";

const modifier =
  "(?:public|internal|private|protected|open|abstract|sealed|final|annotation|value|data|inner)\\s{1,200}";

/** The first group stays, the second becomes blank, what is behind stays. */
const rules: readonly { readonly isWorthALook: RegExp; readonly pattern: RegExp }[] = [
  // `@Slow @Old class Fast` and `@Slow public class Fast` are expressions of several words to the grammar. The first
  // annotation stays: there the declaration begins.
  {
    isWorthALook: /@\w/,
    pattern: new RegExp(
      `(${annotation})((?:${annotation}){0,20}(?:${modifier}){0,5})(?=(?:class|object|interface)\\b)`,
      "g",
    ),
  },
  // `val name @Slow get() = …`, on a line of its own or not.
  {
    isWorthALook: /\b[gs]et\b/,
    pattern: new RegExp(`()(${annotations})(?=${visibility}[gs]et\\b\\s*(?:\\(|$))`, "gm"),
  },
  // `class Result<T>`, and on the next line `@PublishedApi internal constructor(…)`.
  {
    isWorthALook: /\bconstructor\b/,
    pattern: new RegExp(`()(${annotations})(?=${visibility}constructor\\b)`, "g"),
  },
  // And `internal actual constructor(…)` of a class for one platform.
  {
    isWorthALook: /\b(?:actual|expect)\s{1,200}constructor\b/,
    pattern:
      /(\b(?:private|protected|internal|public)\s{1,200}|)((?:actual|expect)\s{1,200})(?=constructor\b)/g,
  },
  // `is Text if size > 3 ->`
  {
    isWorthALook: / if /,
    pattern: new RegExp(
      `^([ \\t]{0,80}(?!(?:else|return|throw|if|when|val|var)\\b)(?:!?(?:is|in) )?[\\w.<>*,?" ]{0,120}[\\w>*?"])` +
        `( if (?:\\(${inner}\\)[^\\n{}>-]{0,300}|[^\\n{}]{0,300}?))(?=\\s{0,80}->)`,
      "gm",
    ),
  },
  // A value that is called `where`.
  { isWorthALook: /\bwhere\??\./, pattern: /(^|[^\w.])(where\??\.)(?=\w)/gm },
  // And one that is called `suspend`.
  { isWorthALook: /\bsuspend(?:\(| *=)/, pattern: /()\b(suspend(?:(?=\()| *=(?!=)))/g },
  // The label of a closure: `run work@ { … }`.
  { isWorthALook: /\w@ *\{/, pattern: /([\w)>] )(\w+@)(?= *\{)/g },
];
