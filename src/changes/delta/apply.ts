import { commonEnding } from "../../markdown/blocks/lines.ts";
import type { DeltaKind, Requirement, Spec } from "../../specs/model.ts";
import { readSpec } from "../../specs/read.ts";
import { foldName } from "../../specs/rules.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import {
  appendBlocks,
  type Block,
  blockOf,
  blockText,
  normalForm,
  sliceLines,
  tailOf,
  trimEnd,
  withEnding,
} from "./blocks.ts";
import type { Delta } from "./delta.ts";
import { mergeBlock } from "./merge.ts";
import {
  capabilityEmptied,
  type Misfit,
  mergeMisfit,
  removalConflict,
  removalDone,
  renameConflict,
  targetAmbiguous,
  targetExists,
  targetMissing,
} from "./misfits.ts";

export interface ApplyInput {
  readonly capability: string;
  readonly changeId: string;
  /** The current spec; undefined for a new capability. */
  readonly spec: string | undefined;
  readonly delta: Delta;
  /** The text of a requirement when the change was written, where that is known. */
  readonly baseOf: (name: string) => string | undefined;
  /** Whether the change allows deleting a spec that is left without requirements. */
  readonly mayRetire: boolean;
  readonly vocabulary: Vocabulary;
}

/** The effect on one requirement. `before` or `after` is empty where the requirement does not exist. */
export interface Effect {
  readonly operation: DeltaKind;
  readonly name: string;
  /** The old name of a renaming. */
  readonly from?: string;
  readonly before: string;
  readonly after: string;
  /** Scenarios that others added since and that are kept. */
  readonly kept: readonly string[];
  /** Where both the change and the spec changed the same text. */
  readonly conflict?: ThreeWay | undefined;
}

/** The same requirement when the change was written, in the spec now, and in the change. */
export interface ThreeWay {
  readonly base: string;
  readonly spec: string;
  readonly change: string;
}

export interface Applied {
  /** The new text; undefined when the capability is deleted. */
  readonly text: string | undefined;
  readonly isNew: boolean;
  readonly effects: readonly Effect[];
  readonly misfits: readonly Misfit[];
}

/**
 * The one engine behind `validate` and `archive`: puts a delta on a spec, in the order RENAMED, REMOVED,
 * MODIFIED, ADDED. Takes text and gives text. Everything outside the touched requirements keeps its bytes,
 * and the result must only be used when there are no misfits.
 */
export function applyDelta(input: ApplyInput): Applied {
  const application = new Application(input);
  application.rename();
  application.remove();
  application.modify();
  application.add();
  return application.finish();
}

interface Slot {
  name: string;
  text: string;
  /** As it was before this change; empty for what the change adds. */
  readonly original: string;
  isRemoved: boolean;
}

class Application {
  private readonly input: ApplyInput;
  private readonly base: Spec;
  private readonly ending: string;
  private readonly slots: Slot[];
  private readonly added: Slot[] = [];
  private readonly effects: Effect[] = [];
  private readonly misfits: Misfit[] = [];
  /** New name to old name, to find the base of what was renamed in this change. */
  private readonly oldNames = new Map<string, string>();

  constructor(input: ApplyInput) {
    this.input = input;
    this.base = readSpec(input.spec ?? newSpec(input), input.vocabulary);
    this.ending = commonEnding(this.base.document.text);
    this.slots = this.base.requirements.map((requirement) => {
      const text = blockText(blockOf(this.base.document, requirement));
      const name = requirement.form === "implicit" ? "" : requirement.name;
      return { name, text, original: text, isRemoved: false };
    });
  }

  rename(): void {
    for (const { from, to, line } of this.input.delta.renamed) {
      if (this.isAmbiguous(from, line, "RENAMED")) continue;
      const slot = this.find(from);
      const taken = this.find(to);
      if (slot === undefined && taken !== undefined) continue; // done before
      if (slot === undefined) this.misfits.push(this.missing(from, line, "RENAMED"));
      else if (taken !== undefined && taken !== slot) this.misfits.push(renameConflict({ from, to, line }));
      else {
        const before = slot.text;
        slot.text = renameHeading(slot.text, from, to);
        slot.name = to;
        this.oldNames.set(to, from);
        this.effects.push({ operation: "renamed", name: to, from, before, after: slot.text, kept: [] });
      }
    }
  }

  remove(): void {
    for (const { name, line } of this.input.delta.removed) {
      if (this.isAmbiguous(name, line, "REMOVED")) continue;
      const slot = this.find(name);
      if (slot === undefined) {
        const isMisspelt = this.lookalike(name) !== undefined;
        this.misfits.push(isMisspelt ? this.missing(name, line, "REMOVED") : removalDone({ name, line }));
        continue;
      }
      const base = this.input.baseOf(name);
      const hasMoved = base !== undefined && normalForm(base) !== normalForm(slot.text);
      if (hasMoved) this.misfits.push(removalConflict(name, line, this.input.changeId));
      const conflict = hasMoved ? { base, spec: slot.text, change: "" } : undefined;
      slot.isRemoved = true;
      this.effects.push({ operation: "removed", name, before: slot.text, after: "", kept: [], conflict });
    }
  }

  modify(): void {
    for (const requirement of this.input.delta.modified) {
      const { name, line } = requirement;
      if (this.isAmbiguous(name, line, "MODIFIED")) continue;
      const slot = this.find(name);
      if (slot === undefined) {
        const renamed = this.input.delta.renamed.find((renaming) => renaming.from === name);
        if (renamed === undefined) this.misfits.push(this.missing(name, line, "MODIFIED"));
        continue; // naming the old name of a renaming is reported where sections are compared
      }
      const merge = this.merge(slot, requirement);
      for (const problem of merge.problems)
        this.misfits.push(mergeMisfit(requirement, problem, this.input.changeId));
      const before = slot.text;
      slot.text = merge.text;
      const { kept, conflict } = merge;
      this.effects.push({ operation: "modified", name, before, after: slot.text, kept, conflict });
    }
  }

  add(): void {
    for (const requirement of this.input.delta.added) {
      const { name, line } = requirement;
      const written = trimEnd(blockText(blockOf(this.input.delta.spec.document, requirement)));
      const text = withEnding(written, this.ending);
      const slot = this.find(name) ?? this.lookalike(name);
      if (slot?.name === name && normalForm(slot.text) === normalForm(text)) continue; // done before
      if (slot !== undefined) this.misfits.push(targetExists({ section: "ADDED", name, line }, slot.name));
      else {
        this.added.push({ name, text, original: "", isRemoved: false });
        this.effects.push({ operation: "added", name, before: "", after: text, kept: [] });
      }
    }
  }

  finish(): Applied {
    const { spec, capability, mayRetire, delta } = this.input;
    const { effects, misfits } = this;
    const remaining = [...this.slots, ...this.added].filter((slot) => !slot.isRemoved);
    const isEmptied = remaining.length === 0 && effects.some((effect) => effect.operation === "removed");
    if (isEmptied && !mayRetire) misfits.push(capabilityEmptied(capability, delta.removed[0]?.line ?? 1));
    const text = isEmptied && mayRetire ? undefined : this.render();
    return { text, isNew: spec === undefined, effects, misfits };
  }

  private merge(slot: Slot, requirement: Requirement) {
    const { delta, baseOf, vocabulary } = this.input;
    const ours = blockOf(delta.spec.document, requirement);
    const theirs = parseBlock(slot.text, vocabulary);
    const baseText = baseOf(this.oldNames.get(requirement.name) ?? requirement.name);
    const base = baseText === undefined ? theirs : parseBlock(baseText, vocabulary);
    const merged = mergeBlock(base, theirs, ours);
    const pieces = [merged.lead, ...merged.pieces.map((piece) => piece.text)];
    const joined = pieces.map(trimEnd).join("\n\n");
    const isUnchanged = normalForm(joined) === normalForm(slot.text);
    const text = isUnchanged ? slot.text : withEnding(joined, this.ending) + tailOf(slot.text);
    const isConflict = merged.problems.some(({ kind }) => kind.endsWith("conflict"));
    const conflict = isConflict
      ? { base: baseText ?? slot.text, spec: slot.text, change: blockText(ours) }
      : undefined;
    return { text, problems: merged.problems, kept: merged.kept, conflict };
  }

  /** The spec with its slots as they are now, and the added requirements after the last one. */
  private render(): string {
    const { document, requirements } = this.base;
    const offset = (line: number) => document.lines[line - 1]?.offset ?? document.text.length;
    const at = this.insertionOffset(offset);
    let before = document.bom;
    let after = "";
    const put = (start: number, text: string) => {
      if (start < at) before += text;
      else after += text;
    };
    const copy = (start: number, end: number) => {
      const cut = Math.min(Math.max(start, at), end);
      put(start, document.text.slice(start, cut));
      put(cut, document.text.slice(cut, end));
    };
    let position = document.bom.length;
    for (const [index, requirement] of requirements.entries()) {
      const slot = this.slots[index];
      copy(position, offset(requirement.line));
      if (slot !== undefined && !slot.isRemoved) put(offset(requirement.line), slot.text);
      position = offset(requirement.endLine + 1);
    }
    copy(position, document.text.length);
    return appendBlocks(before, this.newBlocks(), this.ending) + after;
  }

  /** After the last requirement of the section; without any, at the end of the section or of the file. */
  private insertionOffset(offset: (line: number) => number): number {
    const { requirements, sections } = this.base;
    const last = requirements.findLast((each) => each.place === "requirements") ?? requirements.at(-1);
    const section = sections.findLast((each) => each.kind === "requirements");
    const endLine = last?.endLine ?? section?.endLine;
    return endLine === undefined ? this.base.document.text.length : offset(endLine + 1);
  }

  private newBlocks(): string[] {
    const blocks = this.added.map((slot) => slot.text);
    const hasHome =
      this.base.requirements.length > 0 || this.base.sections.some((each) => each.kind === "requirements");
    return blocks.length === 0 || hasHome ? blocks : ["## Requirements", ...blocks];
  }

  private find(name: string): Slot | undefined {
    return this.slots.find((slot) => slot.name === name && name !== "" && !slot.isRemoved);
  }

  /** A name that the spec has twice is ambiguous. */
  private isAmbiguous(name: string, line: number, section: string): boolean {
    const count = this.slots.filter((slot) => slot.name === name && name !== "" && !slot.isRemoved).length;
    if (count > 1) this.misfits.push(targetAmbiguous({ section, name, line }, count));
    return count > 1;
  }

  private missing(name: string, line: number, section: string): Misfit {
    const names = this.slots.filter((slot) => !slot.isRemoved && slot.name !== "").map((slot) => slot.name);
    const absent = this.input.spec === undefined ? this.input.capability : undefined;
    return targetMissing({ section, name, line }, names, absent);
  }

  /** A requirement of the spec whose name differs from this one only in case or spaces. */
  private lookalike(name: string): Slot | undefined {
    return this.slots.find((slot) => !slot.isRemoved && foldName(slot.name) === foldName(name));
  }
}

/** The text of one requirement, cut at its scenarios. */
function parseBlock(text: string, vocabulary: Vocabulary): Block {
  const { document, requirements } = readSpec(text, vocabulary);
  const [requirement] = requirements;
  return requirement === undefined ? { lead: text, pieces: [] } : blockOf(document, requirement);
}

function renameHeading(text: string, from: string, to: string): string {
  const end = text.search(/[\r\n]|$/);
  const heading = text.slice(0, end);
  const at = heading.lastIndexOf(from);
  const renamed =
    at < 0 ? `### Requirement: ${to}` : heading.slice(0, at) + to + heading.slice(at + from.length);
  return renamed + text.slice(end);
}

/** The skeleton of a new spec. Its purpose comes from the delta, or is left as TBD. */
function newSpec({ capability, changeId, delta }: ApplyInput): string {
  const { document, sections } = delta.spec;
  const section = sections.find((each) => each.kind === "purpose");
  const written =
    section === undefined ? "" : sliceLines(document, section.contentLine, section.endLine).trim();
  const purpose =
    delta.purpose === ""
      ? `TBD: created by the change \`${changeId}\`. Say what this capability is for.`
      : written;
  return `# ${capability} Specification\n\n## Purpose\n\n${withEnding(purpose, "\n")}\n\n## Requirements\n`;
}
