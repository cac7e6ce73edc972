import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { readTasks, taskProgress } from "../../markdown/tasks.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import { childPath, parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { constraintsOf } from "../graph/document-parts.ts";
import { type Inventory, takeInventory } from "../locate/inventory.ts";
import { resolveArtifact } from "../locate/resolve.ts";
import { type Artifact, readArtifact } from "../model/artifact.ts";
import { type ArtifactKind, artifactKinds, kindFacts } from "../model/kinds.ts";
import { takeSnapshot } from "../session.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";
import { ArtifactEntry, Kind, locator } from "./shapes.ts";

const Listing = z.object({ artifacts: z.array(ArtifactEntry) });
type Listing = z.infer<typeof Listing>;

const Description = z.object({
  artifact: ArtifactEntry.extend({
    front_matter: z.record(z.string(), z.unknown()),
    headings: z.array(z.object({ slug: z.string(), title: z.string(), level: z.number(), line: z.number() })),
    constraints: z.array(z.object({ constraint_id: z.string(), line: z.number() })),
    tasks: z
      .object({ path: z.string(), completed: z.number(), total: z.number() })
      .optional()
      .describe("Progress in the tasks.md beside a scratch pad."),
  }),
});
type Description = z.infer<typeof Description>;

export const listArtifacts = operation({
  name: "list_artifacts",
  title: "List artifacts",
  summary: "Lists specifications, implementations and scratch pads with their handles.",
  icon: "artifact",
  effects: reading,
  served: { never: "agents call the list tool of one kind, as the contract has it" },
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
  served: { never: "agents call the describe tool of one kind, as the contract has it" },
  cli: { words: "artifacts show", positionals: ["locator"] },
  input: z.object({ locator }),
  output: Description,
  exitCode: ({ artifact }) => (artifact.problems === undefined ? 0 : 1),
  run: (context, input) => describe(context, input.locator, undefined, "describe_artifact"),
  text: descriptionText,
});

/** The list tool of one kind, which SpecMan's contract names. */
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
    title: `Describe a ${noun}`,
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

/** Every artifact of an inventory; one that cannot be read is listed with the reason, never dropped. */
export function entriesOf({ artifacts, unreadable }: Inventory): ArtifactEntry[] {
  const entries = [
    ...artifacts.map(entryOf),
    ...unreadable.map(({ ref, handle, path, fault }) => ({
      handle,
      ...ref,
      path,
      problems: [fault.message],
    })),
  ];
  const rank = ({ kind, name }: ArtifactEntry) => `${artifactKinds.indexOf(kind)} ${name}`;
  return entries.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

export function entryOf(artifact: Artifact): ArtifactEntry {
  const problems = artifact.findings
    .filter((finding) => finding.severity === "error")
    .map(({ message }) => message);
  const { version } = artifact.metadata;
  return {
    handle: artifact.handle,
    ...artifact.ref,
    ...(artifact.title === undefined ? {} : { title: artifact.title }),
    ...(version === undefined ? {} : { version }),
    path: artifact.path,
    ...(problems.length === 0 ? {} : { problems }),
  };
}

async function describe(
  context: Context,
  input: string,
  kind: ArtifactKind | undefined,
  tool: string,
): Promise<Result<Description>> {
  const session = await openSession(context, tool);
  if (!session.ok) return session;
  const now = takeSnapshot(session.value);
  const place = await resolveArtifact(now, input, kind === undefined ? {} : { kind });
  if (!place.ok) return place;
  const artifact = await readArtifact(now, place.value.ref, place.value.path);
  if (!artifact.ok) return artifact;
  context.touched(place.value.path);
  const { source } = artifact.value;
  return ok({
    artifact: {
      ...entryOf(artifact.value),
      front_matter: { ...source.data },
      headings: source.markdown.headings.map(({ slug, text, level, line }) => ({
        slug,
        title: text,
        level,
        line,
      })),
      constraints: constraintsOf(source).groups.map(({ id, line }) => ({ constraint_id: id, line })),
      ...(place.value.ref.kind === "scratch_pad" ? await tasksBeside(now, place.value.path) : {}),
    },
  });
}

async function tasksBeside(
  now: FileSnapshot,
  pad: WorkspacePath,
): Promise<Pick<Description["artifact"], "tasks">> {
  const path = childPath(parentPath(pad), "tasks.md");
  if ((await now.kind(path)) !== "file") return {};
  const document = await now.document(path);
  if (!document.ok) return {};
  return { tasks: { path, ...taskProgress(readTasks(document.value.markdown)) } };
}

function listingText({ artifacts }: Listing): string {
  if (artifacts.length === 0) return "There are none yet. Create one with create_artifact.";
  return artifacts.map((each) => `${lineOf(each)}${problemNote(each)}`).join("\n");
}

function lineOf({ handle, title, version, path }: ArtifactEntry): string {
  const about = [title, version && `v${version}`].filter(Boolean).join(", ");
  return `${handle}${about === "" ? "" : `  ${about}`}  (${path})`;
}

function problemNote({ problems }: ArtifactEntry): string {
  return problems === undefined ? "" : `\n  ! ${problems.join("\n  ! ")}`;
}

function listingForPeople({ artifacts }: Listing, _input: unknown, style: Style): string {
  if (artifacts.length === 0)
    return "There are no artifacts yet. `hewto artifacts create specification NAME` makes the first.";
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
