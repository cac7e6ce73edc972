import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import {
  ArtifactDescription,
  ArtifactEntry,
  describeArtifact as describeIn,
  entriesOf,
} from "../locate/describe.ts";
import { takeInventory } from "../locate/inventory.ts";
import { type ArtifactKind, artifactKinds, kindFacts, withArticle } from "../model/kinds.ts";
import { takeSnapshot } from "../session.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";
import { Kind, locator } from "./shapes.ts";

const Listing = z.object({ artifacts: z.array(ArtifactEntry) });
type Listing = z.infer<typeof Listing>;

const Description = z.object({ artifact: ArtifactDescription });
type Description = z.infer<typeof Description>;

export const listArtifacts = operation({
  name: "list_artifacts",
  title: "List artifacts",
  summary: "Lists specifications, implementations and scratch pads with their handles.",
  icon: "artifact",
  effects: reading,
  served: { never: "the contract has one list tool per kind" },
  cli: { words: "artifacts list", positionals: ["kind"] },
  input: z.object({ kind: Kind.optional().describe("Only this kind") }),
  output: Listing,
  run: (context, { kind }) => list(context, kind === undefined ? artifactKinds : [kind], "list_artifacts"),
  text: listingText,
  human: listingForPeople,
});

export const describeArtifact = operation({
  name: "describe_artifact",
  title: "Show an artifact",
  summary: "Shows an artifact: front matter, headings, constraint groups, problems.",
  icon: "artifact",
  effects: reading,
  served: { never: "the contract has one describe tool per kind" },
  cli: { words: "artifacts show", positionals: ["locator"] },
  input: z.object({ locator }),
  output: Description,
  exitCode: ({ artifact }) => (artifact.problems === undefined ? 0 : 1),
  run: (context, input) => describe(context, input.locator, undefined, "describe_artifact"),
  text: descriptionText,
});

/** The list tool of one kind, as the SpecMan contract names it. */
function listTool<const Name extends string>(name: Name, kind: ArtifactKind) {
  const { plural, scheme } = kindFacts[kind];
  return capability("data_model_backing_implementation", {
    name,
    aliasOf: listArtifacts.name,
    title: `List ${plural}`,
    summary: `Lists the ${plural} of the workspace with their ${scheme}:// handles, titles and versions.`,
    icon: "artifact",
    effects: reading,
    cli: { never: "`hewto artifacts list` lists any kind" },
    input: z.object({}),
    output: Listing,
    run: (context) => list(context, [kind], name),
    text: listingText,
  });
}

function describeTool<const Name extends string>(name: Name, kind: ArtifactKind) {
  const { noun, scheme } = kindFacts[kind];
  return capability("data_model_backing_implementation", {
    name,
    aliasOf: describeArtifact.name,
    title: `Describe ${withArticle(kind)}`,
    summary: `Describes one ${noun}: its front matter, headings with their slugs, and constraint groups.`,
    icon: "artifact",
    effects: reading,
    cli: { never: "`hewto artifacts show` takes any locator" },
    input: z.object({ locator: z.string().describe(`The ${noun}: ${scheme}://NAME, its name, or its path`) }),
    output: Description,
    run: (context, input) => describe(context, input.locator, kind, name),
    text: descriptionText,
  });
}

export const listSpecifications = listTool("list_specifications", "specification");
export const describeSpecification = describeTool("describe_specification", "specification");
export const listImplementations = listTool("list_implementations", "implementation");
export const describeImplementation = describeTool("describe_implementation", "implementation");
export const listScratchPads = listTool("list_scratch_pads", "scratch_pad");
export const describeScratchPad = describeTool("describe_scratch_pad", "scratch_pad");

async function list(
  context: Context,
  kinds: readonly ArtifactKind[],
  tool: string,
): Promise<Result<Listing>> {
  const session = await openSession(context, tool);
  if (!session.ok) return session;
  return ok({ artifacts: entriesOf(await takeInventory(takeSnapshot(session.value), kinds)) });
}

async function describe(
  context: Context,
  input: string,
  kind: ArtifactKind | undefined,
  tool: string,
): Promise<Result<Description>> {
  const session = await openSession(context, tool);
  if (!session.ok) return session;
  const artifact = await describeIn(takeSnapshot(session.value), input, kind);
  if (!artifact.ok) return artifact;
  context.touched(artifact.value.path);
  return ok({ artifact: artifact.value });
}

function listingText({ artifacts }: Listing, _input: unknown, surface: Surface): string {
  if (artifacts.length === 0) return emptyListing(surface);
  return artifacts.map((each) => `${lineOf(each)}${problemNote(each)}`).join("\n");
}

function emptyListing(surface: Surface): string {
  const next = surface.recommend({ operation: "create_artifact", to: "create one" });
  return ["There are no artifacts yet.", next].join(" ").trimEnd();
}

function lineOf({ handle, title, version, path }: ArtifactEntry): string {
  const about = [title, version && `v${version}`].filter(Boolean).join(", ");
  return `${handle}${about === "" ? "" : `  ${about}`}  (${path})`;
}

function problemNote({ problems }: ArtifactEntry): string {
  return problems === undefined ? "" : `\n  ! ${problems.join("\n  ! ")}`;
}

function listingForPeople({ artifacts }: Listing, _input: unknown, style: Style, surface: Surface): string {
  if (artifacts.length === 0) return emptyListing(surface);
  const width = Math.max(...artifacts.map((each) => each.handle.length));
  return artifacts
    .map((each) => {
      const { handle, title, version, problems } = each;
      const head = `${style.accent(handle.padEnd(width))}  ${title ?? ""}${version ? style.dim(` ${version}`) : ""}`;
      return problems === undefined
        ? head
        : `${head}\n${problems.map((problem) => style.bad(`  ! ${problem}`)).join("\n")}`;
    })
    .join("\n");
}

function descriptionText({ artifact }: Description): string {
  const { front_matter, headings, constraints, tasks } = artifact;
  const fields = Object.entries(front_matter).map(
    ([key, value]) => `  ${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [
    `${lineOf(artifact)}${problemNote(artifact)}`,
    ...(fields.length > 0 ? ["Front matter:", ...fields] : artifact.problems ? [] : ["No front matter."]),
    ...(tasks === undefined ? [] : [`Tasks: ${tasks.completed} of ${tasks.total} done (${tasks.path})`]),
    `${count(headings.length, "heading")}:`,
    ...headings.map(
      ({ level, title, slug, line }) => `  ${"  ".repeat(level - 1)}${title}  #${slug} (line ${line})`,
    ),
    ...(constraints.length > 0 ? [`${count(constraints.length, "constraint group")}:`] : []),
    ...constraints.map(({ constraint_id, line }) => `  ${constraint_id} (line ${line})`),
  ].join("\n");
}
