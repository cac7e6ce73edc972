import type * as z from "zod";
import { version } from "../../kernel/version.ts";
import { type Operation, operation } from "../../operation/operation.ts";
import { type Concept, conceptFacts, coreVersions } from "../model/concepts.ts";

/** The document that describes extensions of the contract. */
export const extensionOwner = "docs/artifacts.md";

export interface CapabilityMark {
  readonly id: string;
  readonly concept_ref: string;
  readonly core_versions: string;
  readonly version: string;
  /** A reference to the schema in the same `tools/list` entry. */
  readonly input_schema: unknown;
  readonly output_schema: unknown;
  readonly type?: "extension";
  readonly owner?: string;
  /** Other concepts that the tool serves. */
  readonly also?: readonly string[];
  readonly side_effects: readonly string[];
}

/** An operation that serves a concept of SpecMan Core; its mark says which one, and for which releases. */
export function capability<
  const Name extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Given extends z.ZodObject,
>(
  concept: Concept,
  entry: Operation<Name, In, Out, Given>,
  more: { readonly also?: readonly Concept[]; readonly sideEffects?: readonly string[] } = {},
): Operation<Name, In, Out, Given> {
  const { id, ref } = conceptFacts(concept);
  const also = (more.also ?? []).map((each) => conceptFacts(each).id);
  return marked(entry, {
    ...common(more.sideEffects),
    id,
    concept_ref: ref,
    also: also.length > 0 ? also : undefined,
  });
}

/** An operation beyond SpecMan Core, marked so that clients can ignore it. */
export function extension<
  const Name extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Given extends z.ZodObject,
>(name: string, entry: Operation<Name, In, Out, Given>): Operation<Name, In, Out, Given> {
  const id = `hewto.extension.${name}`;
  return marked(entry, {
    ...common([]),
    id,
    concept_ref: `${extensionOwner}#${name.replaceAll("_", "-")}`,
    type: "extension",
    owner: extensionOwner,
  });
}

function common(sideEffects: readonly string[] = []) {
  return {
    core_versions: coreVersions,
    version,
    input_schema: { $ref: "#/inputSchema" },
    output_schema: { $ref: "#/outputSchema" },
    side_effects: sideEffects,
  };
}

function marked<
  const Name extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Given extends z.ZodObject,
>(entry: Operation<Name, In, Out, Given>, mark: CapabilityMark): Operation<Name, In, Out, Given> {
  return operation({ ...entry, meta: { ...entry.meta, "specman/capability": mark } });
}
