import { isRecord } from "../kernel/json.ts";

/** What `.openspec.yaml` in a change says, as far as it concerns the specs. */
export interface ChangeMetadata {
  /** The change needs no delta. */
  readonly skipSpecs: boolean;
  /** Specs that may go when the change leaves them without requirements. */
  readonly retire: ReadonlySet<string>;
  /** Why the file could not be understood. */
  readonly problem: string | undefined;
}

const none: ChangeMetadata = { skipSpecs: false, retire: new Set(), problem: undefined };

export function unknownMetadata(problem: string): ChangeMetadata {
  return { ...none, problem };
}

/** The text of the file; undefined when there is none. */
export async function readMetadata(text: string | undefined): Promise<ChangeMetadata> {
  if (text === undefined) return none;
  const { parseYaml } = await import("./parse-yaml.ts");
  try {
    const data: unknown = parseYaml(text);
    if (data === null || data === undefined) return none;
    if (!isRecord(data)) return { ...none, problem: "It must be a list of `key: value` lines." };
    const retire = Array.isArray(data["retire_capabilities"]) ? data["retire_capabilities"] : [];
    const names = retire.filter((name) => typeof name === "string");
    return { skipSpecs: data["skip_specs"] === true, retire: new Set(names), problem: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return unknownMetadata(`It is not YAML: ${reason}`);
  }
}
