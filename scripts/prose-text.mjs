// Finds the prose in a source file: the text of comments, strings and templates. Everything else becomes spaces, so
// that line numbers stay and an identifier is never taken for a word. The frame of a comment (`//`, ` * `) becomes
// spaces too, so that a phrase is found when it wraps.

/** Prose of TypeScript or JavaScript, as long as the source, with code replaced by spaces. */
export function proseOfCode(source) {
  const out = blank(source).split("");
  const copy = (from, to) => {
    for (let at = from; at < to; at++) out[at] = source[at];
  };
  /** Positions of the braces of `${` that are open, innermost last. */
  const templates = [];
  let depth = 0;
  let before = "";
  let at = 0;
  while (at < source.length) {
    const two = source.slice(at, at + 2);
    const char = source[at];
    if (two === "//" || (two === "#!" && at === 0)) {
      const end = endOfLine(source, at);
      copy(at + 2, end);
      at = end;
    } else if (two === "/*") {
      const close = source.indexOf("*/", at + 2);
      const end = close < 0 ? source.length : close;
      copy(at + 2, end);
      for (const frame of source.slice(at, end).matchAll(/(?<=\n)[ \t]*\*|^\/\*\*/g)) {
        const start = at + frame.index;
        for (let star = start; star < start + frame[0].length; star++) out[star] = " ";
      }
      at = end + 2;
    } else if (char === '"' || char === "'") {
      const end = endOfString(source, at);
      // A string without a space is a name, a path or a value, not prose.
      if (source.slice(at, end).includes(" ")) copy(at + 1, end);
      at = end + 1;
      before = '"';
    } else if (char === "`" || (char === "}" && templates.at(-1) === depth)) {
      if (char === "}") templates.pop();
      const end = endOfTemplate(source, at + 1);
      copy(at + 1, end);
      if (source[end] === "$") {
        // A value counts as one word of the sentence.
        out[end] = "…";
        templates.push(depth);
        at = end + 2;
        before = "(";
      } else {
        at = end + 1;
        before = '"';
      }
    } else if (char === "/" && !/[\w$)\]"}]/.test(before)) {
      at = endOfPattern(source, at);
      before = '"';
    } else {
      if (char === "{") depth++;
      if (char === "}") depth--;
      const word = /^[A-Za-z_$][\w$]*/.exec(source.slice(at, at + 80))?.[0];
      // After these a slash begins a regular expression; after another word it divides.
      if (word) before = /^(return|typeof|case|in|of|do|else|void|yield|await)$/.test(word) ? "(" : "a";
      else if (char.trim() !== "") before = char;
      at += word?.length ?? 1;
    }
  }
  // An escaped line break separates words.
  return withoutCodeSpans(out.join("").replace(/\\[nrt]/g, "  "));
}

/** Prose of a document: everything but code spans of one word, addresses and the targets of links. */
export function proseOfMarkdown(source) {
  return withoutCodeSpans(source).replace(/\]\([^)\s]+\)|\bhttps?:\/\/\S+/g, blank);
}

/** Prose of a shell script or a settings file: comments, and the lines that have none. */
export function proseOfShell(source) {
  return source.replace(/^.*$/gm, (line) => {
    const comment = /(?:^|\s)#(.*)$/.exec(line);
    return comment ? `${blank(line.slice(0, comment.index + 2))}${line.slice(comment.index + 2)}` : line;
  });
}

/** Without `names` in backticks: they are spelled as the code spells them. */
function withoutCodeSpans(text) {
  return text.replace(/`[^`\s]+`/g, (span) => `\`${"_".repeat(span.length - 2)}\``);
}

function blank(text) {
  return text.replace(/[^\n]/g, " ");
}

function endOfLine(source, at) {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}

function endOfString(source, start) {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === source[start] || source[at] === "\n") return at;
  }
  return source.length;
}

function endOfTemplate(source, start) {
  for (let at = start; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "`" || (source[at] === "$" && source[at + 1] === "{")) return at;
  }
  return source.length;
}

function endOfPattern(source, start) {
  let inClass = false;
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "\n") return start + 1;
    else if (source[at] === "[") inClass = true;
    else if (source[at] === "]") inClass = false;
    else if (source[at] === "/" && !inClass) return at + 1;
  }
  return source.length;
}
