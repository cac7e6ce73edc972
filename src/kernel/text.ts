/** The most frequent line ending of a text; LF when it has none. */
export function lineEndingOf(text: string): "\n" | "\r\n" {
  const crlf = text.split("\r\n").length - 1;
  const lf = text.split("\n").length - 1 - crlf;
  return crlf > lf ? "\r\n" : "\n";
}

/** `1 file`, `2 files`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** The text without trailing characters of `chars`. Linear, unlike a pattern such as `/x+$/`. */
export function withoutTrailing(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without everything between two markers, markers included. An unclosed opening marker stays. */
export function withoutSpans(text: string, open: string, close: string): string {
  let rest = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
    if (end < 0) return rest + text.slice(from);
    rest += text.slice(from, start);
    from = end + close.length;
  }
}

/** Like `printable`, for text that must stay on one line, such as a file name, which can contain line breaks. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\t\r\n]/g, "\ufffd");
}

const controls = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`;
/** Invisible characters: direction marks, zero-width marks, tags. The joiners of scripts and emoji stay. */
const invisible = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
const unprintable = new RegExp(String.raw`\r(?!\n)|[${controls}${invisible}]`, "gu");

/**
 * Text from a file or process, made safe for a terminal: control characters, escape sequences and invisible
 * characters become visible; line breaks and tabs stay. From U+007F on, the form is the JSON escape, so that JSON
 * text keeps its meaning.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (char) =>
    char < " " ? String.fromCharCode(0x2400 + char.charCodeAt(0)) : escapeUnits(char),
  );
}

function escapeUnits(char: string): string {
  return char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
