import { isRecord } from "../kernel/json.ts";
import type { Problem } from "../specs/model.ts";

/** What `.openspec.yaml` in a change says, as far as it concerns the specs. */
export interface ChangeMetadata {
  /** The change needs no delta. */
  readonly skipSpecs: boolean;
  /** Specs that may go when the change leaves them without requirements. */
  readonly retire: ReadonlySet<string>;
  /** Why the file could not be read or understood. */
  readonly problem: Problem | undefined;
}

const none: ChangeMetadata = { skipSpecs: false, retire: new Set(), problem: undefined };

export function unknownMetadata(problem: Problem): ChangeMetadata {
  return { ...none, problem };
}

/** The text of the file; undefined when there is none. */
export async function readMetadata(text: string | undefined): Promise<ChangeMetadata> {
  if (text === undefined) return none;
  const { parseYaml } = await import("./parse-yaml.ts");
  try {
    const data: unknown = parseYaml(text);
    if (data === null || data === undefined) return none;
    if (!isRecord(data)) return unknownMetadata(invalid("it holds no `key: value` lines"));
    const retire = Array.isArray(data["retire_capabilities"]) ? data["retire_capabilities"] : [];
    const names = retire.filter((name) => typeof name === "string");
    return { skipSpecs: data["skip_specs"] === true, retire: new Set(names), problem: undefined };
  } catch (error) {
    return unknownMetadata(invalid(...whatIsWrong(error)));
  }
}

function invalid(reason: string, line = 1): Problem {
  const message = `The change's \`.openspec.yaml\` cannot be understood: ${reason}.`;
  return { rule: "metadata-invalid", line, message, fix: "Correct it, or delete it: no change needs one." };
}

/** The first line of what the library says, which ends with the place and a picture of it, and the line. */
function whatIsWrong(error: unknown): [reason: string, line: number] {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  const place = / at line (\d+), column \d+:?$/.exec(first);
  const reason = place === null ? first : first.slice(0, place.index);
  return [reason.replace(/[.:]$/, ""), Number(place?.[1] ?? 1)];
}
