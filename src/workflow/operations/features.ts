import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { operation, reading, writing } from "../../operation/operation.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { activate } from "../active-feature.ts";
import { formatsOf } from "../changes/formats.ts";
import { findFeature } from "../feature.ts";
import { newFeature } from "../new-feature.ts";
import { FeatureRow, featureDetails, featureRows } from "../overview.ts";

export const FeatureList = z.object({
  features: z.array(FeatureRow),
  note: z.string().optional().describe("Where the work of this repository is, if it has no features"),
});

export const listFeatures = operation({
  name: "features_list",
  title: "Features",
  summary: "Lists the features of this project and its worktrees with their phase and tasks.",
  icon: "workflow",
  effects: reading,
  served: { never: "agents read the folders under specs/ themselves" },
  cli: { words: "features list" },
  input: z.object({}),
  output: FeatureList,
  run: async ({ workspace, recommend }) => {
    const features = await featureRows(workspace);
    if (!features.ok) return features;
    const { changes, hasFeatures } = await formatsOf(workspace);
    if (changes === undefined || hasFeatures) return ok({ features: features.value });
    const next = await recommend({ operation: "list_work", to: "see them" });
    return ok({
      features: [],
      note: `No features: this repository plans its work as changes. ${next}`.trim(),
    });
  },
  text: ({ features, note }, _input, surface) =>
    note !== undefined
      ? note
      : features.length === 0
        ? `No features yet. ${surface.recommend({ operation: "speckit.specify", to: "create one" })}`
        : features.map(rowText).join("\n"),
});

export const showFeature = operation({
  name: "features_show",
  title: "Feature",
  summary: "Shows one feature: its documents, open questions, checklists and next task.",
  icon: "workflow",
  effects: reading,
  served: { never: "agents read the feature's files themselves" },
  cli: { words: "features show", positionals: ["spec"] },
  input: z.object({ spec: z.string().describe("A path, a folder under specs/, or its number") }),
  output: FeatureRow.extend({
    documents: z.array(z.string()),
    open_questions: z.array(z.string()),
    checklists: z.array(z.object({ name: z.string(), completed: z.number(), total: z.number() })),
    next_task: z.object({ id: z.string(), description: z.string(), line: z.number() }).optional(),
  }),
  run: async ({ workspace }, { spec }) => {
    const feature = await findFeature(workspace, spec, workspace.root);
    return feature.ok ? featureDetails(workspace, feature.value) : feature;
  },
  text: (output) =>
    [
      rowText(output),
      output.title,
      output.spec_directory,
      `Documents: ${output.documents.join(", ") || "none yet"}`,
      ...output.open_questions.map((question) => `? ${question}`),
      ...output.checklists.map(({ name, completed, total }) => `Checklist ${name}: ${completed}/${total}`),
      ...(output.next_task ? [`Next task: ${output.next_task.id} ${output.next_task.description}`] : []),
    ]
      .filter((line) => line !== "")
      .join("\n"),
});

export const createFeature = operation({
  name: "features_new",
  title: "New feature",
  summary:
    "Creates the folder of a new feature with the next number, optionally on its own branch in a worktree.",
  icon: "workflow",
  effects: writing,
  served: { never: "agents call speckit.specify, which creates the folder" },
  cli: { words: "features new", positionals: ["description..."] },
  input: z.object({
    description: z.string().describe("What the feature is for; its folder name is derived from it"),
    worktree: z.boolean().default(false).describe("Create it on its own branch, in its own worktree"),
  }),
  output: z.object({
    folder: z.string(),
    spec_directory: z.string(),
    root: z.string(),
    branch: z.string().optional(),
    also_written: z.array(z.string()).describe("Files that record the active feature"),
  }),
  run: async (context, { description, worktree }) => {
    const created = await newFeature(context.workspace, { description, worktree });
    if (!created.ok) return created;
    const feature = created.value;
    const active = await activate(feature, context.signal);
    if (!active.ok) context.log("warning", active.fault.message);
    const { branch } = await gitStatus(feature.workspace);
    return ok({
      folder: feature.folder,
      spec_directory: feature.directory,
      root: feature.workspace.root,
      branch,
      also_written: [
        ...(feature.excluded === undefined ? [] : [feature.excluded]),
        ...(active.ok ? active.value.map(({ path }) => path) : []),
      ],
    });
  },
  text: ({ folder, spec_directory, also_written: also }, _input, surface) =>
    [
      `Created ${folder} at ${spec_directory}`,
      ...(also.length === 0 ? [] : [`Also written: ${also.join(", ")}`]),
      `Next: ${surface.reference({ command: `run specify ${folder} --description TEXT` })}`,
    ].join("\n"),
});

function rowText({ folder, phase, tasks, active, worktree, problem }: FeatureRow): string {
  const progress = tasks.total > 0 ? ` [${tasks.completed}/${tasks.total}]` : "";
  const notes = [active ? "active" : "", worktree ? "worktree" : "", problem ?? ""].filter(
    (note) => note !== "",
  );
  return `${folder} ${phase}${progress}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}
