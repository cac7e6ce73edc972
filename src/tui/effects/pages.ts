import { listArtifacts } from "../../artifacts/operations/listing.ts";
import { getChange } from "../../changes/operations/get-change.ts";
import { listChanges } from "../../changes/operations/list-changes.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { listSpecs } from "../../specs/operations/list-specs.ts";
import { showSpec } from "../../specs/operations/show-spec.ts";
import { inFeature } from "../../workflow/documents.ts";
import { type Feature, openFeature } from "../../workflow/feature.ts";
import { steps } from "../../workflow/phase.ts";
import { listFolder } from "../../workspace/files/files.ts";
import { listStateFiles, readStateFile } from "../../workspace/state/files.ts";
import { stateRoot } from "../../workspace/state/folder.ts";
import type { Effect } from "../state/events.ts";
import type { Page, PageItem } from "../state/model.ts";
import { tabOf } from "../state/tabs.ts";
import { decodeBytes } from "./byte-text.ts";
import { call, callForText } from "./call.ts";
import { answerPage, faultPage, filePage, textPage } from "./text-page.ts";

type PageRequest = Extract<Effect, { do: "load-page" }>;

/** Loads the page of a tab: a file of the feature, or specs, changes and artifacts of the project. */
export async function loadPage(runtime: Runtime, request: PageRequest): Promise<Page> {
  const { tab, item } = request;
  if (tab === "logs") return item === "" ? logList(runtime, request.folder) : logPage(runtime, item);
  if (tab === "capabilities") return item === "" ? capabilities(runtime) : capability(runtime, item);
  if (tab === "changes")
    return item === ""
      ? changes(runtime)
      : answerPage(await callForText(runtime, getChange, { change_id: item }));
  if (tab === "artifacts")
    return item === ""
      ? artifacts(runtime)
      : filePage({ root: runtime.workspace.root, path: item }, missing(item), { tasks: true });
  const feature = await openFeature(runtime.workspace, request.directory);
  if (!feature.ok) return faultPage(feature.fault);
  return tab === "checklists" ? checklists(feature.value, item) : featurePage(feature.value, request);
}

async function featurePage(feature: Feature, { tab }: PageRequest): Promise<Page> {
  const { file = "", step = "specify" } = tabOf(tab);
  const absent: Page = {
    kind: "absent",
    message: `There is no ${file} yet.`,
    hint: `Press r ${step[0]} to run ${step}, which writes it.`,
  };
  return filePage(locationIn(feature, file), absent, { tasks: tab === "tasks" });
}

async function checklists(feature: Feature, item: string): Promise<Page> {
  if (item !== "") return filePage(locationIn(feature, `checklists/${item}`), missing(item), { tasks: true });
  const listed = await listFolder(feature.workspace, inFeature(feature, "checklists"));
  const names = (listed.ok ? listed.value : []).flatMap(({ kind, name }) =>
    kind === "file" && name.endsWith(".md") ? [name] : [],
  );
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0)
    return filePage(locationIn(feature, `checklists/${only}`), missing(only), { tasks: true });
  const items = names.map((name) => ({ id: name, title: name, note: "" }));
  return { kind: "items", items, empty: "No checklists yet. specify writes the first one." };
}

function locationIn(feature: Feature, name: string) {
  return { root: feature.workspace.root, path: inFeature(feature, name) };
}

async function capabilities(runtime: Runtime): Promise<Page> {
  const answer = await call(runtime, listSpecs, {});
  if (!answer.ok) return faultPage(answer.fault);
  const items = answer.value.specs.map(({ id, title, purpose }) => ({
    id,
    title: id,
    note: oneLine(purpose || title),
  }));
  return {
    kind: "items",
    items,
    empty: "No capability specs. They are in openspec/specs/<name>/spec.md or specs/<name>/spec.md.",
  };
}

async function capability(runtime: Runtime, id: string): Promise<Page> {
  const answer = await call(runtime, showSpec, { spec_id: id });
  if (!answer.ok) return faultPage(answer.fault);
  return filePage({ root: runtime.workspace.root, path: answer.value.path }, missing(answer.value.path));
}

async function changes(runtime: Runtime): Promise<Page> {
  const answer = await call(runtime, listChanges, {});
  if (!answer.ok) return faultPage(answer.fault);
  const items = answer.value.changes.map(({ id, title, task_progress: { completed, total } }): PageItem => {
    return { id, title: id, note: `[${completed}/${total}] ${oneLine(title)}` };
  });
  return { kind: "items", items, empty: "No active changes. Create one with `hewto changes new`." };
}

async function artifacts(runtime: Runtime): Promise<Page> {
  const answer = await call(runtime, listArtifacts, {});
  if (!answer.ok) return faultPage(answer.fault);
  const items = answer.value.artifacts.map(({ handle, title = "", version = "", path }): PageItem => {
    return { id: path, title: handle, note: oneLine(`${title} ${version}`) };
  });
  return { kind: "items", items, empty: "No artifacts yet." };
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

function logPage({ workspace }: Runtime, name: string): Page {
  const bytes = name.includes("/") ? undefined : readStateFile(`${stateRoot(workspace)}/logs`, name);
  if (!bytes) return missing(name);
  const page = textPage({ text: decodeBytes(bytes), sha256: "" }, undefined);
  return page.kind === "text" ? { ...page, markdown: false } : page;
}

function missing(name: string): Page {
  return { kind: "absent", message: `${name} no longer exists.`, hint: "Press F5 to reload." };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
