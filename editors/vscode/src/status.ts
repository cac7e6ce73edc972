/// <reference types="vscode" />
import type * as vscode from "vscode";
import { type Call, type Host, isRecord } from "./host.ts";

/** The verdict of `hewto check` in the status bar, renewed after each save. */
export class GateStatus {
  readonly #item: vscode.StatusBarItem;
  readonly #call: Call;
  readonly #host: Host;
  #timer: NodeJS.Timeout | undefined;
  #summary = "";

  constructor(host: Host, call: Call) {
    this.#host = host;
    this.#call = call;
    this.#item = host.window.createStatusBarItem("hewto.gate", host.StatusBarAlignment.Left);
    this.#item.command = "hewto.showCheck";
    this.#item.text = "$(loading~spin) hewto";
    this.#item.show();
  }

  /** Checks after a pause: a formatter may save again. */
  checkSoon(afterMs = 500): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), afterMs);
  }

  async check(): Promise<void> {
    const folder = this.#host.workspace.workspaceFolders?.[0];
    const report = folder && (await this.#call("hewto.check", folder.uri.toString()));
    if (!isRecord(report)) {
      this.#item.text = "$(question) hewto";
      this.#item.tooltip = "Hewto could not check this workspace.";
      return;
    }
    const { ok, errors, warnings, summary } = report;
    this.#summary = String(summary ?? "");
    const numbers =
      Number(errors) + Number(warnings) === 0 ? "" : ` ${errors} $(error) ${warnings} $(warning)`;
    this.#item.text = `${ok === true ? "$(pass)" : "$(error)"} hewto${numbers}`;
    this.#item.tooltip = this.#summary;
  }

  async show(): Promise<void> {
    await this.check();
    await this.#host.window.showInformationMessage(this.#summary || "Hewto could not check this workspace.");
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#item.dispose();
  }
}
