export interface ExportedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The view Trace asks for all, in this order; a test opens it in an export. */
const everyState =
  "failing suspect open skipped claimed stale passed exercised sensitive attested waived planned retired".split(
    " ",
  );

/** What the views ask for first, whatever the workspace holds. */
export const firstCalls: readonly ExportedCall[] = [
  { name: "project_status", input: {} },
  { name: "list_work", input: { sort: "recent", limit: 1000 } },
  { name: "list_work", input: { review: false, limit: 1000 } },
  { name: "work_history", input: { limit: 200 } },
  { name: "work_since", input: {} },
  { name: "specs_overview", input: {} },
  { name: "trace", input: { state: everyState } },
  { name: "trace", input: { state: ["retired"] } },
  { name: "trace_export", input: { format: "html" } },
  { name: "trace_export", input: { format: "csv" } },
  { name: "trace_export", input: { format: "json" } },
  { name: "trace_export", input: { format: "manifest" } },
  { name: "trace", input: { by_spec: true, state: ["retired"] } },
  { name: "project_graph", input: {} },
  { name: "code_map", input: {} },
  { name: "check", input: {} },
  { name: "list_work", input: { kind: "change", review: false, limit: 1000 } },
  { name: "list_review_comments", input: { state: "open", limit: 500 } },
  { name: "list_review_comments", input: { state: "resolved", limit: 500 } },
  { name: "list_review_comments", input: { state: "all", limit: 500 } },
  { name: "list_approvals", input: {} },
  { name: "skills_doctor", input: {} },
  { name: "skills_list", input: { all: true } },
  { name: "skills_validate", input: {} },
  { name: "project_doctor", input: {} },
];

/** What a view asks for when a row of an answer is opened. */
export function callsFrom({ name, input }: ExportedCall, answer: unknown): ExportedCall[] {
  if (name === "list_work" && input["sort"] === "recent")
    return [...strings(answer, "work", "id").flatMap(ofWork), ...strings(answer, "work", "path").map(logOf)];
  if (name === "show_work" && input["file"] === undefined)
    return strings(answer, "files", "name").map((file) => ({
      name,
      input: { id: input["id"], limit: 1, file },
    }));
  if (name === "work_history")
    return strings(answer, "changes", "id").flatMap((id) => [
      { name: "get_change", input: { change_id: id } },
      logOf(id),
    ]);
  // Only what was reviewed: the documents themselves are in the views of work and specs.
  if (name === "list_review_comments" && input["state"] === "all")
    return [
      ...strings(answer, "comments", "path").map((path) => reviewOf(path.replace(/\/reviews\/[^/]*$/, ""))),
      ...strings(answer, "comments", "file").map((target) => ({ name, input: { target, limit: 500 } })),
    ];
  if (name === "list_approvals") return strings(answer, "approvals", "item").map(reviewOf);
  if (name === "show_review") {
    const path = valueAt(answer, "path");
    return typeof path === "string"
      ? [reviewOf(path), ...strings(answer, "documents", "path").map((file) => reviewOf(`${path}/${file}`))]
      : [];
  }
  if (name === "specs_overview") return strings(answer, "specs", "id").flatMap(ofSpec);
  if (name === "project_graph" && input["around"] === undefined)
    return strings(answer, "nodes", "id").map((around) => ({ name, input: { around } }));
  return [];
}

function ofWork(id: string): ExportedCall[] {
  return [
    { name: "show_work", input: { id, limit: 1000 } },
    { name: "get_change", input: { change_id: id } },
    { name: "get_change", input: { change_id: id, diff: true } },
    { name: "change_status", input: { change_id: id } },
  ];
}

function logOf(id: string): ExportedCall {
  return { name: "work_log", input: { id, limit: 200 } };
}

function reviewOf(target: string): ExportedCall {
  return { name: "show_review", input: { target } };
}

function ofSpec(id: string): ExportedCall[] {
  return [
    { name: "specs_show", input: { spec_id: id } },
    { name: "trace", input: { spec: id } },
    { name: "blame_spec", input: { spec_id: id } },
  ];
}

/** `answer[list][…][field]`, as far as the answer has that form. */
function strings(answer: unknown, list: string, field: string): string[] {
  const rows = valueAt(answer, list);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row) => {
    const value = valueAt(row, field);
    return typeof value === "string" ? [value] : [];
  });
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
}
