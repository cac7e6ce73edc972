import { isRecord } from "../kernel/json.ts";
import { printableLine } from "../kernel/text.ts";
import { readText } from "../workspace/files/files.ts";
import { literalPath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { Step } from "./phase.ts";

const file = literalPath(".specify/extensions.yml");
const maxHooks = 20;

/**
 * The commands that spec-kit's extensions hook to a step, such as `speckit.git.feature (before)`. They are instructions
 * for an agent, so Hewto names them and does not run them. Hooks with a condition are left to spec-kit.
 */
export async function hooksOf(workspace: Workspace, step: Step): Promise<string[]> {
  const text = await readText(workspace, file);
  if (!text.ok) return [];
  const { readYamlMapping } = await import("../markdown/yaml/yaml-read.ts");
  const reading = readYamlMapping(text.value.text);
  const hooks = reading.ok ? reading.mapping.data["hooks"] : undefined;
  if (!isRecord(hooks)) return [];
  const named = (["before", "after"] as const).flatMap((when) => {
    const value = hooks[`${when}_${step}`];
    return (Array.isArray(value) ? value : [value])
      .filter(isRecord)
      .filter(({ enabled, optional, condition }) => enabled !== false && optional === false && !condition)
      .flatMap(({ command }) => (typeof command === "string" ? [`${printableLine(command)} (${when})`] : []));
  });
  return named.slice(0, maxHooks);
}
