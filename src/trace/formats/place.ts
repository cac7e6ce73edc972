import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Format, Phase, RequirementNode } from "../model/node.ts";
import { revisionOf } from "../model/revision.ts";

/** The document that nodes are read from, and what the nodes get from it. */
export interface Place {
  readonly format: Format;
  readonly spec: string;
  readonly specAddress: string;
  /** Another way to write the spec in an address: its folder, or a number that other features have too. */
  readonly specAlias?: string;
  readonly file: WorkspacePath;
  /** Set in the delta of an active change. */
  readonly change?: string;
}

export interface FormatProblem {
  readonly rule: "scenario-duplicate";
  readonly file: WorkspacePath;
  readonly line: number;
  readonly message: string;
}

export interface NodesOfFile {
  readonly nodes: readonly RequirementNode[];
  readonly problems: readonly FormatProblem[];
}

type Fields = Pick<RequirementNode, "kind" | "name" | "text" | "line" | "endLine" | "item" | "needs"> &
  Partial<Pick<RequirementNode, "part" | "parent" | "level" | "phase" | "phaseReason" | "questions">>;

/** A node with everything that follows from its place and its text. */
export function nodeAt(place: Place, fields: Fields): RequirementNode {
  const { format, spec, specAddress, file, change } = place;
  const phase: Phase = change === undefined ? (fields.phase ?? "live") : "planned";
  const address = addressOf(place, fields.item, fields.part);
  const aliases =
    place.specAlias === undefined
      ? []
      : [addressOf({ ...place, specAddress: place.specAlias }, fields.item, fields.part)];
  const revision = revisionOf(fields.kind, fields.text);
  return { address, format, spec, specAddress, file, change, revision, aliases, ...fields, phase };
}

export function addressOf(
  { format, specAddress, change }: Pick<Place, "format" | "specAddress" | "change">,
  item: string,
  part?: string,
): string {
  const fragment = part === undefined ? "" : `#${part}`;
  const query = change === undefined ? "" : `?change=${change}`;
  return `${format}:${specAddress}/${item}${fragment}${query}`;
}
