import * as z from "zod";
import { artifactKinds } from "../model/kinds.ts";

const workTypeSchema = {
  type: "object",
  description:
    'For a scratch pad: an object with exactly one key: {"draft": {}}, {"revision": {"revised_headings": ["#slug"]}}, {"feat": {}}, {"ref": {"refactored_headings": []}} or {"fix": {"fixed_headings": []}}',
  properties: {
    draft: { type: "object" },
    revision: {
      type: "object",
      properties: { revised_headings: { type: "array", items: { type: "string" } } },
    },
    feat: { type: "object" },
    ref: {
      type: "object",
      properties: { refactored_headings: { type: "array", items: { type: "string" } } },
    },
    fix: { type: "object", properties: { fixed_headings: { type: "array", items: { type: "string" } } } },
  },
} as const;

/** The request to create an artifact. The core checks which fields fit which kind. */
export const CreateRequest = z.object({
  kind: z.enum(artifactKinds).describe("The kind of artifact"),
  name: z
    .string()
    .describe(
      "Up to four lowercase words joined by hyphens; no verbs except for scratch pads; the name of an implementation includes its technology",
    ),
  title: z.string().optional().describe("A title for people"),
  description: z.string().optional().describe("One paragraph about it"),
  version: z.string().optional().describe("A semantic version (default: 1.0.0)"),
  tags: z.array(z.string()).optional().describe("Keywords"),
  dependencies: z
    .array(
      z.strictObject({
        ref: z.string().describe("Handle, path or https URL"),
        optional: z.boolean().optional(),
      }),
    )
    .optional()
    .describe("What it depends on: specifications for a specification, scratch pads for a scratch pad"),
  requires_implementation: z
    .boolean()
    .optional()
    .describe("For a specification: false when it is used without an implementation"),
  target: z
    .string()
    .optional()
    .describe(
      "For an implementation: its specification. For a scratch pad: the specification or implementation that the work is on",
    ),
  location: z
    .string()
    .optional()
    .describe("For an implementation: the folder of its code, inside the workspace"),
  references: z
    .array(
      z.strictObject({
        ref: z.string().describe("Handle, path or https URL"),
        type: z.enum(["implementation", "specification"]).optional(),
        optional: z.boolean().optional(),
      }),
    )
    .optional()
    .describe("For an implementation: further specifications it implements and implementations it uses"),
  work_type: z.unknown().optional().meta(workTypeSchema),
  branch: z
    .string()
    .optional()
    .describe("For a scratch pad: {target_name}/{work_type}/{name}; set by default in a git repository"),
  substitutions: z
    .record(z.string(), z.string())
    .optional()
    .describe("Values for the tokens that the effective template declares"),
});
export type CreateRequest = z.infer<typeof CreateRequest>;
