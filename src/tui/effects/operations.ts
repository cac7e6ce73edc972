import { catalog, findOperation } from "../../catalog.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { commandOf } from "../../operation/operation.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { inputSchema } from "../../operation/schema.ts";
import type { OperationCall, OperationEntry, Page } from "../state/model.ts";
import { callForText } from "./call.ts";
import { textPage } from "./text-page.ts";

/** Every operation that has a command. The tools of SpecMan 2.0 are other names of the same. */
export async function listOperations(): Promise<OperationEntry[]> {
  const entries: OperationEntry[] = [];
  for (const { name: toolset, load } of catalog) {
    for (const operation of Object.values((await load()).operations)) {
      const view = commandOf(operation);
      if (view === undefined) continue;
      const { properties = {}, required = [] } = inputSchema(operation);
      entries.push({
        name: operation.name,
        toolset,
        words: view.words,
        summary: view.summary ?? operation.summary,
        writes: !operation.effects.readOnly,
        fields: Object.keys(properties),
        required,
      });
    }
  }
  return entries;
}

/** Calls an operation; the user reads its answer. An operation with a preview writes, because the user agreed. */
export async function runOperation(
  runtime: Runtime,
  call: OperationCall,
  writes: boolean,
): Promise<Result<Page>> {
  const operation = await findOperation(call.name);
  if (operation === undefined)
    return fail(fault("invalid_argument", `There is no operation \`${call.name}\`.`, "Reload with F5."));
  const mode = writes && "mode" in operation.input.shape ? { mode: "persist" } : {};
  const text = await callForText(runtime, operation, { ...call.args, ...mode });
  return text.ok ? ok(textPage(text.value, undefined)) : text;
}
