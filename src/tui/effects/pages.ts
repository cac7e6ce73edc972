import { complianceReportTool } from "../../artifacts/operations/compliance.ts";
import { dependencyTreeTool } from "../../artifacts/operations/dependencies.ts";
import { listConstraintsTool } from "../../artifacts/operations/structure.ts";
import { getChange } from "../../changes/operations/get-change.ts";
import { validateSpec } from "../../changes/operations/validate.ts";
import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { archiveWork } from "../../project/work/operations/archive-work.ts";
import { showWork } from "../../project/work/operations/show-work.ts";
import { infoOperation as skillInfo } from "../../skills/operations/info.ts";
import { readStateFile } from "../../workspace/state/files.ts";
import { stateRoot } from "../../workspace/state/folder.ts";
import type { Keymap } from "../keys/keymap.ts";
import type { FileLocation, Page, PageItem } from "../state/model.ts";
import type { Row } from "../state/rows.ts";
import type { Tab, TextView } from "../state/tabs.ts";
import { decodeBytes } from "./byte-text.ts";
import { call, callForText, wordFault } from "./call.ts";
import { logNames } from "./details.ts";
import { faultPage, filePage, textPage } from "./text-page.ts";
import { archiveLines } from "./work.ts";

export interface PageContext {
  readonly runtime: Runtime;
  readonly keymap: Keymap;
}

export interface PageRequest {
  readonly row: Row | undefined;
  readonly tab: Tab;
  /** The open item of a list page, or an empty text. */
  readonly item: string;
}

/** Loads the page of a tab: a file, a list of files, the answer of an operation, or logs. */
export async function loadPage(context: PageContext, request: PageRequest): Promise<Page> {
  const page = await openPage(context, request);
  return page.ok ? page.value : pageOfFault(context, page.fault);
}

export async function pageOfFault({ keymap }: PageContext, fault: Fault): Promise<Page> {
  return faultPage(await wordFault(fault, keymap));
}

async function openPage(context: PageContext, { row, tab, item }: PageRequest): Promise<Result<Page>> {
  const { content } = tab;
  switch (content.kind) {
    case "file":
      return ok(await fileAt(context, content.file, content));
    case "files": {
      const file = content.files.find(({ path }) => path === item);
      return ok(file ? await fileAt(context, file, content) : fileList(content.files));
    }
    case "missing": {
      const { label } = context.keymap;
      const hint = `Press ${label("run-menu")} ${label(`run-${content.step}`)} to run ${content.step}, which writes it.`;
      return ok({ kind: "absent", message: `There is no ${content.name} yet.`, hint });
    }
    case "text":
      return row ? textOf(context.runtime, row, content.view) : ok(missing(context, tab.title));
    case "logs":
      return ok(item === "" ? logList(context.runtime, row?.name) : logPage(context, item));
    case "result":
      return ok(missing(context, tab.title));
  }
}

function fileAt(
  context: PageContext,
  file: FileLocation,
  { tasks, at }: { readonly tasks: boolean; readonly at?: number | undefined },
): Promise<Page> {
  return filePage(file, missing(context, file.path), { tasks, ...(at === undefined ? {} : { at }) });
}

function fileList(files: readonly FileLocation[]): Page {
  const common = commonFolder(files.map(({ path }) => path));
  const items = files.map(({ path }): PageItem => ({ id: path, title: path.slice(common.length), note: "" }));
  return { kind: "items", items, empty: "" };
}

function commonFolder(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  let length = first.lastIndexOf("/") + 1;
  while (length > 0 && !others.every((path) => path.startsWith(first.slice(0, length))))
    length = first.lastIndexOf("/", length - 2) + 1;
  return first.slice(0, length);
}

async function textOf(runtime: Runtime, row: Row, view: TextView): Promise<Result<Page>> {
  const { name, locator } = row;
  const show = (text: Result<string>, options: { diff?: boolean; markdown?: boolean } = {}) =>
    text.ok ? ok(plainPage(text.value, options)) : text;
  switch (view) {
    case "redline":
      return redlineOf(runtime, row);
    case "findings":
      return row.kind === "spec"
        ? show(await callForText(runtime, validateSpec, { spec_id: name }))
        : findingsOf(runtime, row);
    case "constraints":
      return show(await callForText(runtime, listConstraintsTool, { locator }));
    case "compliance":
      return show(await callForText(runtime, complianceReportTool, { locator }));
    case "tree":
      return show(
        await callForText(runtime, dependencyTreeTool, {
          locator: row.kind === "scratch_pad" ? `scratch://${name}` : locator,
        }),
      );
    case "overview":
      return show(await callForText(runtime, getChange, { change_id: name }), { markdown: true });
    case "skill":
      return show(await callForText(runtime, skillInfo, { name, full: true }), { markdown: true });
  }
}

/** What archiving would do, shown for any change, valid or not. */
async function redlineOf(runtime: Runtime, { locator }: Row): Promise<Result<Page>> {
  const preview = await call(runtime, archiveWork, { id: locator, dry_run: true, allow_open_tasks: true });
  return preview.ok ? ok(plainPage(archiveLines(preview.value).join("\n"), { diff: true })) : preview;
}

async function findingsOf(runtime: Runtime, row: Row): Promise<Result<Page>> {
  const answer = await call(runtime, showWork, { id: row.locator, limit: 500 });
  if (!answer.ok) return answer;
  const { findings, findings_left_out: more } = answer.value;
  const lines = findings.flatMap(({ severity, file, line, message, fix, rule }) => [
    `${severity} ${file}:${line} ${message} (${rule})`,
    ...(fix === undefined || fix === "" ? [] : fix.split("\n").map((each) => `  ${each}`)),
  ]);
  return ok(plainPage([...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n")));
}

function plainPage(text: string, { diff = false, markdown = false } = {}): Page {
  const page = textPage(text, undefined);
  return page.kind === "text" ? { ...page, markdown, diff } : page;
}

/** The messages of this session, then the logs of the row. */
function logList(runtime: Runtime, name: string | undefined): Page {
  const items = (name === undefined ? [] : logNames(runtime, name)).map(
    (file): PageItem => ({ id: file, title: file, note: "" }),
  );
  const messages = { id: "messages", title: "Messages of this session", note: "" };
  return { kind: "items", items: [messages, ...items], empty: "" };
}

function logPage(context: PageContext, name: string): Page {
  const { workspace } = context.runtime;
  const bytes = name.includes("/") ? undefined : readStateFile(`${stateRoot(workspace)}/logs`, name);
  return bytes ? plainPage(decodeBytes(bytes)) : missing(context, name);
}

function missing({ keymap }: PageContext, name: string): Page {
  const hint = `Press ${keymap.label("refresh")} to reload.`;
  return { kind: "absent", message: `${name} no longer exists.`, hint };
}
