import { basename } from "node:path";
import * as z from "zod";
import type { Fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading, writing } from "../../operation/operation.ts";
import { listFolder } from "../../workspace/files/files.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { activate, activeFolder } from "../active-feature.ts";
import { readDocuments } from "../documents.ts";
import { allFeatures, type Feature, findFeature } from "../feature.ts";
import { parseFeatureName } from "../feature-name.ts";
import { newFeature } from "../new-feature.ts";
import { openQuestions } from "../phase.ts";
import { specsFolderOf } from "../settings.ts";
import { listWorktrees, type Worktree } from "../worktrees.ts";

const Row = z.object({
  folder: z.string(),
  number: z.string(),
  title: z.string(),
  /** The next command, or `done`. */
  phase: z.enum(["specify", "clarify", "plan", "tasks", "implement", "done"]),
  tasks: z.object({ completed: z.number(), total: z.number() }),
  spec_directory: z.string(),
  active: z.boolean(),
  branch: z.string().optional(),
  worktree: z.string().optional(),
  problem: z.string().optional(),
});
type Row = z.infer<typeof Row>;

export const FeatureList = z.object({ features: z.array(Row) });

export const listFeatures = operation({
  name: "features_list",
  title: "Features",
  summary: "Lists the features of this project and its worktrees with their phase and tasks.",
  icon: "workflow",
  effects: reading,
  served: { never: "agents read the folders under specs/, and the speckit tools name the feature" },
  cli: { words: "features list" },
  input: z.object({}),
  output: FeatureList,
  run: async (context) => {
    const features = await allFeatures(context.workspace);
    const unread = features.length === 0 ? await unreadable(context.workspace) : undefined;
    if (unread) return fail(unread);
    const place = await placeOf(context);
    return ok({ features: await Promise.all(features.map((feature) => rowOf(feature, place))) });
  },
  text: ({ features }) =>
    features.length === 0
      ? "No features yet. Begin with: hewto run specify --description TEXT"
      : features.map(rowText).join("\n"),
});

/** A folder that may not be listed is not an empty one. */
async function unreadable(workspace: Workspace): Promise<Fault | undefined> {
  const listed = await listFolder(workspace, await specsFolderOf(workspace));
  return !listed.ok && listed.fault.code === "unreadable_file" ? listed.fault : undefined;
}

export const showFeature = operation({
  name: "features_show",
  title: "Feature",
  summary: "Shows one feature: its documents, open questions, checklists and next task.",
  icon: "workflow",
  effects: reading,
  served: { never: "agents read the feature's files" },
  cli: { words: "features show", positionals: ["spec"] },
  input: z.object({ spec: z.string().describe("A path, a folder under specs/, or its number") }),
  output: Row.extend({
    documents: z.array(z.string()),
    open_questions: z.array(z.string()),
    checklists: z.array(z.object({ name: z.string(), completed: z.number(), total: z.number() })),
    next_task: z.object({ id: z.string(), description: z.string(), line: z.number() }).optional(),
  }),
  run: async (context, { spec }) => {
    const feature = await findFeature(context.workspace, spec, context.workspace.root);
    if (!feature.ok) return feature;
    const documents = await readDocuments(feature.value);
    if (!documents.ok) return documents;
    const next = documents.value.items.find((item) => !item.done);
    return ok({
      ...(await rowOf(feature.value, await placeOf(context))),
      documents: [...documents.value.files.keys()],
      open_questions: openQuestions(documents.value.spec ?? ""),
      checklists: documents.value.checklists.map(({ name, completed, total }) => ({
        name,
        completed,
        total,
      })),
      ...(next ? { next_task: { id: next.id ?? "", description: next.description, line: next.line } } : {}),
    });
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

export const makeFeature = operation({
  name: "features_new",
  title: "New feature",
  summary: "Makes the folder of a new feature with the next number, on its own branch and worktree if asked.",
  icon: "workflow",
  effects: writing,
  served: { never: "agents call speckit.specify, which makes the folder" },
  cli: { words: "features new", positionals: ["description..."] },
  input: z.object({
    description: z.string().describe("What the feature is for; its name is made from it"),
    worktree: z.boolean().default(false).describe("Put it on its own branch in its own worktree"),
  }),
  output: z.object({
    folder: z.string(),
    spec_directory: z.string(),
    root: z.string(),
    branch: z.string().optional(),
    also_written: z.array(z.string()).describe("Files that remember the active feature"),
  }),
  run: async (context, { description, worktree }) => {
    const made = await newFeature(context.workspace, { description, worktree });
    if (!made.ok) return made;
    const feature = made.value;
    const active = await activate(feature, context.signal);
    if (!active.ok) context.log("warning", active.fault.message);
    const also = active.ok ? active.value.map(({ path }) => path) : [];
    const { branch } = await gitStatus(feature.workspace);
    return ok({
      folder: feature.folder,
      spec_directory: feature.directory,
      root: feature.workspace.root,
      ...(branch ? { branch } : {}),
      also_written: also,
    });
  },
  text: ({ folder, spec_directory, also_written: also }) =>
    `Made ${folder} at ${spec_directory}${also.length === 0 ? "" : `\nAlso written: ${also.join(", ")}`}\nNext: hewto run specify ${folder} --description TEXT`,
});

interface Place {
  readonly active: string | undefined;
  readonly worktrees: readonly Worktree[];
  readonly root: string;
}

async function placeOf(context: Context): Promise<Place> {
  const worktrees = await listWorktrees(context.workspace);
  return {
    active: await activeFolder(context.workspace),
    worktrees: worktrees.ok ? worktrees.value : [],
    root: context.workspace.root,
  };
}

async function rowOf(feature: Feature, { active, worktrees, root }: Place): Promise<Row> {
  const documents = await readDocuments(feature);
  const worktree = worktrees.find(
    (each) => !each.main && (each.branch === feature.folder || each.path === feature.workspace.root),
  );
  const base = {
    folder: feature.folder,
    number: parseFeatureName(feature.folder)?.number ?? "",
    spec_directory: feature.directory,
    active: feature.workspace.root === root && active !== undefined && basename(active) === feature.folder,
    ...(worktree?.branch === undefined ? {} : { branch: worktree.branch }),
    ...(worktree === undefined ? {} : { worktree: worktree.path }),
  };
  if (!documents.ok) {
    const problem = documents.fault.message;
    return { ...base, title: "", phase: "specify", tasks: { completed: 0, total: 0 }, problem };
  }
  return {
    ...base,
    title: documents.value.title,
    phase: documents.value.phase,
    tasks: documents.value.progress,
  };
}

function rowText({ folder, phase, tasks, active, worktree, problem }: Row): string {
  const progress = tasks.total > 0 ? ` [${tasks.completed}/${tasks.total}]` : "";
  const marks = [active ? "active" : "", worktree ? "worktree" : "", problem ?? ""].filter(
    (mark) => mark !== "",
  );
  return `${folder} ${phase}${progress}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
}
