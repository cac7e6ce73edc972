import { clipLine } from "../../kernel/clip.ts";
import { isRecord } from "../../kernel/json.ts";
import { printableLine } from "../../kernel/text.ts";
import { readYamlMapping } from "../../markdown/yaml/yaml-read.ts";
import { type Step, steps } from "../phase.ts";

/** A workflow of spec-kit: commands in order, with gates between them at which a person decides. */
export interface Sequence {
  readonly id: string;
  readonly parts: readonly SequencePart[];
}

export type SequencePart =
  | { readonly kind: "step"; readonly id: string; readonly step: Step }
  | Gate
  /** A part that only spec-kit's own engine can run. */
  | { readonly kind: "other"; readonly id: string; readonly type: string };

export interface Gate {
  readonly kind: "gate";
  readonly id: string;
  readonly message: string;
  readonly onReject: "abort" | "skip" | "retry";
}

const maxParts = 100;

/** Reads a `workflow.yml`. The text belongs to the repository, so it is data: a problem is a sentence. */
export function readSequence(text: string): Sequence | { readonly problem: string } {
  const reading = readYamlMapping(text);
  if (!reading.ok) return { problem: `line ${reading.problems[0].line}: ${reading.problems[0].message}` };
  const { workflow, steps: parts } = reading.mapping.data;
  const id = isRecord(workflow) && typeof workflow.id === "string" ? workflow.id : "";
  if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) return { problem: "`workflow.id` is missing or not a name." };
  if (!Array.isArray(parts) || parts.length === 0) return { problem: "`steps` is not a list with steps." };
  if (parts.length > maxParts) return { problem: `it has more than ${maxParts} steps.` };
  const read = parts.map(readPart);
  const problem = read.find((each) => typeof each === "string");
  if (problem !== undefined) return { problem };
  const known = read.filter((each) => typeof each !== "string");
  const ids = known.map((part) => part.id);
  const repeated = ids.find((each, index) => ids.indexOf(each) !== index);
  return repeated === undefined
    ? { id, parts: known }
    : { problem: `two steps have the id \`${repeated}\`.` };
}

function readPart(value: unknown, index: number): SequencePart | string {
  if (!isRecord(value) || typeof value.id !== "string" || !/^[\w-]{1,60}$/.test(value.id))
    return `step ${index + 1} has no usable \`id\`.`;
  const { id, type = "command", command, message, on_reject: onReject = "abort" } = value;
  if (type === "gate") {
    if (onReject !== "abort" && onReject !== "skip" && onReject !== "retry")
      return `the gate \`${id}\` has an \`on_reject\` other than abort, skip or retry.`;
    const text = typeof message === "string" ? clipLine(printableLine(message), 300) : "Review required.";
    return { kind: "gate", id, message: text, onReject };
  }
  const step = steps.find((each) => command === `speckit.${each}`);
  if (type === "command" && step !== undefined) return { kind: "step", id, step };
  const name = type === "command" && typeof command === "string" ? command : String(type);
  return { kind: "other", id, type: clipLine(printableLine(name), 60) };
}
