import * as z from "zod";
import { Id } from "../model/shapes.ts";

/** A node of a dependency tree, in the shape that SpecMan's own clients read, plus `handle` and `path`. */
export const ArtifactSummary = z.object({
  id: Id,
  handle: z.string().optional(),
  path: z.string().optional(),
  version: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  resolved_path: z.string().optional(),
  resolution: z.enum(["Strict", "BestMatchFile", "BestMatchUrl"]).optional(),
});
export type ArtifactSummary = z.infer<typeof ArtifactSummary>;

export const DependencyEdge = z.object({
  from: ArtifactSummary,
  to: ArtifactSummary,
  relation: z.enum(["Upstream", "Downstream"]),
  optional: z.boolean(),
});
export type DependencyEdge = z.infer<typeof DependencyEdge>;

/** A node of the hierarchical view. A node that appears again is marked and not expanded again. */
export interface TreeNode {
  readonly label: string;
  readonly handle?: string | undefined;
  readonly path?: string | undefined;
  readonly optional: boolean;
  readonly status?: string | undefined;
  readonly repeated?: boolean | undefined;
  /** It has children below the depth limit; the flat lists contain them. */
  readonly cut?: boolean | undefined;
  readonly children: readonly TreeNode[];
}

export const TreeError = z.object({
  code: z.string(),
  message: z.string(),
  from: z.string(),
  ref: z.string(),
  path: z.string(),
  line: z.number(),
  data_model_heading: z.string().optional(),
  constraint_group: z.string().optional(),
  ops: z.array(z.unknown()).optional(),
});
export type TreeError = z.infer<typeof TreeError>;

export interface DependencyTree {
  readonly root: ArtifactSummary;
  readonly upstream: readonly DependencyEdge[];
  readonly downstream: readonly DependencyEdge[];
  readonly aggregate: readonly DependencyEdge[];
  readonly tree: { readonly upstream: TreeNode; readonly downstream: TreeNode };
  readonly errors: readonly TreeError[];
}
