import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import { ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { reading } from "../../operation/operation.ts";
import { ReferenceIssueShape } from "../checks/status-report.ts";
import { validateReferences } from "../graph/references.ts";
import { ArtifactSummary, DependencyEdge, TreeError, type TreeNode } from "../graph/summary.ts";
import { treeText, treeViews } from "../graph/tree-text.ts";
import { findDocument, findTree } from "../locate/query.ts";
import { takeSnapshot } from "../session.ts";
import { allowedProbe } from "../templates/allowed.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";
import { locator } from "./shapes.ts";

/** Nodes nest to any depth, which a flat schema cannot express; these are the fields of one node. */
const Node = z.looseObject({
  label: z.string(),
  handle: z.string().optional(),
  path: z.string().optional(),
  optional: z.boolean(),
  status: z.string().optional(),
  repeated: z.boolean().optional(),
  cut: z.boolean().optional(),
  children: z.array(z.unknown()).readonly(),
});

export const dependencyTreeTool = capability("dependency_mapping_services", {
  name: "dependency_tree",
  title: "Dependency tree",
  summary:
    "Shows the direct and transitive dependencies and dependents of an artifact, as flat lists and as trees.",
  details:
    "Takes a handle with or without /dependencies. A missing required dependency is a flagged node and an entry in errors; a cycle is an error that contains the partial tree.",
  icon: "graph",
  effects: reading,
  cli: { words: "artifacts deps", positionals: ["locator"] },
  input: z.object({
    locator,
    view: z
      .enum(treeViews)
      .default("complete")
      .describe("Which part the text shows; the data always contains both"),
  }),
  output: z.object({
    root: ArtifactSummary,
    upstream: z.array(DependencyEdge).readonly(),
    downstream: z.array(DependencyEdge).readonly(),
    aggregate: z.array(DependencyEdge).readonly(),
    tree: z.object({ upstream: Node, downstream: Node }),
    errors: z.array(TreeError).readonly(),
  }),
  run: async (context, input) => {
    const session = await openSession(context, "dependency_tree");
    if (!session.ok) return session;
    const tree = await findTree(takeSnapshot(session.value), input.locator);
    if (!tree.ok) return tree;
    context.touched(tree.value.root.path ?? input.locator);
    const { upstream, downstream } = tree.value.tree;
    return ok({ ...tree.value, tree: { upstream: { ...upstream }, downstream: { ...downstream } } });
  },
  text: ({ tree, ...rest }, { view }) =>
    treeText(
      { ...rest, tree: { upstream: nodeFrom(tree.upstream), downstream: nodeFrom(tree.downstream) } },
      view,
    ),
});

/** The output schema types nodes only loosely; these come from `run` above. */
function nodeFrom(value: unknown): TreeNode {
  if (isTreeNode(value)) return value;
  throw new Error("A dependency tree holds something that is not a node.");
}

function isTreeNode(value: unknown): value is TreeNode {
  return isRecord(value) && typeof value["label"] === "string" && Array.isArray(value["children"]);
}

export const validateReferencesTool = capability("reference_validation", {
  name: "validate_references",
  title: "Validate references",
  summary:
    "Checks every link of an artifact or document: files, fragments, HTTPS URLs; reports all errors with their positions.",
  icon: "check",
  effects: { ...reading, openWorld: true },
  cli: { words: "artifacts references", positionals: ["locator"] },
  input: z.object({
    locator,
    transitive: z
      .boolean()
      .default(false)
      .describe("Also check the Markdown documents that it links to, up to 64"),
    http: z.boolean().default(false).describe("Request HTTPS links to check that the pages exist"),
  }),
  output: z.object({
    status: z.enum(["Success", "Failure"]),
    references: z.number().describe("How many links were checked."),
    errors: z.array(ReferenceIssueShape).readonly(),
    diagnostics: z
      .array(ReferenceIssueShape)
      .readonly()
      .describe("Inconclusive checks, for example when a server is down."),
    processed_documents: z.array(z.string()).readonly(),
  }),
  exitCode: ({ status }) => (status === "Success" ? 0 : 1),
  run: async (context, input) => {
    const session = await openSession(context, "validate_references");
    if (!session.ok) return session;
    const snapshot = takeSnapshot(session.value);
    const source = await findDocument(snapshot, input.locator);
    if (!source.ok) return source;
    context.touched(source.value.path);
    return ok(
      await validateReferences(snapshot, source.value, {
        transitive: input.transitive,
        signal: context.signal,
        probe: input.http ? allowedProbe(session.value.workspace, context) : undefined,
      }),
    );
  },
  text: ({ status, references, errors, diagnostics, processed_documents }) =>
    [
      `${status}: ${count(references, "reference")} in ${count(processed_documents.length, "document")}, ${count(errors.length, "error")}.`,
      ...[...errors, ...diagnostics].map(({ kind, message, source, severity }) => {
        return `${severity === "Error" ? "✗" : "?"} ${source.document}:${source.line} ${kind}: ${message}`;
      }),
    ].join("\n"),
});
