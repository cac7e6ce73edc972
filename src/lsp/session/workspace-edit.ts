import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { RenamedFile } from "../markdown/rename.ts";
import type { Folder } from "./folder.ts";
import { uriOf } from "./positions.ts";
import type { Session } from "./session.ts";

/** Changes of files as one edit of the client, in the form that it understands. */
export async function toWorkspaceEdit(
  session: Session,
  folder: Folder,
  files: readonly RenamedFile[],
): Promise<WorkspaceEdit> {
  const { fileEdits, versionedEdits } = session.client;
  const changes: NonNullable<WorkspaceEdit["documentChanges"]> = [];
  const gone = files.filter(({ edits, after }) => edits === undefined && after === undefined);
  for (const file of files) {
    const uri = uriOf(folder.workspace, file.path);
    if (file.edits !== undefined) changes.push(documentEdit(session, uri, file.edits));
    else if (file.after !== undefined) {
      const moved = file.isNew === true ? gone.find(({ path }) => path !== file.path) : undefined;
      // A client that cannot move files gets the text at the old place, where it is read as well.
      const at = moved !== undefined && !fileEdits ? moved.path : file.path;
      if (moved !== undefined && fileEdits)
        changes.push({
          kind: "rename",
          oldUri: uriOf(folder.workspace, moved.path),
          newUri: uri,
          options: { ignoreIfExists: true },
        });
      else if (file.isNew === true && moved === undefined && fileEdits)
        changes.push({ kind: "create", uri, options: { ignoreIfExists: true } });
      else if (file.isNew === true && moved === undefined) continue;
      const before = await session.textAt({ folder, path: moved?.path ?? file.path });
      changes.push(documentEdit(session, uriOf(folder.workspace, at), [wholeText(before ?? "", file.after)]));
    }
  }
  if (versionedEdits) return { documentChanges: changes };
  const texts = changes.filter((change): change is TextDocumentEdit => "textDocument" in change);
  return {
    changes: Object.fromEntries(
      texts.map(({ textDocument, edits }) => [
        textDocument.uri,
        edits.flatMap((edit) => ("newText" in edit ? [edit] : [])),
      ]),
    ),
  };
}

function documentEdit(session: Session, uri: string, edits: readonly TextEdit[]): TextDocumentEdit {
  const version = session.documents.get(uri)?.version ?? null;
  return { textDocument: { uri, version }, edits: [...edits] };
}

function wholeText(before: string, after: string): TextEdit {
  const lines = before.split("\n");
  const end = { line: lines.length, character: 0 };
  return { range: { start: { line: 0, character: 0 }, end }, newText: after };
}
