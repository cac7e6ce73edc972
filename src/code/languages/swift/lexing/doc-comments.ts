import type { Comment } from "./tokens.ts";

export interface Doc {
  readonly text: string;
  readonly from: number;
}

/** Finds the doc comment that ends right above a place; a blank line or an ordinary comment between breaks it. */
export class DocComments {
  readonly #byEndLine = new Map<number, Comment>();
  readonly #text: string;

  constructor(text: string, comments: readonly Comment[]) {
    this.#text = text;
    for (const comment of comments) this.#byEndLine.set(comment.endLine, comment);
  }

  above(line: number, from: number): Doc | undefined {
    const last = this.#before(line, from) ?? this.#before(line - 1, from);
    if (!last?.isDoc) return undefined;
    const parts = [last];
    // Lines of `///` above each other are one comment.
    for (let part = last; this.#isLine(part); ) {
      const previous = this.#byEndLine.get(part.line - 1);
      if (!previous?.isDoc || !this.#isLine(previous) || !this.#isAlone(previous)) break;
      parts.unshift(previous);
      part = previous;
    }
    const text = parts
      .map((part) => this.#content(part))
      .join("\n")
      .trim();
    return text === "" ? undefined : { text, from: parts[0]?.from ?? from };
  }

  #before(line: number, from: number): Comment | undefined {
    const comment = this.#byEndLine.get(line);
    return comment && comment.to <= from && this.#isAlone(comment) ? comment : undefined;
  }

  #isLine(comment: Comment): boolean {
    return this.#text.startsWith("//", comment.from);
  }

  /** Nothing but white space is before it on its line: a comment after code belongs to that code. */
  #isAlone(comment: Comment): boolean {
    const start = this.#text.lastIndexOf("\n", comment.from - 1) + 1;
    return this.#text.slice(start, comment.from).trim() === "";
  }

  #content(comment: Comment): string {
    const raw = this.#text.slice(comment.from, comment.to);
    if (this.#isLine(comment)) return raw.replace(/^\/\/\/ ?/, "").trimEnd();
    const lines = raw
      .replace(/^\/\*\*/, "")
      .replace(/\*\/$/, "")
      .split("\n");
    return lines.map((line) => line.replace(/^\s*\* ?/, "").trimEnd()).join("\n");
  }
}
