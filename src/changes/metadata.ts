import type { Problem } from "../kernel/finding.ts";
import type { PositionedProblem } from "../markdown/problem.ts";

/** The fields of a change's `.openspec.yaml` that concern specs. */
export interface ChangeMetadata {
  /** The change needs no delta. */
  readonly skipSpecs: boolean;
  /** Specs that may be deleted when the change leaves them without requirements: these, or every one. */
  readonly retire: ReadonlySet<string> | "all";
  /** The schema of the change's documents; undefined for the project's. */
  readonly schema: string | undefined;
  /** Why the file could not be read or understood. */
  readonly problem: Problem | undefined;
}

const none: ChangeMetadata = { skipSpecs: false, retire: new Set(), schema: undefined, problem: undefined };

export function unknownMetadata(problem: Problem): ChangeMetadata {
  return { ...none, problem };
}

/** The text of the file; undefined when there is none. */
export async function readMetadata(text: string | undefined): Promise<ChangeMetadata> {
  if (text === undefined) return none;
  // Loaded on demand: few changes have metadata, and the YAML reader is larger than the spec reader.
  const { fieldPosition, readYamlMapping } = await import("../markdown/yaml/yaml-read.ts");
  const reading = readYamlMapping(text.replace(/^\uFEFF/, ""));
  if (!reading.ok) return unknownMetadata(invalid(reading.problems[0]));
  const { data } = reading.mapping;
  const skipSpecs = data["skip_specs"] ?? false;
  const retire = data["retire_capabilities"] ?? [];
  const schema = data["schema"];
  const lineOf = (key: string) => fieldPosition(reading.mapping, [key])?.line ?? 1;
  if (typeof skipSpecs !== "boolean") return unknownMetadata(notAFlag(lineOf("skip_specs")));
  if (schema !== undefined && (typeof schema !== "string" || schema === ""))
    return unknownMetadata(notAName(lineOf("schema")));
  // OpenSpec has a flag for all, Hewto also a list of names.
  const isFlag = typeof retire === "boolean";
  if (!isFlag && !isTextList(retire)) return unknownMetadata(notAList(lineOf("retire_capabilities")));
  const retired = isFlag ? (retire ? "all" : new Set<string>()) : new Set(retire);
  return { skipSpecs, retire: retired, schema, problem: undefined };
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function notAFlag(line: number): Problem {
  const message = "`skip_specs` must be true or false.";
  return invalid({ line, message, fix: "Write true or false, without quotes." });
}

function notAName(line: number): Problem {
  return invalid({
    line,
    message: "`schema` must be the name of a schema.",
    fix: "Write `schema: spec-driven`.",
  });
}

function notAList(line: number): Problem {
  const message = "`retire_capabilities` must be true, or a list of capabilities.";
  return invalid({ line, message, fix: "Write `retire_capabilities: true`." });
}

function invalid({ line, message, fix }: Pick<PositionedProblem, "line" | "message" | "fix">): Problem {
  return {
    rule: "metadata-invalid",
    line,
    message: `The change's \`.openspec.yaml\` cannot be understood: ${message}`,
    fix: `${fix} Or delete the file; it is optional.`,
  };
}
