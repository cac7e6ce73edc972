import { join } from "node:path";
import type * as z from "zod";
import { ok, type Result } from "../../src/kernel/result.ts";
import type { Flags } from "../../src/operation/flags.ts";
import { invoke } from "../../src/operation/invoke.ts";
import type { Operation } from "../../src/operation/operation.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import type { SkillRegistryOptions } from "../../src/skills/registry/options.ts";
import { createSkillRegistry, type SkillRegistry } from "../../src/skills/registry/registry.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { temporaryTree } from "./temporary.ts";

/** A SKILL.md that follows the standard. */
export function skillText(name: string, description = `Does ${name} things.`, body = `# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}

/** Folders `ws` and `home` with these files; keys such as `ws/.claude/skills/pdf`, with the text of a SKILL.md. */
export async function skillTree(files: Record<string, string | Uint8Array> = {}): Promise<SkillTree> {
  const root = await temporaryTree({ "ws/": "", "home/": "", ...files });
  return { root, ws: join(root, "ws"), home: join(root, "home") };
}

export interface SkillTree {
  readonly root: string;
  readonly ws: string;
  readonly home: string;
}

type Options = Omit<SkillRegistryOptions, "project" | "home" | "cwd">;

export async function registryIn(tree: SkillTree, options: Options = {}): Promise<SkillRegistry> {
  const project = await openWorkspace(tree.ws);
  if (!project.ok) throw new Error(project.fault.message);
  const registry = createSkillRegistry({
    project: project.value,
    home: tree.home,
    cwd: tree.ws,
    ...options,
  });
  if (!registry.ok) throw new Error(registry.fault.message);
  return registry.value;
}

/** Calls an operation as a person at a terminal does; `flags` are those of the process. */
export async function callSkills<In extends z.ZodObject, Out extends z.ZodType>(
  tree: SkillTree,
  operation: Operation<string, In, Out>,
  input: z.input<In>,
  flags: Flags = {},
): Promise<Result<z.output<Out>>> {
  const project = await openWorkspace(tree.ws);
  if (!project.ok) return project;
  const runtime = createRuntime({
    workspace: project.value,
    log: () => {},
    flags: { "user-dir": tree.home, ...flags },
  });
  const answer = await invoke(runtime, operation, input, { signal: new AbortController().signal });
  return answer.ok ? ok(answer.value.output) : answer;
}

/** The ids that are served. */
export async function servedIds(registry: SkillRegistry): Promise<string[]> {
  return (await registry.snapshot()).enabled.skills.map((skill) => skill.id);
}
