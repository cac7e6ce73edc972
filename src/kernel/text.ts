/** Line ending that a text mostly uses; LF when it has none. */
export function lineEndingOf(text: string): "\n" | "\r\n" {
  const crlf = text.split("\r\n").length - 1;
  const lf = text.split("\n").length - 1 - crlf;
  return crlf > lf ? "\r\n" : "\n";
}

/** `1 file`, `2 files`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** Like `printable`, for what must stay on its line, such as the name of a file: it may hold line breaks. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\t\n\u2028\u2029]/g, "\ufffd");
}

/**
 * Text from a stranger's file or process made safe for a terminal: control characters and escape sequences
 * become visible, line breaks and tabs stay.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is sought
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
