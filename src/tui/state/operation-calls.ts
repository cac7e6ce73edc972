import type { OperationCall, OperationEntry } from "./model.ts";
import type { Row, RowKind } from "./rows.ts";

/** Actions of the app that do the same with a preview and a question. */
const doneByActions: ReadonlySet<string> = new Set([
  "archive_change",
  "work_archive",
  "changes_fix",
  "changes_undo",
]);

/** The arguments that a row gives to the operations of a toolset. */
const given: Readonly<
  Partial<Record<RowKind, Readonly<Record<string, (row: Row) => Readonly<Record<string, unknown>>>>>>
> = {
  change: {
    specs: ({ name }) => ({ change_id: name }),
    project: ({ locator }) => ({ id: locator, work: locator }),
  },
  feature: {
    project: ({ locator }) => ({ id: locator, work: locator }),
    workflow: ({ directory }) => ({ spec: directory, spec_directory: directory }),
  },
  scratch_pad: {
    project: ({ locator }) => ({ id: locator, work: locator }),
    artifacts: ({ name }) => ({ locator: `scratch://${name}` }),
  },
  spec: { specs: ({ name }) => ({ spec_id: name }) },
  specification: { artifacts: ({ locator }) => ({ locator }) },
  implementation: { artifacts: ({ locator }) => ({ locator }) },
  skill: { skills: ({ name, locator }) => ({ name, names: [name], path: locator }) },
};

/** The call of an operation for a row; undefined where it does not fit. Operations that need nothing fit always. */
export function callFor(entry: OperationEntry, row: Row | undefined): OperationCall | undefined {
  const { name, toolset, fields, required } = entry;
  if (doneByActions.has(name)) return undefined;
  const all = (row && given[row.kind]?.[toolset]?.(row)) ?? {};
  const args = Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)));
  if (required.some((field) => args[field] === undefined)) return undefined;
  return isOfOtherKind(name, row) ? undefined : { name, args };
}

/** Operations of SpecMan that take only one kind of artifact under the same name of the argument. */
const kindsOf: Readonly<Record<string, RowKind>> = {
  list_constraints: "specification",
  compliance_report: "implementation",
  scan_validation_tags: "implementation",
};

function isOfOtherKind(name: string, row: Row | undefined): boolean {
  const kind = kindsOf[name];
  return kind !== undefined && row?.kind !== kind;
}
