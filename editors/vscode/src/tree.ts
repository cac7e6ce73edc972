/// <reference types="vscode" />
import type * as vscode from "vscode";
import { type Call, type Host, recordsIn, textOf } from "./host.ts";

/** A row of the tree: a group, a spec, or a piece of work. */
export interface Row {
  readonly label: string;
  readonly detail: string;
  /** The file that a click opens, relative to the folder. */
  readonly file?: string;
  readonly folder: vscode.Uri;
  readonly children: readonly Row[];
}

/** Specs, and the work in flight, of all folders. */
export class SpecsAndWork implements vscode.TreeDataProvider<Row> {
  readonly #host: Host;
  readonly #call: Call;
  readonly #changed: vscode.EventEmitter<undefined>;

  constructor(host: Host, call: Call) {
    this.#host = host;
    this.#call = call;
    this.#changed = new host.EventEmitter();
  }

  get onDidChangeTreeData(): vscode.Event<undefined> {
    return this.#changed.event;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  getTreeItem(row: Row): vscode.TreeItem {
    // 0 is a leaf, 2 is open.
    const item = new this.#host.TreeItem(row.label, row.children.length > 0 ? 2 : 0);
    item.description = row.detail;
    if (row.file !== undefined) {
      const uri = this.#host.Uri.joinPath(row.folder, row.file);
      item.command = { title: "Open", command: "vscode.open", arguments: [uri] };
      item.iconPath = new this.#host.ThemeIcon("file");
    }
    return item;
  }

  async getChildren(row?: Row): Promise<readonly Row[] & Row[]> {
    if (row !== undefined) return [...row.children];
    const folders = this.#host.workspace.workspaceFolders ?? [];
    const rows: Row[] = [];
    for (const { uri, name } of folders) {
      const groups = groupsOf(uri, await this.#call("hewto.tree", uri.toString()));
      if (folders.length === 1) rows.push(...groups);
      else rows.push({ label: name, detail: "", folder: uri, children: groups });
    }
    return rows;
  }
}

function groupsOf(folder: vscode.Uri, answer: unknown): Row[] {
  const rows = (name: string) =>
    recordsIn(answer, name).map((record): Row => {
      const file = textOf(record, "path");
      const detail = [textOf(record, "title"), textOf(record, "detail")].filter(Boolean).join(" · ");
      return { label: textOf(record, "id"), detail, folder, children: [], ...(file === "" ? {} : { file }) };
    });
  const group = (label: string, children: readonly Row[]) =>
    children.length === 0 ? [] : [{ label, detail: "", folder, children }];
  return [...group("Work", rows("work")), ...group("Specs", rows("specs"))];
}
