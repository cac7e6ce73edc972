import { join } from "node:path";
import type { SkillRegistryOptions } from "../../src/skills/registry/options.ts";
import { createSkillRegistry, type SkillRegistry } from "../../src/skills/registry/registry.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { temporaryTree } from "./temporary.ts";

/** A SKILL.md that keeps the standard. */
export function skillText(name: string, description = `Does ${name} things.`, body = `# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}

/** Folders `ws` and `home` with these files; keys such as `ws/.claude/skills/pdf`, with the text of a SKILL.md. */
export async function skillTree(files: Record<string, string | Uint8Array> = {}): Promise<SkillPlace> {
  const root = await temporaryTree({ "ws/": "", "home/": "", ...files });
  return { root, ws: join(root, "ws"), home: join(root, "home") };
}

export interface SkillPlace {
  readonly root: string;
  readonly ws: string;
  readonly home: string;
}

type Options = Omit<SkillRegistryOptions, "project" | "home" | "cwd">;

export async function registryIn(place: SkillPlace, options: Options = {}): Promise<SkillRegistry> {
  const project = await openWorkspace(place.ws);
  if (!project.ok) throw new Error(project.fault.message);
  const made = createSkillRegistry({ project: project.value, home: place.home, cwd: place.ws, ...options });
  if (!made.ok) throw new Error(made.fault.message);
  return made.value;
}

/** The ids that are served. */
export async function servedIds(registry: SkillRegistry): Promise<string[]> {
  return (await registry.snapshot()).enabled.skills.map((skill) => skill.id);
}
