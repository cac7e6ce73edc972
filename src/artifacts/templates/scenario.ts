import { ok, type Result } from "../../kernel/result.ts";
import { ruleFailure } from "../model/faults.ts";
import type { ArtifactKind } from "../model/kinds.ts";
import { type WorkTypeName, workTypes } from "../model/work-types.ts";
import type { TemplateKey } from "./packaged.ts";

/** What a template is for: a kind of artifact and, for scratch pads, the work type. */
export type Scenario =
  | { readonly kind: "specification" | "implementation" }
  | { readonly kind: "scratch_pad"; readonly workType: WorkTypeName };

/** The pointer files, one per kind. */
export const pointers = ["SPEC", "IMPL", "SCRATCH"] as const;
export type Pointer = (typeof pointers)[number];

export const templateFolder = ".specman/templates";
export const templateCache = ".specman/cache/templates";

export function pointerOf(kind: ArtifactKind): Pointer {
  if (kind === "specification") return "SPEC";
  return kind === "implementation" ? "IMPL" : "SCRATCH";
}

/** Files that override the packaged template; the first that exists wins. */
export function overridesFor(scenario: Scenario): string[] {
  if (scenario.kind !== "scratch_pad") {
    return [`${templateFolder}/${scenario.kind === "specification" ? "spec" : "impl"}.md`];
  }
  const { workType } = scenario;
  return [`scratch/${workType}.md`, `scratch-${workType}.md`, "scratch.md"].map(
    (name) => `${templateFolder}/${name}`,
  );
}

export function packagedKey(scenario: Scenario): TemplateKey {
  if (scenario.kind === "scratch_pad") return `scratch-${scenario.workType}`;
  return scenario.kind === "specification" ? "spec" : "impl";
}

/** Every scenario of a kind. The pointer for scratch pads covers all work types. */
export function scenariosOf(kind: ArtifactKind): Scenario[] {
  if (kind !== "scratch_pad") return [{ kind }];
  return workTypes.map((workType) => ({ kind, workType }));
}

export function scenarioName(scenario: Scenario): string {
  return scenario.kind === "scratch_pad" ? `scratch pad (${scenario.workType})` : scenario.kind;
}

/** The scenario of a kind; a scratch pad needs its work type. */
export function scenarioFor(kind: ArtifactKind, workType: WorkTypeName | undefined): Result<Scenario> {
  if (kind !== "scratch_pad") return ok({ kind });
  if (workType !== undefined) return ok({ kind, workType });
  const message = "The template of a scratch pad depends on its work type.";
  const remedy = `Give work_type: ${workTypes.join(", ")}.`;
  return ruleFailure("template_orchestration", "work_type", "invalid_work_type", message, remedy);
}
