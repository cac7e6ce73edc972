import { fileURLToPath } from "node:url";
import type * as vscode from "vscode";
import type { Host } from "../../editors/vscode/src/host.ts";

interface Picked {
  readonly label: string;
}

interface FakeTerminal {
  readonly options: unknown;
  readonly sent: string[];
}

/** As much of the editor as the extension uses. What a person would answer is set by the test. */
export function fakeHost(folder: string) {
  const answers: {
    choice: string | undefined;
    input: string | undefined;
    pick: (items: readonly Picked[]) => Picked | undefined;
    readonly shown: string[];
  } = { choice: undefined, input: undefined, pick: () => undefined, shown: [] };
  const statusItem = { text: "", tooltip: "", command: "", show() {}, hide() {}, dispose() {} };
  const terminals: FakeTerminal[] = [];
  let isTrusted = false;
  const uri = { toString: () => folder, fsPath: fileURLToPath(folder), path: fileURLToPath(folder) };
  const say = async (message: string) => {
    answers.shown.push(message);
    return answers.choice;
  };
  const host = {
    window: {
      activeTextEditor: undefined,
      createStatusBarItem: () => statusItem,
      showInformationMessage: say,
      showWarningMessage: say,
      showInputBox: async () => answers.input,
      showQuickPick: async (items: readonly Picked[]) => answers.pick(items),
      createTerminal: (options: unknown) => {
        const terminal = { options, sent: [] as string[] };
        terminals.push(terminal);
        return { show() {}, sendText: (line: string) => void terminal.sent.push(line) };
      },
    },
    workspace: {
      workspaceFolders: [{ uri, name: "ferry", index: 0 }],
      getWorkspaceFolder: () => undefined,
      get isTrusted() {
        return isTrusted;
      },
    },
    commands: {},
    EventEmitter: class {
      readonly event = () => ({ dispose() {} });
      fire() {}
      dispose() {}
    },
    TreeItem: class {
      readonly label: string;
      readonly collapsibleState: number;
      constructor(label: string, collapsibleState: number) {
        this.label = label;
        this.collapsibleState = collapsibleState;
      }
    },
    ThemeIcon: class {},
    Uri: { joinPath: (base: vscode.Uri, path: string) => `${base}/${path}` },
    StatusBarAlignment: { Left: 1, Right: 2 },
  };
  const trust = () => {
    isTrusted = true;
  };
  // A small part of the real thing; the extension itself is compiled against the real types.
  return { host: host as unknown as Host, answers, statusItem, terminals, trust };
}
