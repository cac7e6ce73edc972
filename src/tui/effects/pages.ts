import { listArtifacts } from "../../artifacts/operations/listing.ts";
import { getChange } from "../../changes/operations/get-change.ts";
import { listChanges } from "../../changes/operations/list-changes.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { listSpecs } from "../../specs/operations/list-specs.ts";
import { showSpec } from "../../specs/operations/show-spec.ts";
import { inFeature } from "../../workflow/documents.ts";
import { type Feature, openFeature } from "../../workflow/feature.ts";
import { steps } from "../../workflow/phase.ts";
import { listFolder } from "../../workspace/files/files.ts";
import { listStateFiles, readStateFile } from "../../workspace/state/files.ts";
import { stateRoot } from "../../workspace/state/folder.ts";
import type { Keymap } from "../keys/keymap.ts";
import type { Effect } from "../state/events.ts";
import type { Page, PageItem } from "../state/model.ts";
import { tabOf } from "../state/tabs.ts";
import { decodeBytes } from "./byte-text.ts";
import { call, callForText, wordFault } from "./call.ts";
import { faultPage, filePage, type PageOptions, textPage } from "./text-page.ts";

type PageRequest = Extract<Effect, { do: "load-page" }>;

interface PageContext {
  readonly runtime: Runtime;
  readonly keymap: Keymap;
}

/** Loads the page of a tab: a file of the feature, or specs, changes and artifacts of the project. */
export async function loadPage(context: PageContext, request: PageRequest): Promise<Page> {
  const page = await openPage(context, request);
  return page.ok ? page.value : faultPage(await wordFault(page.fault, context.keymap));
}

async function openPage(context: PageContext, request: PageRequest): Promise<Result<Page>> {
  const { runtime } = context;
  const { tab, item } = request;
  if (tab === "logs") return ok(item === "" ? logList(runtime, request.folder) : logPage(context, item));
  if (tab === "capabilities") return item === "" ? capabilities(runtime) : capability(context, item);
  if (tab === "changes") return item === "" ? changes(runtime) : change(runtime, item);
  if (tab === "artifacts")
    return item === "" ? artifacts(runtime) : projectFile(context, item, { tasks: true });
  const feature = await openFeature(runtime.workspace, request.directory);
  if (!feature.ok) return feature;
  return ok(await featurePage(context, feature.value, request));
}

async function featurePage(
  context: PageContext,
  feature: Feature,
  { tab, item }: PageRequest,
): Promise<Page> {
  if (tab === "checklists") return checklists(context, feature, item);
  const { file = "", step = "specify" } = tabOf(tab);
  const { label } = context.keymap;
  const absent: Page = {
    kind: "absent",
    message: `There is no ${file} yet.`,
    hint: `Press ${label("run-menu")} ${label(`run-${step}`)} to run ${step}, which writes it.`,
  };
  return filePage(locationIn(feature, file), absent, { tasks: tab === "tasks" });
}

async function checklists(context: PageContext, feature: Feature, item: string): Promise<Page> {
  const open = (name: string) =>
    filePage(locationIn(feature, `checklists/${name}`), missing(context, name), { tasks: true });
  if (item !== "") return open(item);
  const listed = await listFolder(feature.workspace, inFeature(feature, "checklists"));
  const names = (listed.ok ? listed.value : []).flatMap(({ kind, name }) =>
    kind === "file" && name.endsWith(".md") ? [name] : [],
  );
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return open(only);
  const items = names.map((name) => ({ id: name, title: name, note: "" }));
  return { kind: "items", items, empty: "No checklists yet. specify writes the first one." };
}

function locationIn(feature: Feature, name: string) {
  return { root: feature.workspace.root, path: inFeature(feature, name) };
}

async function capabilities(runtime: Runtime): Promise<Result<Page>> {
  const answer = await call(runtime, listSpecs, {});
  if (!answer.ok) return answer;
  const items = answer.value.specs.map(({ id, title, purpose }) => ({
    id,
    title: id,
    note: oneLine(purpose || title),
  }));
  const empty = "No capability specs. They are in openspec/specs/<name>/spec.md or specs/<name>/spec.md.";
  return ok({ kind: "items", items, empty });
}

async function capability(context: PageContext, id: string): Promise<Result<Page>> {
  const answer = await call(context.runtime, showSpec, { spec_id: id });
  return answer.ok ? projectFile(context, answer.value.path) : answer;
}

async function projectFile(context: PageContext, path: string, options?: PageOptions): Promise<Result<Page>> {
  const { root } = context.runtime.workspace;
  return ok(await filePage({ root, path }, missing(context, path), options));
}

async function changes(runtime: Runtime): Promise<Result<Page>> {
  const answer = await call(runtime, listChanges, {});
  if (!answer.ok) return answer;
  const items = answer.value.changes.map(({ id, title, task_progress: { completed, total } }): PageItem => {
    return { id, title: id, note: `[${completed}/${total}] ${oneLine(title)}` };
  });
  return ok({ kind: "items", items, empty: "No active changes. Create one with `hewto changes new`." });
}

async function change(runtime: Runtime, id: string): Promise<Result<Page>> {
  const answer = await callForText(runtime, getChange, { change_id: id });
  return answer.ok ? ok(textPage(answer.value, undefined)) : answer;
}

async function artifacts(runtime: Runtime): Promise<Result<Page>> {
  const answer = await call(runtime, listArtifacts, {});
  if (!answer.ok) return answer;
  const items = answer.value.artifacts.map(({ handle, title = "", version = "", path }): PageItem => {
    return { id: path, title: handle, note: oneLine(`${title} ${version}`) };
  });
  return ok({ kind: "items", items, empty: "No artifacts yet." });
}

/** The messages of this session, then the logs, newest first: their names end with time and process. */
function logList({ workspace }: Runtime, folder: string): Page {
  // Compare whole names: the logs of `001-a-b` do not belong to `001-a`.
  const suffix = new RegExp(`^-(${steps.join("|")})-\\d{8}T`);
  const names = listStateFiles(`${stateRoot(workspace)}/logs`).filter(
    (name) => name.startsWith(folder) && suffix.test(name.slice(folder.length)),
  );
  const stamp = (name: string) => /(\d{8}T\d{6}.*)\.log$/.exec(name)?.[1] ?? "";
  const items = names
    .sort((a, b) => (stamp(a) < stamp(b) ? 1 : -1))
    .map((name): PageItem => ({ id: name, title: name, note: "" }));
  const messages = { id: "messages", title: "Messages of this session", note: "" };
  return { kind: "items", items: [messages, ...items], empty: "" };
}

function logPage(context: PageContext, name: string): Page {
  const { workspace } = context.runtime;
  const bytes = name.includes("/") ? undefined : readStateFile(`${stateRoot(workspace)}/logs`, name);
  if (!bytes) return missing(context, name);
  const page = textPage(decodeBytes(bytes), undefined);
  return page.kind === "text" ? { ...page, markdown: false } : page;
}

function missing({ keymap }: PageContext, name: string): Page {
  const hint = `Press ${keymap.label("refresh")} to reload.`;
  return { kind: "absent", message: `${name} no longer exists.`, hint };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
