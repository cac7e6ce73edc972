import type { MarkdownDocument } from "../../markdown/document.ts";

/** Guidance in an HTML comment. It stays in the document until someone has followed it. */
export interface Directive {
  readonly line: number;
  readonly text: string;
}

/** Every HTML comment of the body, in order. */
export function openDirectives(document: MarkdownDocument): Directive[] {
  return document.comments.map(({ line, text }) => ({ line, text }));
}
