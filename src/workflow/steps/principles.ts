import { readMarkdown } from "../../markdown/document.ts";

/** The headings under "Core Principles" of the project's constitution. */
export function principlesIn(constitution: string | undefined): string[] {
  const { headings } = readMarkdown(constitution ?? "");
  const core = headings.find(({ text }) => /^core principles$/i.test(text));
  if (core === undefined) return [];
  return headings
    .filter(({ level, line }) => level === core.level + 1 && line > core.line && line <= core.endLine)
    .map(({ text }) => text);
}
