import { type SymbolInformation, SymbolKind } from "vscode-languageserver/node";
import { indexAt } from "../../code/operations/roots.ts";
import { findSymbol } from "../../code/operations/symbols.ts";
import { clipLine } from "../../kernel/clip.ts";
import { foldCase } from "../../markdown/slug.ts";
import { listedPath } from "../../workspace/paths/paths.ts";
import type { Folder } from "../session/folder.ts";
import { rangeOn, uriOf } from "../session/positions.ts";

const maxSymbols = 200;
/** A scenario of a feature has its whole text as its name. */
const maxName = 100;

/** Requirements by name or address, then declarations from the index, where there is one. */
export async function workspaceSymbols(folder: Folder, query: string): Promise<SymbolInformation[]> {
  const { graph } = await folder.requirements();
  const wanted = foldCase(query.trim());
  const fits = (text: string) => foldCase(text).includes(wanted);
  const requirements = graph.nodes
    .filter((node) => fits(node.name) || fits(node.address))
    .slice(0, maxSymbols)
    .map(
      (node): SymbolInformation => ({
        name: clipLine(node.name, maxName),
        kind: node.part === undefined ? SymbolKind.Class : SymbolKind.Method,
        containerName: graph.short(node),
        location: { uri: uriOf(folder.workspace, node.file), range: rangeOn(node.line - 1, 0, 0) },
      }),
    );
  return wanted === "" ? requirements : [...requirements, ...(await declarations(folder, query))];
}

const kinds: Readonly<Record<string, SymbolKind>> = {
  class: SymbolKind.Class,
  struct: SymbolKind.Struct,
  interface: SymbolKind.Interface,
  protocol: SymbolKind.Interface,
  enum: SymbolKind.Enum,
  method: SymbolKind.Method,
  property: SymbolKind.Property,
  constant: SymbolKind.Constant,
  variable: SymbolKind.Variable,
};

async function declarations(folder: Folder, query: string): Promise<SymbolInformation[]> {
  const context = folder.context();
  const index = await indexAt(context, ".");
  if (!index.ok || index.value.stored() === undefined) return [];
  const found = await context.call(findSymbol, { name: query, limit: maxSymbols });
  return (found.ok ? found.value.symbols : []).flatMap(({ symbol, kind, source }) => {
    const path = listedPath(source.path);
    if (path === undefined) return [];
    const range = rangeOn(source.line - 1, 0, 0);
    const location = { uri: uriOf(folder.workspace, path), range };
    return [{ name: symbol, kind: kinds[kind] ?? SymbolKind.Function, location }];
  });
}
