import type {
  CodeActionParams,
  CodeLensParams,
  CompletionList,
  CompletionParams,
  DefinitionParams,
  DocumentLinkParams,
  DocumentSymbolParams,
  FoldingRangeParams,
  HoverParams,
  PrepareRenameParams,
  ReferenceParams,
  RenameParams,
  WorkspaceEdit,
  WorkspaceSymbolParams,
} from "vscode-languageserver/node";
import { ErrorCodes, ResponseError } from "vscode-languageserver/node";
import { codeActions } from "./code/actions.ts";
import { addressItems } from "./code/addresses.ts";
import { codeLenses, requirementLenses } from "./code/lens.ts";
import { workspaceSymbols } from "./code/symbols.ts";
import { tagDefinition, tagHover, tagReferences } from "./code/tags.ts";
import { markdownActions } from "./markdown/actions.ts";
import { markdownCompletion } from "./markdown/completion.ts";
import { markdownDefinition } from "./markdown/definition.ts";
import { markdownHover } from "./markdown/hover.ts";
import { identifierAt } from "./markdown/ids.ts";
import { documentLinks } from "./markdown/links.ts";
import { documentSymbols, foldingRanges } from "./markdown/outline.ts";
import { markdownReferences } from "./markdown/references.ts";
import { planRename, renameRange } from "./markdown/rename.ts";
import { planIdRename } from "./markdown/rename-id.ts";
import { isMarkdown } from "./session/documents.ts";
import { linesOf } from "./session/positions.ts";
import { maxTextLength, type OpenFile, type Session } from "./session/session.ts";
import { toWorkspaceEdit } from "./session/workspace-edit.ts";

type Document = { readonly textDocument: { readonly uri: string } };

/** The answers to requests. They are loaded after the server has answered `initialize`. */
export const features = {
  symbols: async (session: Session, { textDocument: { uri } }: DocumentSymbolParams) => {
    const text = markdownText(session, uri);
    if (text === undefined) return [];
    const place = await session.placeOf(uri);
    return documentSymbols(text, (await place?.folder.territory())?.vocabulary);
  },
  folding: async (session: Session, { textDocument: { uri } }: FoldingRangeParams) => {
    const text = markdownText(session, uri);
    return text === undefined ? [] : foldingRanges(text);
  },
  links: (session: Session, params: DocumentLinkParams) =>
    forFile(session, params, [], async (file) => (isMarkdown(file.path) ? documentLinks(file) : [])),
  hover: (session: Session, params: HoverParams) =>
    forFile(session, params, undefined, (file) =>
      isMarkdown(file.path) ? markdownHover(session, file, params.position) : tagHover(file, params.position),
    ),
  definition: (session: Session, params: DefinitionParams) =>
    forFile(session, params, [], (file) =>
      isMarkdown(file.path)
        ? markdownDefinition(session, file, params.position)
        : tagDefinition(file, params.position),
    ),
  references: (session: Session, params: ReferenceParams) =>
    forFile(session, params, [], (file) =>
      isMarkdown(file.path)
        ? markdownReferences(session, file, params.position)
        : tagReferences(file, params.position, params.context.includeDeclaration),
    ),
  completion: (session: Session, params: CompletionParams): Promise<CompletionList> =>
    forFile(session, params, { isIncomplete: false, items: [] }, async (file) => {
      const { line, character } = params.position;
      const before = (linesOf(file.text)[line] ?? "").slice(0, character);
      const items = isMarkdown(file.path)
        ? await markdownCompletion(session, file, params.position)
        : ((await addressItems(file, before, params.position)) ?? []);
      return { isIncomplete: false, items };
    }),
  actions: (session: Session, params: CodeActionParams) =>
    forFile(session, params, [], (file) =>
      isMarkdown(file.path)
        ? markdownActions(file, params.range, params.context.diagnostics)
        : codeActions(file, params.context.diagnostics),
    ),
  lenses: (session: Session, params: CodeLensParams) =>
    forFile(session, params, [], (file) =>
      isMarkdown(file.path) ? requirementLenses(file) : codeLenses(file),
    ),
  prepareRename: (session: Session, params: PrepareRenameParams) =>
    forFile(
      session,
      params,
      undefined,
      async (file) =>
        (await renameRange(file, params.position)) ?? (await identifierAt(file, params.position))?.range,
    ),
  rename: (session: Session, params: RenameParams): Promise<WorkspaceEdit | undefined> =>
    forFile(session, params, undefined, async (file) => {
      const id = (await renameRange(file, params.position)) ?? (await identifierAt(file, params.position));
      const plan =
        id !== undefined && "node" in id
          ? await planIdRename(file, id, params.newName.trim())
          : await planRename(session, file, params.position, params.newName);
      if (typeof plan === "string") throw new ResponseError(ErrorCodes.InvalidRequest, plan);
      return toWorkspaceEdit(session, file.folder, plan);
    }),
  workspaceSymbols: async (session: Session, { query }: WorkspaceSymbolParams) => {
    const folders = await session.allFolders();
    const found = await Promise.all(folders.map((folder) => workspaceSymbols(folder, query)));
    return found.flat();
  },
};

/** The text of an open Markdown document, also of one outside all folders. */
function markdownText(session: Session, uri: string): string | undefined {
  const document = session.documents.get(uri);
  const isRead = document !== undefined && (document.languageId === "markdown" || isMarkdown(uri));
  const text = isRead ? document.getText() : undefined;
  return text === undefined || text.length > maxTextLength ? undefined : text;
}

async function forFile<T>(
  session: Session,
  { textDocument: { uri } }: Document,
  none: T,
  answer: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const file = await session.open(uri);
  return file === undefined ? none : answer(file);
}
