import { type CodeAction, CodeActionKind, type Diagnostic } from "vscode-languageserver/node";
import { linesOf, rangeOn, uriOf } from "../session/positions.ts";
import type { OpenFile } from "../session/session.ts";
import { factsOfFile, graphOf } from "./tag-findings.ts";

/** For a tag that names no requirement: the nearest addresses. For one that names several: each in full. */
export async function codeActions(file: OpenFile, diagnostics: readonly Diagnostic[]): Promise<CodeAction[]> {
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
        return names.map((name): CodeAction => {
          const edit = { range: rangeOn(line, at, at + reference.length), newText: name };
          return {
            title: `Change to \`${name}\``,
            kind: CodeActionKind.QuickFix,
            diagnostics: [diagnostic],
            edit: { changes: { [uriOf(file.folder.workspace, file.path)]: [edit] } },
          };
        });
      });
  });
}
