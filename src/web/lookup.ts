import { catalog } from "../catalog.ts";
import { fault } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import type { AnyOperation } from "../operation/operation.ts";

/** The operation of that name, if the page may call it. */
export async function operationForPage(name: string, mayWrite: boolean): Promise<Result<AnyOperation>> {
  const names: string[] = [];
  for (const entry of catalog) {
    // Its operations are those of `artifacts` under other names.
    if (entry.name === "specman2") continue;
    const operations = new Map(Object.entries((await entry.load()).operations));
    const operation = operations.get(name);
    if (operation) return allowed(operation, mayWrite);
    names.push(...operations.keys());
  }
  return fail(
    fault("unknown_operation", `There is no operation \`${name}\` on the page.`, didYouMean(name, names)),
  );
}

function allowed(operation: AnyOperation, mayWrite: boolean): Result<AnyOperation> {
  const { name, page, effects } = operation;
  if (page) {
    const message = `The page cannot call \`${name}\`: ${page.never}.`;
    return fail(fault("page_refused", message, "", { suggest: { operation: name } }));
  }
  if (effects.readOnly || mayWrite) return ok(operation);
  const message = `This page is read-only, and \`${name}\` writes.`;
  return fail(
    fault("page_refused", message, "", { suggest: { command: "web --write", to: "let the page write" } }),
  );
}
