import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { operation, reading, writing } from "../../operation/operation.ts";
import { takeInventory } from "../locate/inventory.ts";
import { dotFolder, initSpecmanWorkspace } from "../locate/specman-workspace.ts";
import { kindFacts } from "../model/kinds.ts";
import { checkoutInfo, takeSnapshot } from "../session.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";

export const workspaceInfo = capability("workspace_discovery", {
  name: "workspace_info",
  title: "Workspace",
  summary:
    "Tells which SpecMan workspace is in use: its root, its .specman folder, its branch and how many artifacts it has.",
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
    const number = (kind: string) =>
      [...artifacts, ...unreadable].filter((each) => each.ref.kind === kind).length;
    const where = await checkoutInfo(session.value.workspace);
    return ok({
      ...where,
      dot_specman: `${where.root}/${dotFolder}`,
      layout: {
        specifications: `${kindFacts.specification.folder}/{name}/spec.md`,
        implementations: `${kindFacts.implementation.folder}/{name}/impl.md`,
        scratch_pads: `${kindFacts.scratch_pad.folder}/{name}/scratch.md`,
      },
      counts: {
        specifications: number("specification"),
        implementations: number("implementation"),
        scratch_pads: number("scratch_pad"),
      },
      handles:
        "spec://NAME, impl://NAME and scratch://NAME name the folder NAME; titles are in the list tools.",
    });
  },
  text: ({ root, branch, counts }) =>
    `Workspace ${root}${branch === null ? "" : ` on branch ${branch}`}: ${count(counts.specifications, "specification")}, ${count(counts.implementations, "implementation")}, ${count(counts.scratch_pads, "scratch pad")}.`,
});

/** Part of `hewto init`. A command for people, because an agent must not decide where a workspace begins. */
export const initCommand = operation({
  name: "init",
  title: "Make a workspace",
  summary: "Makes a SpecMan workspace: a .specman folder in the current folder, or in PATH.",
  icon: "artifact",
  effects: { ...writing, idempotent: true },
  served: { never: "an agent must not decide where a workspace begins" },
  cli: { words: "artifacts init", positionals: ["path"] },
  input: z.object({
    path: z.string().optional().describe("The absolute path of the folder that shall be the workspace"),
    dry_run: z.boolean().optional().describe("Only say what would be made"),
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
    const made = await initSpecmanWorkspace(
      pinned || path === undefined ? context.workspace.root : path,
      dry_run === true,
    );
    return made.ok ? ok({ ...made.value, paths: [...made.value.paths] }) : made;
  },
  text: ({ root, created, dry_run, paths }) => {
    if (paths.length === 0) return `${root} is a SpecMan workspace already; nothing was changed.`;
    const list = paths.map((path) => `  ${path}`).join("\n");
    return dry_run
      ? `Would make in ${root}:\n${list}`
      : `Made a SpecMan workspace in ${root}:\n${list}${created ? "\nNext: hewto artifacts create specification NAME" : ""}`;
  },
});
