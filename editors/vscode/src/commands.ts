/// <reference types="vscode" />
import type * as vscode from "vscode";
import { type Call, type Host, isRecord, recordsIn, textOf } from "./host.ts";

/** How to start the program of the extension in a terminal. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** Commands of the palette and of lenses. */
export class Commands {
  readonly #host: Host;
  readonly #call: Call;
  readonly #program: Program;

  constructor(host: Host, call: Call, program: Program) {
    this.#host = host;
    this.#call = call;
    this.#program = program;
  }

  /** A person says that the tests still fit the text of a requirement. */
  async accept(given?: string): Promise<void> {
    const { window } = this.#host;
    const address = given ?? (await this.#askAddress("Accept which requirement?"));
    if (address === undefined) return;
    const yes = "Accept";
    const asked = `Do the tests of ${address} still fit its text?`;
    if ((await window.showWarningMessage(asked, { modal: true }, yes)) !== yes) return;
    const done = await this.#call("hewto.accept", this.#folder(), address);
    if (isRecord(done)) await window.showInformationMessage(`Accepted ${address}.`);
  }

  /** Links one of the proposed tests to a requirement. */
  async link(given?: string): Promise<void> {
    const { window } = this.#host;
    const address = given ?? (await this.#askAddress("Link which requirement?"));
    if (address === undefined) return;
    const answer = await this.#call("hewto.proposals", this.#folder(), address);
    const choices = recordsIn(answer, "suggestions").flatMap((suggestion) =>
      recordsIn(suggestion, "proposals").map((proposal) => ({
        label: textOf(proposal, "title"),
        description: `${textOf(proposal, "file")}:${textOf(proposal, "line")}`,
        detail: textOf(proposal, "reason"),
        address: textOf(suggestion, "address"),
        test: textOf(proposal, "test"),
      })),
    );
    if (choices.length === 0) {
      await window.showInformationMessage(`No test shares enough words with ${address}.`);
      return;
    }
    const chosen = await window.showQuickPick(choices, { placeHolder: `Which test verifies ${address}?` });
    if (chosen !== undefined) await this.#call("hewto.link", this.#folder(), chosen.address, chosen.test);
  }

  /** Runs a test in a terminal, where the person sees what runs. Only in a workspace that they trust. */
  async runTest(answer: unknown): Promise<void> {
    const { window, workspace } = this.#host;
    if (!isRecord(answer)) return;
    const command = textOf(answer, "command");
    if (!workspace.isTrusted) {
      await window.showWarningMessage(`Trust this workspace to run its tests. The command is: ${command}`);
      return;
    }
    const terminal = window.createTerminal({ name: "Hewto: test", cwd: textOf(answer, "cwd") });
    terminal.show();
    terminal.sendText(command);
  }

  /** The page in the browser, served by a terminal that can be closed. */
  openPage(): void {
    const { window, workspace } = this.#host;
    if (!workspace.isTrusted) {
      void window.showWarningMessage("Trust this workspace to open its page.");
      return;
    }
    const { command, args } = this.#program;
    const terminal = window.createTerminal({
      name: "Hewto: page",
      cwd: workspace.workspaceFolders?.[0]?.uri,
      shellPath: command,
      shellArgs: [...args, "web", "--open"],
      env: { ELECTRON_RUN_AS_NODE: "1" },
    });
    terminal.show(true);
  }

  #folder(): string | undefined {
    const { window, workspace } = this.#host;
    const document = window.activeTextEditor?.document.uri;
    const folder = document && workspace.getWorkspaceFolder(document);
    return (folder ?? workspace.workspaceFolders?.[0])?.uri.toString();
  }

  /** The address under the cursor, if there is one, to be confirmed. */
  #askAddress(prompt: string): Thenable<string | undefined> {
    const { window } = this.#host;
    const value = addressAt(window.activeTextEditor);
    return window.showInputBox({
      prompt,
      value,
      placeHolder: "booking/reserve-a-place#the-crossing-is-full",
    });
  }
}

function addressAt(editor: vscode.TextEditor | undefined): string {
  if (editor === undefined) return "";
  const { document, selection } = editor;
  const range = document.getWordRangeAtPosition(selection.active, /[\w.-]+(?:\/[\w.-]+)+(?:#[\w.-]+)?/);
  return range === undefined ? "" : document.getText(range);
}
