import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { loadConfig } from "../workspace/config/config.ts";
import { joinPath, rootPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";

import { foreignTags } from "./sources/comments.ts";
import type { TagOptions } from "./sources/read.ts";

export const levels = ["claimed", "passed", "exercised", "sensitive"] as const;
export type RequiredLevel = (typeof levels)[number];

/** What the check can report about requirements and their tests. */
export const gateRules = [
  "test-failing",
  "test-removed",
  "link-dangling",
  "state-lowered",
  "waiver-expired",
  "requirement-moved",
  "scenario-untested",
  "evidence-missing",
  "evidence-stale",
  "test-weakened",
  "test-flaky",
  "test-passes-without-change",
  "not-exercised",
  "insensitive",
  "link-ambiguous",
  "tag-without-owner",
  "tag-malformed",
  "waiver-unused",
  "better-test-unlinked",
  "record-unreadable",
  "scenario-duplicate",
] as const;
export type GateRule = (typeof gateRules)[number];
const gateRule = z.enum(gateRules);
/** `[trace.run]`: how `hewto prove` runs single tests. */
export const TestRunShape = z.looseObject({
  one: z
    .string()
    .min(1)
    .optional()
    .describe("The command; {file}, {name}, {tests}, {folder} and {report} are filled in"),
  env: z.record(z.string(), z.string()).default({}).describe("Variables of the command"),
  copy: z.array(z.string()).default([]).describe("Ignored files and folders that the tests need"),
});
export type TestRun = Readonly<z.infer<typeof TestRunShape>>;

/** `[trace]` of hewto.toml. */
export const TraceSettingsShape = z.looseObject({
  require: z
    .enum(levels)
    .optional()
    .describe("The level that counts as verified; default: passed, once there is any evidence"),
  records: z.string().min(1).default(".trace").describe("Folder of the records, relative to the root"),
  roots: z.array(z.string()).default([]).describe("Folders whose tests and tags count; default: all"),
  tags: z
    .enum(["comments", "anywhere"])
    .default("comments")
    .describe("Where tags count; anywhere: in strings and documents too, as before"),
  also: z.array(z.enum(foreignTags)).default([]).describe("Other tools whose tags count: artgraph"),
  any_implementation: z
    .boolean()
    .default(false)
    .describe("Evidence of one program is enough where several implement a specification"),
  gate: z
    .looseObject({
      error: z.array(gateRule).default([]).describe("Rules that fail the check"),
      off: z.array(gateRule).default([]).describe("Rules that are not reported"),
    })
    .prefault({})
    .describe("Which rules of the check fail, and which are off"),
  for: z
    .array(z.looseObject({ match: z.string().min(1), require: z.enum(levels) }))
    .default([])
    .describe("Another level for requirements whose address matches, for example specman:file-safety/*"),
  run: TestRunShape.prefault({}),
});

export interface TraceSettings {
  readonly require: RequiredLevel | undefined;
  readonly records: WorkspacePath;
  readonly roots: readonly string[];
  readonly tags: TagOptions;
  readonly isAnyImplementationEnough: boolean;
  readonly run: TestRun;
  readonly gate: { readonly error: readonly GateRule[]; readonly off: readonly GateRule[] };
  readonly for: readonly { readonly match: string; readonly require: RequiredLevel }[];
}

/** The level that a requirement must have; the last pattern that matches its address decides. */
export function requiredFor(
  settings: Pick<TraceSettings, "require" | "for">,
  address: string,
): RequiredLevel {
  const own = settings.for.findLast(({ match }) => matchesAddress(match, address));
  return own?.require ?? settings.require ?? "passed";
}

/** `*` stands for any text. The format may be left out. */
function matchesAddress(pattern: string, address: string): boolean {
  const parts = pattern.toLowerCase().split("*");
  return [address, address.replace(/^[a-z]+:/, "")].some((each) => matchesParts(parts, each.toLowerCase()));
}

/** Without a regular expression: a pattern of the repository must not take long. */
function matchesParts(parts: readonly string[], text: string): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

export async function readTraceSettings(workspace: Workspace): Promise<Result<TraceSettings>> {
  const config = await loadConfig({ workspace });
  if (!config.ok) return config;
  const read = config.value.section("trace", TraceSettingsShape);
  if (!read.ok) return read;
  const { require, records, roots, run, gate, for: own, tags: place, also } = read.value;
  const isAnyImplementationEnough = read.value.any_implementation;
  const folder = joinPath(rootPath, ...records.replace(/^\.\/|\/+$/g, "").split("/"));
  const tags = { place, also };
  if (folder.ok)
    return ok({
      require,
      records: folder.value,
      roots,
      tags,
      isAnyImplementationEnough,
      run,
      gate,
      for: own,
    });
  const message = `trace.records is ${JSON.stringify(records)}, which is not a folder inside the project.`;
  return fail(fault("invalid_config", message, "Use a relative path without `..`."));
}
