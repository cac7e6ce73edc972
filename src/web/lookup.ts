import { catalog } from "../catalog.ts";
import { type Fault, fault } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { parseArguments } from "../operation/arguments.ts";
import type { AnyOperation } from "../operation/operation.ts";

/** The operation of that name, if the page may call it. */
export async function operationForPage(name: string): Promise<Result<AnyOperation>> {
  const names: string[] = [];
  for (const entry of catalog) {
    // Its operations are those of `artifacts` under other names.
    if (entry.name === "specman2") continue;
    const operations = new Map(Object.entries((await entry.load()).operations));
    const operation = operations.get(name);
    if (operation) return allowed(operation);
    names.push(...operations.keys());
  }
  return fail(
    fault("unknown_operation", `There is no operation \`${name}\` on the page.`, didYouMean(name, names)),
  );
}

function allowed(operation: AnyOperation): Result<AnyOperation> {
  const { name, page } = operation;
  if (!page) return ok(operation);
  const message = `The page cannot call \`${name}\`: ${page.never}.`;
  return fail(fault("page_refused", message, "", { suggest: { operation: name } }));
}

/** Why the page must not make this call, if so: some arguments name files that only a person may choose. */
export function argumentRefusal(operation: AnyOperation, args: unknown): Fault | undefined {
  const { name, notFromPage = [] } = operation;
  const input = notFromPage.length === 0 ? undefined : parseArguments(operation, args);
  const used = notFromPage.find((each) => input?.ok === true && input.value[each] !== undefined);
  if (used === undefined) return undefined;
  const message = `The page cannot use the argument \`${used}\` of \`${name}\`.`;
  return fault("page_refused", message, "", { suggest: { operation: name } });
}

/** Why a page that is read-only must not make this call, if so. */
export function writeRefusal(operation: AnyOperation, args: unknown): Fault | undefined {
  if (operation.effects.readOnly || isPreview(operation, args)) return undefined;
  const message = `This page is read-only, and \`${operation.name}\` writes.`;
  return fault("page_refused", message, "", {
    suggest: { command: "web --write", to: "let the page write" },
  });
}

/** Judged by the arguments as the operation understands them. */
function isPreview(operation: AnyOperation, args: unknown): boolean {
  const wanted = Object.entries(operation.preview ?? {});
  const input = wanted.length === 0 ? undefined : parseArguments(operation, args);
  return input?.ok === true && wanted.every(([name, value]) => input.value[name] === value);
}
