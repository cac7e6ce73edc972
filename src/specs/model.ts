import type { MarkdownDocument } from "../markdown/document.ts";
import type { StepWord } from "./vocabulary.ts";

/** One clause of a scenario. */
export interface Step {
  /** As written, in upper case: AND stays AND, CUANDO stays CUANDO. */
  readonly keyword: string;
  /** What it belongs to, AND and BUT resolved to what they continue. */
  readonly role: "given" | "when" | "then";
  readonly word: StepWord;
  /** Wrapped lines are joined with a space; nested items and code are on separate lines. */
  readonly text: string;
  readonly line: number;
}

export interface Scenario {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly steps: readonly Step[];
  /** Text under the heading that is not a step. */
  readonly notes: string;
  /** False for a heading that counts only because of the steps under it. */
  readonly prefixed: boolean;
  /** What a change does to a scenario of the spec: `#### REMOVED Scenario: x`, `#### RENAMED Scenario: x → y`. */
  readonly edit?: { readonly kind: "removed" } | { readonly kind: "renamed"; readonly from: string };
  /** Whether it has a WHEN and a THEN. For most scenarios that is known without reading the steps. */
  readonly isComplete: boolean;
}

/** A part of a requirement at the heading level of scenarios that is not a scenario: `#### Rationale`. */
export interface RequirementPart {
  readonly name: string;
  readonly line: number;
  readonly isEmpty: boolean;
}

/** Where a requirement is: in a Requirements section, under a delta heading, or somewhere else. */
export type RequirementPlace = "requirements" | "delta" | "elsewhere";

export interface Requirement {
  readonly name: string;
  readonly line: number;
  /** Last line of the block, the blank lines after it included. */
  readonly endLine: number;
  readonly place: RequirementPlace;
  /** Title of the section that holds it, as written. */
  readonly section: string;
  readonly sectionKind: SectionKind;
  /** The Markdown between its heading and its first scenario, trimmed, LF only, comments left out. */
  readonly description: string;
  readonly scenarios: readonly Scenario[];
  readonly parts: readonly RequirementPart[];
  /** `heading`: `### Requirement: x`. `bare`: `### x` with scenarios. `implicit`: scenarios under no requirement. */
  readonly form: "heading" | "bare" | "implicit";
}

export type DeltaKind = "added" | "modified" | "removed" | "renamed";

export type SectionKind = "purpose" | "requirements" | DeltaKind | "title" | "other";

/** A part of the document under a heading of level one or two. */
export interface SpecSection {
  readonly title: string;
  readonly kind: SectionKind;
  readonly level: number;
  readonly line: number;
  readonly contentLine: number;
  readonly endLine: number;
}

/** A spec file, read whole. Nothing in it is an error; what looks wrong is for the rules to say. */
export interface Spec {
  /** The first heading of level one. */
  readonly title: string | undefined;
  readonly titleLine: number;
  readonly purpose: string;
  readonly sections: readonly SpecSection[];
  /** In file order, inside and outside of sections. */
  readonly requirements: readonly Requirement[];
  readonly document: MarkdownDocument;
}
