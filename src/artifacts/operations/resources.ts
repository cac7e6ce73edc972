import { ok, type Result } from "../../kernel/result.ts";
import type { ResourceContents } from "../../operation/content.ts";
import type { Context } from "../../operation/context.ts";
import type { ResourceProvider, ResourceTemplateEntry } from "../../operation/toolset.ts";
import { completeVariable } from "../locate/complete.ts";
import { entryOf } from "../locate/describe.ts";
import { takeInventory } from "../locate/inventory.ts";
import { type Locator, looksLikeHandle, parseLocator } from "../locate/locator.ts";
import { constraintIndex, findArtifact, findConstraint, findTree } from "../locate/query.ts";
import { kindFacts } from "../model/kinds.ts";
import { type ArtifactSession, takeSnapshot } from "../session.ts";
import { complianceReport } from "./compliance.ts";
import { openSession } from "./open-session.ts";

const markdown = "text/markdown";
const json = "application/json";

const templates: readonly ResourceTemplateEntry[] = [
  template("spec-resource", "spec://{artifact}", markdown, "The file of a specification"),
  template("impl-resource", "impl://{artifact}", markdown, "The file of an implementation document"),
  template("scratch-resource", "scratch://{artifact}", markdown, "The file of a scratch pad"),
  template(
    "spec-dependencies",
    "spec://{artifact}/dependencies",
    json,
    "Dependencies and dependents of a specification",
  ),
  template(
    "spec-constraints-index",
    "spec://{artifact}/constraints",
    json,
    "The constraint groups of a specification",
  ),
  template(
    "spec-constraint-content",
    "spec://{artifact}/constraints/{constraint_id}",
    markdown,
    "One constraint group",
  ),
  template(
    "impl-dependencies",
    "impl://{artifact}/dependencies",
    json,
    "Dependencies and dependents of an implementation",
  ),
  template(
    "scratch-dependencies",
    "scratch://{artifact}/dependencies",
    json,
    "Dependencies and dependents of a scratch pad",
  ),
  template(
    "impl-compliance",
    "impl://{artifact}/compliance",
    json,
    "Which constraint groups the implementation's code ensures",
  ),
];

/** Artifacts and their views, read-only. Changes are made with the tools. */
export const artifactResources: ResourceProvider = {
  templates,
  owns: looksLikeHandle,
  list: async (context) => {
    const session = await openSession(context, "resources/list");
    if (!session.ok) return session.fault.code === "workspace_not_found" ? ok([]) : session;
    const { artifacts } = await takeInventory(takeSnapshot(session.value));
    return ok(
      artifacts.map((artifact) => {
        const { handle, name, kind, title } = entryOf(artifact);
        const description = `SpecMan ${kindFacts[kind].noun} ${handle}`;
        return { uri: handle, name, title: title ?? handle, description, mimeType: markdown };
      }),
    );
  },
  read: async (context, uri) => {
    const session = await openSession(context, "resources/read");
    if (!session.ok) return session;
    const locator = parseLocator(uri);
    if (!locator.ok) return locator;
    if (locator.value.type !== "artifact") throw new Error(`${uri} is not a handle.`);
    return readView(context, session.value, uri, locator.value);
  },
  complete: async (context, { reference, argument, value, known }) => {
    const session = await openSession(context, "completion");
    if (!session.ok) return [];
    const warn = (message: string) => context.log("warning", message);
    return completeVariable(takeSnapshot(session.value), reference, argument, value, known, warn);
  },
};

type HandleLocator = Extract<Locator, { type: "artifact" }>;

async function readView(
  context: Context,
  session: ArtifactSession,
  uri: string,
  { view }: HandleLocator,
): Promise<Result<ResourceContents[]>> {
  const snapshot = takeSnapshot(session);
  const asJson = (value: unknown) => ok([{ uri, mimeType: json, text: JSON.stringify(value, null, 2) }]);
  const asMarkdown = (text: string) => ok([{ uri, mimeType: markdown, text }]);
  if (view === undefined) {
    const artifact = await findArtifact(snapshot, uri);
    return artifact.ok ? asMarkdown(artifact.value.source.text) : artifact;
  }
  if (view.name === "dependencies") {
    const tree = await findTree(snapshot, uri);
    return tree.ok ? asJson(tree.value) : tree;
  }
  if (view.name === "compliance") {
    const report = await complianceReport(context, uri);
    return report.ok ? asJson(report.value) : report;
  }
  const spec = await findArtifact(snapshot, uri, "specification");
  if (!spec.ok) return spec;
  if (view.constraintId === undefined) return asJson(constraintIndex(spec.value));
  const group = findConstraint(spec.value, view.constraintId);
  return group.ok ? asMarkdown(group.value.markdown) : group;
}

function template(
  name: string,
  uriTemplate: string,
  mimeType: string,
  description: string,
): ResourceTemplateEntry {
  return { name, title: description, uriTemplate, mimeType, description };
}
