import { MessageType, ShowMessageNotification } from "vscode-languageserver/node";
import { faultText } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import type { Result } from "../kernel/result.ts";
import { invoke } from "../operation/invoke.ts";
import type { AnyOperation } from "../operation/operation.ts";
import { check } from "../project/check/check.ts";
import { runCommands } from "../trace/impact/commands.ts";
import { acceptRequirement } from "../trace/operations/accept.ts";
import { confirmLinks, suggestLinks } from "../trace/operations/links.ts";
import { readText } from "../workspace/files/files.ts";
import { listedPath } from "../workspace/paths/paths.ts";
import { commandFor, type Folder } from "./session/folder.ts";
import type { Session } from "./session/session.ts";
import { treeOf } from "./tree.ts";

/**
 * What a person calls in the editor. Those that write do it here and nowhere else, on what is saved; no command starts
 * a program of the repository.
 */
export async function runCommand(
  session: Session,
  command: string,
  args: readonly unknown[],
): Promise<unknown> {
  const [first] = args;
  const uri = typeof first === "string" ? first : undefined;
  if (command === "hewto.open") return showDocument(session, uri, Number(args[1] ?? 1));
  if (command === "hewto.showReferences") return showFirst(session, args[2]);
  const folder = await session.folderOf(uri);
  if (folder === undefined) return tell(session, "No workspace folder is open.");
  switch (command) {
    case "hewto.check":
      return answer(session, await call(folder, check, {}));
    case "hewto.tree":
      return answer(session, await treeOf(folder));
    case "hewto.accept":
      return answer(
        session,
        await call(folder, acceptRequirement, { addresses: [String(args[1])], yes: true }),
      );
    case "hewto.proposals":
      return answer(session, await call(folder, suggestLinks, { address: String(args[1]) }));
    case "hewto.link":
      return answer(
        session,
        await call(folder, confirmLinks, { links: [{ address: String(args[1]), test: String(args[2]) }] }),
      );
    case "hewto.runTest":
      return testCommand(session, folder, String(args[1] ?? ""));
    default:
      return tell(session, `Unknown command: ${command}.`);
  }
}

async function call(folder: Folder, operation: AnyOperation, input: unknown): Promise<Result<unknown>> {
  const scope = { signal: new AbortController().signal, isByPerson: true, recommend: commandFor };
  const result = await invoke(folder.runtime, operation, input, scope);
  folder.invalidate();
  return result.ok ? { ok: true, value: result.value.output } : result;
}

function answer(session: Session, result: Result<unknown>): unknown {
  if (result.ok) return result.value;
  return tell(session, faultText(result.fault));
}

function tell(session: Session, message: string): undefined {
  // A notification: a client need not answer it.
  void session.connection.sendNotification(ShowMessageNotification.type, {
    type: MessageType.Error,
    message,
  });
  return undefined;
}

/** The command line that runs a test. The client shows it, and runs it only where the person trusts the folder. */
async function testCommand(session: Session, folder: Folder, id: string): Promise<unknown> {
  const path = listedPath(id.split("#")[0] ?? "");
  const manifest = listedPath("package.json");
  const text = manifest && (await readText(folder.workspace, manifest));
  const [line] = path === undefined ? [] : runCommands([path], text?.ok ? text.value.text : "");
  if (line === undefined) return tell(session, "No command is known that runs this test.");
  return { command: line, cwd: folder.workspace.root };
}

async function showDocument(session: Session, uri: string | undefined, line: number): Promise<unknown> {
  if (uri === undefined || !session.client.showDocument || (await session.placeOf(uri)) === undefined)
    return undefined;
  const at = { line: Math.max(0, line - 1), character: 0 };
  return session.connection.window.showDocument({ uri, takeFocus: true, selection: { start: at, end: at } });
}

function showFirst(session: Session, locations: unknown): Promise<unknown> | undefined {
  const first: unknown = Array.isArray(locations) ? locations[0] : undefined;
  if (!isRecord(first) || typeof first["uri"] !== "string") return undefined;
  const range = first["range"];
  const start = isRecord(range) && isRecord(range["start"]) ? Number(range["start"]["line"]) : 0;
  return showDocument(session, first["uri"], start + 1);
}
