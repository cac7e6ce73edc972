import { clip, clipLine } from "../../kernel/clip.ts";
import { isRecord } from "../../kernel/json.ts";
import { printableLine } from "../../kernel/text.ts";
import { readYamlMapping } from "../../markdown/yaml/yaml-read.ts";

/** A command of an agent that an extension of spec-kit hooks to a step. */
export interface Hook {
  /** Before or after which step: `before_plan`. */
  readonly event: string;
  /** The agent's command: `speckit.git.commit`. */
  readonly command: string;
  readonly extension: string;
  /** Run only if the user wants it. */
  readonly isOptional: boolean;
  /** The question for an optional hook. */
  readonly prompt: string;
  readonly description: string;
  /** An expression of spec-kit that decides whether it runs; empty if it always does. */
  readonly condition: string;
}

export interface HooksReading {
  /** The enabled hooks by event, in the order to run them. */
  readonly hooks: readonly Hook[];
  /** What is wrong with the file. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** Far more than spec-kit's own extensions register. */
const maxHooks = 200;
const maxProblems = 10;
const maxText = 200;
const defaultPriority = 10;
const commandName = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+){1,4}$/;
const eventName = /^(?:before|after)_[a-z]{1,30}$/;

/** Reads `.specify/extensions.yml`. It is data of the repository: what is not understood is named and left out. */
export function readHooks(text: string): HooksReading {
  const reading = readYamlMapping(text);
  if (!reading.ok)
    return {
      hooks: [],
      problems: reading.problems.map(({ line, message }) => ({ line, message })).slice(0, maxProblems),
    };
  const hooks = reading.mapping.data["hooks"];
  if (hooks === undefined || hooks === null) return { hooks: [], problems: [] };
  if (!isRecord(hooks)) return { hooks: [], problems: [{ line: 1, message: "`hooks` must be a mapping." }] };
  const problems: { line: number; message: string }[] = [];
  const readings = Object.entries(hooks).flatMap(([event, value]) => {
    if (!eventName.test(event)) return []; // events of other programs
    const entries = Array.isArray(value) ? value : [value];
    return entries.flatMap((entry, index) => {
      const hook = readHook(event, entry);
      if (typeof hook !== "string") return hook === undefined ? [] : [{ ...hook, index }];
      problems.push({ line: lineOf(text, event), message: `Entry ${index + 1} of \`${event}\` ${hook}` });
      return [];
    });
  });
  const { shown, leftOut } = clip(readings, maxHooks);
  if (leftOut > 0) problems.unshift({ line: 1, message: `Only the first ${maxHooks} hooks are read.` });
  const sorted = shown.sort((a, b) => a.priority - b.priority || a.index - b.index);
  return {
    hooks: sorted.map(({ priority: _priority, index: _index, ...hook }) => hook),
    problems: problems.slice(0, maxProblems),
  };
}

/** A hook; the reason why it cannot be used; or undefined if it is disabled. */
function readHook(
  event: string,
  entry: unknown,
): (Hook & { readonly priority: number }) | string | undefined {
  if (!isRecord(entry)) return "is not a mapping.";
  const { command, enabled, optional, priority } = entry;
  if (enabled === false) return undefined;
  if (typeof command !== "string" || command === "") return "has no `command`.";
  if (!commandName.test(command))
    return `names \`${clipLine(printableLine(command), 60)}\`, which is not a command of an agent such as \`speckit.git.commit\`.`;
  if (optional !== undefined && typeof optional !== "boolean")
    return "has an `optional` that is neither true nor false.";
  return {
    event,
    command,
    extension: textOf(entry.extension) || (command.split(".")[1] ?? ""),
    // Without a word about it, spec-kit takes a hook for optional.
    isOptional: optional !== false,
    prompt: textOf(entry.prompt) || `Execute ${command}?`,
    description: textOf(entry.description),
    condition: textOf(entry.condition),
    priority: typeof priority === "number" && priority >= 1 ? priority : defaultPriority,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? clipLine(printableLine(value), maxText) : "";
}

function lineOf(text: string, event: string): number {
  const index = text.split("\n").findIndex((line) => line.trimStart().startsWith(`${event}:`));
  return index < 0 ? 1 : index + 1;
}
