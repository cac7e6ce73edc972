import { didYouMean } from "../../kernel/nearest.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { loadGraph } from "../graph/graph.ts";
import { notFound } from "../locate/not-found.ts";
import { resolveLocator } from "../locate/resolve.ts";
import { type Artifact, readArtifact } from "../model/artifact.ts";
import { conceptFailure } from "../model/faults.ts";
import { documentPath, handleOf, kindFacts } from "../model/kinds.ts";
import type { WorkTypeName } from "../model/work-types.ts";
import { type ArtifactSession, takeSnapshot, templateSources } from "../session.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { type Provenance, resolveTemplate } from "../templates/resolve.ts";
import type { Scenario } from "../templates/scenario.ts";
import { type PromptFacts, promptBody } from "./bodies.ts";
import { type PromptSpec, promptCatalog, promptNames } from "./catalog.ts";

export interface Prompt {
  readonly spec: PromptSpec;
  readonly text: string;
  readonly workType?: WorkTypeName;
  readonly template: Provenance;
  /** What to read first: the target and everything it depends on. */
  readonly dependencies: readonly { readonly handle: string; readonly path: string }[];
}

/** The text of a prompt. It is deterministic: the same arguments, template and workspace give the same bytes. */
export async function composePrompt(
  session: ArtifactSession,
  name: string,
  target: string | undefined,
): Promise<Result<Prompt>> {
  const spec = promptCatalog.find((each) => each.name === name);
  if (spec === undefined) return unknownPrompt(name);
  const snapshot = takeSnapshot(session);
  const facts = await factsFor(snapshot, spec, target);
  if (!facts.ok) return facts;
  const { artifact } = facts.value;
  const workType = spec.workType ?? artifact?.metadata.workType?.name;
  const template = await resolveTemplate(templateSources(session), scenarioOf(spec, workType));
  if (!template.ok) return template;
  const dependencies = artifact === undefined ? [] : await upstreamOf(snapshot, artifact);
  const { provenance } = template.value;
  const body = promptBody(spec, facts.value);
  const text = [...body, "", ...closing(spec, workType, provenance, dependencies)].join("\n");
  return ok({
    spec,
    text,
    workType,
    template: provenance,
    dependencies,
  });
}

type Facts = PromptFacts & { readonly artifact: Artifact | undefined };

async function factsFor(
  snapshot: FileSnapshot,
  spec: PromptSpec,
  target: string | undefined,
): Promise<Result<Facts>> {
  const { argument } = spec;
  if (argument === undefined)
    return ok({ handle: "", name: "", path: "", exists: false, artifact: undefined });
  if (target === undefined || target.trim() === "") return missingArgument(spec);
  const resolved = await resolveLocator(snapshot, target, { kind: argument.kind });
  if (!resolved.ok) return resolved;
  if (resolved.value.type !== "artifact") return noArtifact(spec, target);
  const { ref, path } = resolved.value;
  const facts = { handle: handleOf(ref), name: ref.name, path: documentPath(ref) };
  if ((await snapshot.kind(path)) !== "file") {
    return argument.mayBeMissing
      ? ok({ ...facts, exists: false, artifact: undefined })
      : notFound(snapshot, ref, target);
  }
  const artifact = await readArtifact(snapshot, ref, path);
  return artifact.ok ? ok({ ...facts, exists: true, artifact: artifact.value }) : artifact;
}

/** The target and its dependencies, each once; cycles do not matter here. */
async function upstreamOf(
  snapshot: FileSnapshot,
  artifact: Artifact,
): Promise<{ handle: string; path: string }[]> {
  const graph = await loadGraph(snapshot);
  const seen = new Set<string>();
  const queue: string[] = [artifact.path];
  const dependencies: { handle: string; path: string }[] = [];
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    const node = graph.nodes.get(key);
    if (node === undefined || seen.has(key)) continue;
    seen.add(key);
    dependencies.push({ handle: node.summary.handle ?? key, path: node.summary.path ?? key });
    queue.push(...node.edges.map((edge) => edge.to));
  }
  return dependencies;
}

function closing(
  spec: PromptSpec,
  workType: WorkTypeName | undefined,
  template: Provenance,
  dependencies: readonly { handle: string; path: string }[],
): string[] {
  const { tier, locator, version, degraded, reason } = template;
  return [
    "---",
    `Artifact class: ${kindFacts[spec.artifactClass].noun}`,
    ...(workType === undefined ? [] : [`Work type: ${workType}`]),
    `Effective template: ${locator} (${tier}, ${version})${degraded === true ? `; degraded: ${reason ?? ""}` : ""}. It is authoritative: keep its sections.`,
    ...(dependencies.length === 0
      ? [
          "Read first: the specifications that it will depend on and all of their dependencies, direct and transitive.",
        ]
      : [
          "Read first, the target and all of its dependencies, direct and transitive:",
          ...dependencies.map(({ handle, path }) => `- ${handle}${handle === path ? "" : ` (${path})`}`),
        ]),
    "HTML comment directives (<!-- … -->) in the document are instructions: keep each one until you have satisfied it, and only then remove it.",
  ];
}

function scenarioOf(spec: PromptSpec, workType: WorkTypeName | undefined): Scenario {
  if (spec.artifactClass !== "scratch_pad") return { kind: spec.artifactClass };
  return { kind: "scratch_pad", workType: workType ?? "draft" };
}

function unknownPrompt(name: string): Result<never> {
  const hint = didYouMean(name, promptNames) || `The prompts are: ${promptNames.join(", ")}.`;
  return conceptFailure(
    "template_orchestration",
    "invalid_argument",
    `There is no prompt \`${name}\`.`,
    hint,
    { subject: { name } },
  );
}

function missingArgument(spec: PromptSpec): Result<never> {
  const { argument } = spec;
  const message = `Missing required argument: ${argument?.name ?? "target"}`;
  return conceptFailure(
    "template_orchestration",
    "invalid_argument",
    message,
    `The prompt ${spec.name} needs it: ${argument?.description ?? ""}.`,
    {
      subject: { argument: argument?.name },
    },
  );
}

function noArtifact(spec: PromptSpec, target: string): Result<never> {
  const message = `\`${target}\` is not an artifact in this workspace.`;
  return conceptFailure(
    "template_orchestration",
    "artifact_not_found",
    message,
    `The prompt ${spec.name} takes: ${spec.argument?.description ?? ""}.`,
    {
      artifact: target,
    },
  );
}
