import { type CodeAction, CodeActionKind, type Diagnostic } from "vscode-languageserver/node";
import { nearest } from "../../kernel/nearest.ts";
import { ensureTypes, readOpeningTags } from "../../trace/links/grammar.ts";
import { linesOf, rangeOn, uriOf } from "../session/positions.ts";
import type { OpenFile } from "../session/session.ts";
import { factsOfFile, graphOf } from "./tag-findings.ts";

/**
 * For a tag that names no requirement: the nearest addresses. For one that names several: each in full. For one that
 * is written wrongly: the same rightly.
 */
export async function codeActions(file: OpenFile, diagnostics: readonly Diagnostic[]): Promise<CodeAction[]> {
  return [...(await namingActions(file, diagnostics)), ...(await spellingActions(file, diagnostics))];
}

async function namingActions(file: OpenFile, diagnostics: readonly Diagnostic[]): Promise<CodeAction[]> {
  const own = diagnostics.filter(
    ({ code, source }) => source === "hewto" && (code === "link-dangling" || code === "link-ambiguous"),
  );
  if (own.length === 0) return [];
  const { tags } = await factsOfFile(file);
  const graph = await graphOf(file);
  const lines = linesOf(file.text);
  return own.flatMap((diagnostic) => {
    const { line } = diagnostic.range.start;
    return tags
      .filter((tag) => tag.line === line + 1)
      .flatMap((tag) => tag.references)
      .flatMap((reference) => {
        const meant = graph.resolve(reference);
        const names =
          meant.kind === "none"
            ? meant.nearest
            : meant.kind === "several"
              ? meant.nodes.map(({ address }) => address)
              : [];
        const at = (lines[line] ?? "").indexOf(reference);
        return names.map((name) => changeTo(file, diagnostic, at, reference, name));
      });
  });
}

/** A type that is spelled wrongly, or that the verb does not take. */
async function spellingActions(file: OpenFile, diagnostics: readonly Diagnostic[]): Promise<CodeAction[]> {
  const own = diagnostics.filter(({ code, source }) => source === "hewto" && code === "tag-malformed");
  if (own.length === 0) return [];
  const { malformed } = await factsOfFile(file);
  const lines = linesOf(file.text);
  return own.flatMap((diagnostic) => {
    const { line } = diagnostic.range.start;
    return malformed
      .filter((tag) => tag.line === line + 1)
      .flatMap(({ text }): CodeAction[] => {
        const at = (lines[line] ?? "").indexOf(text);
        const fixed = respelled(text);
        return at < 0 || fixed === undefined ? [] : [changeTo(file, diagnostic, at, text, fixed)];
      });
  });
}

function respelled(tag: string): string | undefined {
  const [, before = "", type = ""] = /^(.*):\s*(\p{L}+)\s*\]$/u.exec(tag) ?? [];
  const [closest] = nearest(type, ensureTypes, 1);
  const candidates = [...(closest === undefined ? [] : [`${before}:${closest}]`]), `${before}]`];
  return candidates.find((each) => readOpeningTags(each).tags.length === 1);
}

function changeTo(
  { folder, path }: OpenFile,
  diagnostic: Diagnostic,
  at: number,
  written: string,
  name: string,
): CodeAction {
  const edit = { range: rangeOn(diagnostic.range.start.line, at, at + written.length), newText: name };
  return {
    title: `Change to \`${name}\``,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    edit: { changes: { [uriOf(folder.workspace, path)]: [edit] } },
  };
}
