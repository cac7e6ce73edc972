import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { readText } from "../../workspace/files/files.ts";
import { absolutePath, insideWorkspace, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { commit, type Edit } from "../../workspace/write/commit.ts";
import { stateFor } from "../install/toggle.ts";
import { withBlock, withoutBlock } from "../instruct/block.ts";
import { type InstructedAgent, instructedAgents, instructionFiles } from "../instruct/targets.ts";
import { userDirFlag } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";

const Row = z.object({
  path: z.string(),
  agents: z.array(z.string()),
  status: z.enum(["installed", "updated", "unchanged", "removed"]),
});
type Row = z.infer<typeof Row>;

export const instructionsOperation = operation({
  name: "skills_instructions",
  title: "Announce skills to agents",
  summary: "Write a block into AGENTS.md, CLAUDE.md or GEMINI.md that says how to find skills",
  details: "The rest of the file stays as it is; remove takes the block out again without a trace.",
  icon: "edit",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  served: { never: "an agent must not decide which instructions it gets" },
  input: z.object({
    agents: z
      .array(z.enum(instructedAgents))
      .default([])
      .describe("The agents to write for (default: those whose file is there, else AGENTS.md)"),
    scope: z
      .enum(["project", "user"])
      .default("project")
      .describe("The project's files or those of the home"),
    remove: z.boolean().optional().describe("Take the block out of every file that has it"),
    dry_run: z.boolean().optional().describe("Show what would be written, and write nothing"),
  }),
  output: z.object({ scope: z.enum(["project", "user"]), dry_run: z.boolean(), results: z.array(Row) }),
  cli: {
    words: "skills instructions",
    examples: [
      "skills instructions --agents claude",
      "skills instructions --scope user",
      "skills instructions --remove",
    ],
    positionals: ["agents..."],
    flags: [userDirFlag],
  },
  run: (context, input) =>
    withRegistry(context, async (registry) => {
      const { home } = registry.options.paths;
      const root = await rootOf(context.workspace, home, input.scope);
      if (!root.ok) return root;
      const files = await filesFor(root.value, input);
      if (!files.ok) return files;
      const results: Row[] = [];
      const edits: Edit[] = [];
      for (const { path, agents } of files.value) {
        const planned = await planFile(root.value, path, input.remove === true);
        if (!planned.ok) return planned;
        results.push({ path: absolutePath(root.value, path), agents, status: planned.value.status });
        edits.push(...planned.value.edits);
      }
      if (edits.length > 0 && input.dry_run !== true) {
        const plan = { label: "skills instructions", edits };
        const written = await commit(root.value, plan, { signal: context.signal });
        if (!written.ok) return written;
      }
      return ok({ scope: input.scope, dry_run: input.dry_run === true, results });
    }),
  text: ({ results, dry_run }) => {
    if (results.length === 0) return "No file has the block.";
    const lines = results.map(({ path, status }) => printable(`${path}: ${status}`));
    return [...lines, ...(dry_run ? ["Nothing was written."] : [])].join("\n");
  },
});

async function rootOf(
  project: Workspace,
  home: string,
  scope: "project" | "user",
): Promise<Result<Workspace>> {
  if (scope === "project") return ok(project);
  const opened = await openWorkspace(home);
  return opened.ok ? ok({ root: opened.value.root, state: stateFor(home) }) : opened;
}

interface InstructionFile {
  readonly path: WorkspacePath;
  readonly agents: string[];
}

/** One entry for each file: two agents can read the same one. */
async function filesFor(
  root: Workspace,
  input: { agents: readonly InstructedAgent[]; scope: "project" | "user"; remove?: boolean | undefined },
): Promise<Result<InstructionFile[]>> {
  const asked = input.agents.length > 0 ? input.agents : instructedAgents;
  const files = new Map<string, InstructionFile & { isThere: boolean }>();
  for (const agent of asked) {
    const name = instructionFiles[agent][input.scope];
    const known = files.get(name);
    if (known !== undefined) known.agents.push(agent);
    else {
      const path = await insideWorkspace(root, name);
      if (!path.ok) return path;
      const isThere = (await readText(root, path.value, { lossy: true })).ok;
      files.set(name, { path: path.value, agents: [agent], isThere });
    }
  }
  const all = [...files.values()];
  const there = all.filter(({ isThere }) => isThere);
  if (input.remove === true) return ok(there);
  if (input.agents.length > 0) return ok(all);
  return ok(there.length > 0 ? there : all.slice(0, 1));
}

async function planFile(
  root: Workspace,
  path: WorkspacePath,
  isRemoval: boolean,
): Promise<Result<{ status: Row["status"]; edits: Edit[] }>> {
  const file = await readText(root, path);
  if (!file.ok && file.fault.code !== "path_not_found") return file;
  const text = file.ok ? file.value.text : undefined;
  const expect = file.ok ? file.value.sha256 : "absent";
  const content = isRemoval ? withoutBlock(text ?? "") : withBlock(text);
  if (content === text) return ok({ status: "unchanged", edits: [] });
  if (content === undefined) return ok({ status: "removed", edits: [{ kind: "delete", path, expect }] });
  const status = isRemoval ? "removed" : text === undefined ? "installed" : "updated";
  return ok({ status, edits: [{ kind: "write", path, content, expect }] });
}
