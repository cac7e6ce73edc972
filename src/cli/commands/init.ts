import { basename, dirname, isAbsolute, resolve } from "node:path";
import type * as z from "zod";
import { dotFolder, initSpecmanWorkspace } from "../../artifacts/locate/specman-workspace.ts";
import { indexCodebase } from "../../code/operations/index-codebase.ts";
import { type Fault, fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { nextCommands, surveyText } from "../../project/init/init-text.ts";
import { type LayoutChoice, layoutChoices, layoutDescriptions } from "../../project/init/layout-choice.ts";
import { applyInit, type InitPlan, needsLayout, planInit } from "../../project/init/plan-init.ts";
import { type ProjectSurvey, surveyProject } from "../../project/init/survey.ts";
import { homeFolder } from "../../workspace/config/user-folders.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import type { Command } from "../command.ts";
import { noProject, workspaceOf } from "../open.ts";
import { callOperation } from "../operation-command.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import { askLine, canAsk } from "../terminal/ask-line.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** `hewto init`: surveys the folder, creates only what is missing, builds the index, and suggests what to do next. */
export function initCommand(): Command {
  return {
    words: "init",
    summary: "Set up a project: create what is missing and build the index",
    never: "it asks the user which layout to create",
    usage: "[PATH]",
    examples: ["init", "init --dry-run", "init --layout none --yes"],
    flags: [
      {
        name: "layout",
        kind: "string",
        value: "NAME",
        choices: [...layoutChoices, "none"],
        summary: `create this layout without asking: ${layoutChoices.join(", ")}, none`,
      },
      { name: "yes", kind: "boolean", short: "y", summary: "do not ask" },
      { name: "index", kind: "boolean", summary: "build the index; turn off with --no-index" },
      { name: "dry-run", kind: "boolean", summary: "show what would be created, and write nothing" },
    ],
    run,
  };
}

interface Session {
  readonly workspace: Workspace;
  readonly survey: ProjectSurvey;
  readonly line: ParsedLine;
  readonly terminal: Terminal;
  /** `ask` at a terminal, `write` with permission, `preview` if there is no terminal to ask at. */
  readonly mode: "ask" | "write" | "preview";
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const workspace = await openTarget(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, json);
  const home = await openWorkspace(homeFolder(terminal.env));
  const isExplicit = line.positionals.length > 0 || line.flags.workspace !== undefined;
  const what = isExplicit ? undefined : await noProject(workspace.value, terminal.env);
  if (what !== undefined) return reportFault(notAProject(workspace.value.root, what), terminal, json);
  const survey = await surveyProject(workspace.value, home.ok ? home.value : undefined, terminal.env);
  const mode = modeOf(line, terminal, survey);
  const session = { workspace: workspace.value, survey, line, terminal, mode };
  if (!json) terminal.out(`${surveyText(workspace.value.root, survey, terminal.style)}\n\n`);
  const layout = await layoutFor(session);
  if (layout === "cancelled") return 130;
  const plan = await planInit(workspace.value, survey, layout);
  if (!plan.ok) return reportFault(plan.fault, terminal, json);
  return proceed(session, plan.value);
}

/** In the home directory or at the filesystem root, everything would be indexed. */
function notAProject(root: string, what: string): Fault {
  return fault(
    "invalid_argument",
    `${root} is ${what}, not a project.`,
    `Change to a project's folder first. To use this folder anyway, run \`hewto init ${root}\`.`,
  );
}

/** PATH can also be the `.specman` folder itself; `--workspace` overrides it. */
async function openTarget(line: ParsedLine, terminal: Terminal): Promise<Result<Workspace>> {
  const [path] = line.positionals;
  if (path === undefined || line.flags.workspace !== undefined) return workspaceOf(line, terminal);
  // SpecMan requires an absolute path, and its own message says so.
  if (!isAbsolute(path)) {
    const refused = await initSpecmanWorkspace(path, true);
    if (!refused.ok)
      return fail({
        ...refused.fault,
        remedy: `Run \`hewto init ${resolve(terminal.cwd, path)}\`.`,
      });
  }
  return openWorkspace(basename(path) === dotFolder ? dirname(path) : path);
}

/** An empty folder needs no permission, and --layout is the permission for that layout. */
function modeOf({ flags }: ParsedLine, terminal: Terminal, survey: ProjectSurvey): Session["mode"] {
  if (flags["dry-run"] === true) return "preview";
  if (flags.yes === true || flags.layout !== undefined) return "write";
  if (flags.json !== true && canAsk(terminal)) return "ask";
  return survey.empty || !isIncomplete(survey) ? "write" : "preview";
}

function isIncomplete(survey: ProjectSurvey): boolean {
  return needsLayout(survey) || !survey.index;
}

async function layoutFor(session: Session): Promise<LayoutChoice | "none" | undefined | "cancelled"> {
  const { line, survey, terminal, mode } = session;
  const flag = [...layoutChoices, "none" as const].find((choice) => choice === line.flags.layout);
  if (flag !== undefined || !needsLayout(survey)) return flag;
  if (mode !== "ask") return "openspec";
  terminal.err("This project has no layout for specifications. Which one do you want?\n");
  for (const [index, choice] of layoutChoices.entries())
    terminal.err(`  ${index + 1}. ${layoutDescriptions[choice]}\n`);
  const none = layoutChoices.length + 1;
  terminal.err(`  ${none}. none: only search the code\n`);
  for (;;) {
    const reply = await ask(session, `[1-${none}, default 1] `);
    if (reply === undefined) return "cancelled";
    if (reply === "" || reply === "1") return layoutChoices[0];
    if (reply === String(none) || reply === "none") return "none";
    const choice = layoutChoices.find((name, index) => reply === name || reply === String(index + 1));
    if (choice !== undefined) return choice;
    terminal.err(`Type a number from 1 to ${none}.\n`);
  }
}

async function proceed(session: Session, plan: InitPlan): Promise<number> {
  const { workspace, survey, line, terminal, mode } = session;
  const json = line.flags.json === true;
  if (mode === "preview") return preview(session, plan);
  const isConfirmed = plan.paths.length === 0 || (await confirm(session, filesQuestion(plan)));
  if (isConfirmed === "cancelled") return 130;
  const created = isConfirmed ? await applyInit(workspace, plan) : ok([]);
  if (!created.ok) return reportFault(created.fault, terminal, json);
  if (!json) terminal.out(createdText(created.value));
  const index = await buildIndex(session);
  if (index === "cancelled") return 130;
  if (!index.ok) return reportFault(index.fault, terminal, json);
  const isIndexed = survey.index || index.value !== undefined;
  const next = [...(isIndexed ? [] : ["hewto index"]), ...nextCommands(survey, plan)].slice(0, 3);
  if (json) terminal.out(asJson(session, plan, created.value, { index: index.value, next }));
  else terminal.out(`${index.value ? indexText(index.value) : ""}${nextText(next)}`);
  return 0;
}

function filesQuestion(plan: InitPlan): string {
  const list = plan.paths.map((path) => `  ${path}\n`).join("");
  return plan.isExample
    ? `This folder is empty. A small working example has these files:\n${list}Create it? [Y/n] `
    : `Missing:\n${list}Create ${plan.paths.length === 1 ? "it" : "them"}? [Y/n] `;
}

type IndexAnswer = z.output<typeof indexCodebase.output>;

async function buildIndex(session: Session): Promise<Result<IndexAnswer | undefined> | "cancelled"> {
  const { workspace, survey, line, terminal } = session;
  if (line.flags.index === false) return ok(undefined);
  const files = survey.files === 0 ? "" : ` of ${count(survey.files, "file")}`;
  const isConfirmed = survey.index || (await confirm(session, `Build the index${files}? [Y/n] `));
  if (isConfirmed !== true) return isConfirmed === "cancelled" ? isConfirmed : ok(undefined);
  const answer = await callOperation(indexCodebase, { path: "." }, workspace, {}, terminal);
  return answer.ok ? ok(answer.value.output) : answer;
}

/** Default: yes. The end of the input cancels. */
async function confirm(session: Session, question: string): Promise<boolean | "cancelled"> {
  if (session.mode !== "ask") return true;
  const reply = await ask(session, question);
  return reply === undefined ? "cancelled" : !/^n/i.test(reply);
}

async function ask({ terminal }: Session, question: string): Promise<string | undefined> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once("SIGINT", stop);
  const reply = await askLine(terminal, question, abort.signal);
  process.off("SIGINT", stop);
  if (!abort.signal.aborted) return reply?.trim();
  terminal.err("hewto: Cancelled.\n");
  return undefined;
}

function preview(session: Session, plan: InitPlan): number {
  const { survey, line, terminal } = session;
  const isDryRun = line.flags["dry-run"] === true;
  const next = isDryRun ? nextCommands(survey, plan) : ["hewto init --yes"];
  if (line.flags.json === true) {
    terminal.out(asJson(session, plan, plan.paths, { next }));
    return 0;
  }
  const isIndexed = survey.index || line.flags.index === false;
  const missing = [...plan.paths, ...(isIndexed ? [] : ["the search index, in your cache folder"])];
  const list = missing.map((path) => `  ${path}\n`).join("");
  const reason = isDryRun ? "" : "Nothing was changed: there is no terminal to ask at. ";
  terminal.out(missing.length === 0 ? nothingMissing : `Would create:\n${list}`);
  terminal.out(`${reason}${nextText(next)}`);
  return 0;
}

const nothingMissing = "Nothing is missing; nothing was changed.\n";

function createdText(paths: readonly string[]): string {
  if (paths.length === 0) return nothingMissing;
  return `Created:\n${paths.map((path) => `  ${path}\n`).join("")}`;
}

function nextText(commands: readonly string[]): string {
  return `Next:\n${commands.map((command) => `  ${command}\n`).join("")}`;
}

function indexText({ files, chunks, specs, duration_ms }: IndexAnswer): string {
  const parts = [count(files.seen, "file"), count(chunks, "chunk"), count(specs, "spec")];
  const failed =
    files.failed > 0
      ? `${count(files.failed, "path")} could not be read; run \`hewto index\` for details.\n`
      : "";
  return `Index: ${parts.join(", ")} in ${duration_ms} ms.\n${failed}`;
}

function asJson(
  { workspace, survey, line, mode }: Session,
  plan: InitPlan,
  paths: readonly string[],
  more: Readonly<Record<string, unknown>>,
): string {
  const isPreview = mode === "preview";
  const report = {
    root: workspace.root,
    dot_specman: `${workspace.root}/${dotFolder}`,
    created: paths.length > 0 && !isPreview,
    dry_run: isPreview,
    needs_yes: (isPreview && line.flags["dry-run"] !== true) || undefined,
    layout: plan.layout,
    example: plan.isExample,
    paths,
    found: survey,
    ...more,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
