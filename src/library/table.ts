import { catalog } from "../catalog.ts";
import type { Operation } from "../operation/operation.ts";
import type { ToolsetName } from "../operation/toolset.ts";

/** The same work as another entry, shaped for a terminal: `index` is `index_codebase` in the current folder. */
const forTerminals = new Set(["specs_dashboard", "changes_archive", "index", "research"]);

/** Where an operation is found. `check` stands above the toolsets, because it asks all of them. */
export type Section = ToolsetName | "check";

export const sections: readonly Section[] = [...catalog.map(({ name }) => name), "check"];

/** The operations of a section that the library offers. Loaded when first needed. */
export async function operationsOf(section: Section): Promise<readonly Operation[]> {
  if (section === "check") return [(await import("../project/check/check.ts")).check];
  const entry = catalog.find(({ name }) => name === section);
  const { operations } = entry ? await entry.load() : { operations: [] };
  return operations.filter(({ name }) => !forTerminals.has(name));
}

/** `search_code` is the method `searchCode`, `speckit.plan` is `speckitPlan`. */
export function methodName(operation: string): string {
  return operation.replace(/[._]([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
