/// <reference types="vscode" />
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import {
  type ExecuteCommandSignature,
  LanguageClient,
  type ServerOptions,
  TransportKind,
} from "vscode-languageclient/node";
import { Commands } from "./commands.ts";
import { type Call, isRecord } from "./host.ts";
import { GateStatus } from "./status.ts";
import { SpecsAndWork } from "./tree.ts";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const own = context.asAbsolutePath("server/hewto.js");
  const configured = vscode.workspace.getConfiguration("hewto").get<string>("path") ?? "";
  // The extension that comes with the npm package has no server of its own: `hewto` is on the PATH there.
  const script = configured !== "" ? configured : existsSync(own) ? own : undefined;
  const call: Call = async (command, ...args) =>
    client?.sendRequest("workspace/executeCommand", { command, arguments: args });
  const commands = new Commands(
    vscode,
    call,
    script === undefined ? { command: "hewto", args: [] } : { command: process.execPath, args: [script] },
  );
  const status = new GateStatus(vscode, call);
  const tree = new SpecsAndWork(vscode, call);
  const register = vscode.commands.registerCommand;
  context.subscriptions.push(
    status,
    vscode.window.registerTreeDataProvider("hewto.tree", tree),
    register("hewto.showCheck", () => status.show()),
    register("hewto.acceptRequirement", (address?: string) => commands.accept(address)),
    register("hewto.linkTest", (address?: string) => commands.link(address)),
    register("hewto.openPage", () => commands.openPage()),
    register("hewto.refresh", () => tree.refresh()),
    vscode.workspace.onDidSaveTextDocument(() => {
      status.checkSoon();
      tree.refresh();
    }),
  );
  client = new LanguageClient("hewto", "Hewto", serverOf(script), {
    documentSelector: [{ scheme: "file" }],
    middleware: { executeCommand: (command, args, next) => runInEditor(commands, command, args, next) },
  });
  await client.start();
  status.checkSoon(0);
  tree.refresh();
}

/** The client library adds `--stdio` and its process to what starts a script, and `--stdio` to what starts a program. */
function serverOf(script: string | undefined): ServerOptions {
  const transport = TransportKind.stdio;
  if (script !== undefined) return { module: script, args: ["lsp"], transport };
  // npm installs a command script on Windows, which only a shell can start.
  return { command: "hewto", args: ["lsp"], transport, options: { shell: process.platform === "win32" } };
}

export function deactivate(): Thenable<void> | undefined {
  return client?.stop();
}

/** What the editor does better than the server: a list of references, a terminal. */
async function runInEditor(
  commands: Commands,
  command: string,
  args: unknown[],
  next: ExecuteCommandSignature,
): Promise<unknown> {
  if (command === "hewto.showReferences") {
    const [uri, position, locations] = args;
    const found = Array.isArray(locations) ? locations.flatMap(locationOf) : [];
    const at = positionOf(position);
    return vscode.commands.executeCommand(
      "editor.action.showReferences",
      vscode.Uri.parse(String(uri)),
      at,
      found,
    );
  }
  const answer = await next(command, args);
  if (command === "hewto.runTest") await commands.runTest(answer);
  return answer;
}

function positionOf(value: unknown): vscode.Position {
  const { line, character } = isRecord(value) ? value : {};
  return new vscode.Position(Number(line ?? 0), Number(character ?? 0));
}

function locationOf(value: unknown): vscode.Location[] {
  if (!isRecord(value)) return [];
  const start = isRecord(value["range"]) ? value["range"]["start"] : undefined;
  return [new vscode.Location(vscode.Uri.parse(String(value["uri"])), positionOf(start))];
}
