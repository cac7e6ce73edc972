import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { operation, reading, writing } from "../../operation/operation.ts";
import { takeInventory } from "../locate/inventory.ts";
import { dotFolder, initSpecmanWorkspace } from "../locate/specman-workspace.ts";
import { kindFacts } from "../model/kinds.ts";
import { currentCheckout, takeSnapshot } from "../session.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";

export const workspaceInfo = capability("workspace_discovery", {
  name: "workspace_info",
  title: "Workspace",
  summary:
    "Shows which SpecMan workspace is in use: its root, its .specman folder, its branch and how many artifacts it has.",
  icon: "artifact",
  effects: reading,
  cli: { words: "artifacts info" },
  input: z.object({}),
  output: z.object({
    root: z.string(),
    dot_specman: z.string(),
    branch: z.string().nullable(),
    layout: z.object({ specifications: z.string(), implementations: z.string(), scratch_pads: z.string() }),
    counts: z.object({ specifications: z.number(), implementations: z.number(), scratch_pads: z.number() }),
    handles: z.string().describe("How handles map to documents."),
  }),
  run: async (context) => {
    const session = await openSession(context, "workspace_info");
    if (!session.ok) return session;
    const { artifacts, unreadable } = await takeInventory(takeSnapshot(session.value));
    const total = (kind: string) =>
      [...artifacts, ...unreadable].filter((each) => each.ref.kind === kind).length;
    const checkout = await currentCheckout(session.value.workspace);
    return ok({
      ...checkout,
      dot_specman: `${checkout.root}/${dotFolder}`,
      layout: {
        specifications: `${kindFacts.specification.folder}/{name}/spec.md`,
        implementations: `${kindFacts.implementation.folder}/{name}/impl.md`,
        scratch_pads: `${kindFacts.scratch_pad.folder}/{name}/scratch.md`,
      },
      counts: {
        specifications: total("specification"),
        implementations: total("implementation"),
        scratch_pads: total("scratch_pad"),
      },
      handles: "spec://NAME, impl://NAME and scratch://NAME refer to the folder NAME; lists show the titles.",
    });
  },
  text: ({ root, branch, counts }) =>
    `Workspace ${root}${branch === null ? "" : ` on branch ${branch}`}: ${count(counts.specifications, "specification")}, ${count(counts.implementations, "implementation")}, ${count(counts.scratch_pads, "scratch pad")}.`,
});

export const initCommand = operation({
  name: "init",
  title: "Create a workspace",
  summary: "Creates a SpecMan workspace: a .specman folder in the current folder, or in PATH.",
  icon: "artifact",
  effects: { ...writing, idempotent: true },
  served: { never: "only the user decides where a workspace is created" },
  cli: { words: "artifacts init", positionals: ["path"] },
  input: z.object({
    path: z.string().optional().describe("The absolute path of the folder"),
    dry_run: z.boolean().optional().describe("Only show what would be created"),
  }),
  output: z.object({
    root: z.string(),
    dot_specman: z.string(),
    created: z.boolean(),
    dry_run: z.boolean(),
    paths: z.array(z.string()),
  }),
  run: async (context, { path, dry_run }) => {
    // `--workspace` names the root and wins over PATH.
    const pinned = typeof context.flags["workspace"] === "string";
    const report = await initSpecmanWorkspace(
      pinned || path === undefined ? context.workspace.root : path,
      dry_run === true,
    );
    return report.ok ? ok({ ...report.value, paths: [...report.value.paths] }) : report;
  },
  text: ({ root, dry_run, paths }, _input, surface) => {
    if (paths.length === 0) return `${root} is already a SpecMan workspace; nothing was changed.`;
    const list = paths.map((path) => `  ${path}`).join("\n");
    if (dry_run) return `Would create in ${root}:\n${list}`;
    const args = { kind: "specification", name: "NAME" };
    const next = surface.recommend({
      operation: "create_artifact",
      args,
      to: "create the first specification",
    });
    return `Created a SpecMan workspace in ${root}:\n${list}\n${next}`.trimEnd();
  },
});
