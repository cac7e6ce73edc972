import { basename, dirname, isAbsolute, resolve } from "node:path";
import { dotFolder, initSpecmanWorkspace } from "../../artifacts/locate/specman-workspace.ts";
import { indexCodebase } from "../../code/operations/index-codebase.ts";
import { type Fault, fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
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

/** `hewto init`: looks around, makes only what is missing, builds the index, says what to do next. */
export function initCommand(): Command {
  return {
    words: "init",
    summary: "Look around, make what is missing, build the index",
    usage: "[PATH]",
    examples: ["init", "init --dry-run", "init --layout none --yes"],
    flags: [
      {
        name: "layout",
        kind: "string",
        value: "NAME",
        choices: [...layoutChoices, "none"],
        summary: `make this layout without asking: ${layoutChoices.join(", ")}, none`,
      },
      { name: "yes", kind: "boolean", short: "y", summary: "do not ask" },
      { name: "index", kind: "boolean", summary: "build the index; --no-index leaves it out" },
      { name: "dry-run", kind: "boolean", summary: "only say what would be made" },
    ],
    run,
  };
}

interface Session {
  readonly workspace: Workspace;
  readonly survey: ProjectSurvey;
  readonly line: ParsedLine;
  readonly terminal: Terminal;
  /** `ask` at a terminal, `write` where somebody has said yes, `tell` where nobody can. */
  readonly mode: "ask" | "write" | "tell";
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const workspace = await placeOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, json);
  const home = await openWorkspace(homeFolder(terminal.env));
  const isNamed = line.positionals.length > 0 || line.flags.workspace !== undefined;
  const what = isNamed ? undefined : await noProject(workspace.value, terminal.env);
  if (what !== undefined) return reportFault(notHere(workspace.value.root, what), terminal, json);
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

/** Somebody who starts in the home folder or at the top of the disk would have all of it indexed. */
function notHere(root: string, what: string): Fault {
  return fault(
    "invalid_argument",
    `${root} is ${what}, not a project.`,
    `Go into a project's folder first. If you do mean this one, name it: hewto init ${root}`,
  );
}

/** PATH may also be the `.specman` folder itself; `--workspace` wins over it. */
async function placeOf(line: ParsedLine, terminal: Terminal): Promise<Result<Workspace>> {
  const [path] = line.positionals;
  if (path === undefined || line.flags.workspace !== undefined) return workspaceOf(line, terminal);
  // A relative path is refused by the room whose rule that is, in its words.
  if (!isAbsolute(path)) {
    const refused = await initSpecmanWorkspace(path, true);
    if (!refused.ok)
      return fail({
        ...refused.fault,
        remedy: `Name it by its absolute path: hewto init ${resolve(terminal.cwd, path)}`,
      });
  }
  return openWorkspace(basename(path) === dotFolder ? dirname(path) : path);
}

/** In an empty folder there is nothing that could be disturbed, and a named layout is a yes to that layout. */
function modeOf({ flags }: ParsedLine, terminal: Terminal, survey: ProjectSurvey): Session["mode"] {
  if (flags["dry-run"] === true) return "tell";
  if (flags.yes === true || flags.layout !== undefined) return "write";
  if (flags.json !== true && canAsk(terminal)) return "ask";
  return survey.empty || !isNews(survey) ? "write" : "tell";
}

/** Whether anything at all is left to make. */
function isNews(survey: ProjectSurvey): boolean {
  return needsLayout(survey) || !survey.index;
}

async function layoutFor(session: Session): Promise<LayoutChoice | "none" | undefined | "cancelled"> {
  const { line, survey, terminal, mode } = session;
  const asked = [...layoutChoices, "none" as const].find((choice) => choice === line.flags.layout);
  if (asked !== undefined || !needsLayout(survey)) return asked;
  if (mode !== "ask") return "openspec";
  terminal.err("No layout for specifications is here. Which one shall it be?\n");
  for (const [at, choice] of layoutChoices.entries())
    terminal.err(`  ${at + 1}. ${layoutDescriptions[choice]}\n`);
  const none = layoutChoices.length + 1;
  terminal.err(`  ${none}. none: only search the code\n`);
  for (;;) {
    const said = await ask(session, `[1-${none}, default 1] `);
    if (said === undefined) return "cancelled";
    if (said === "" || said === "1") return layoutChoices[0];
    if (said === String(none) || said === "none") return "none";
    const choice = layoutChoices.find((name, at) => said === name || said === String(at + 1));
    if (choice !== undefined) return choice;
    terminal.err(`Type a number from 1 to ${none}.\n`);
  }
}

async function proceed(session: Session, plan: InitPlan): Promise<number> {
  const { workspace, survey, line, terminal, mode } = session;
  const json = line.flags.json === true;
  if (mode === "tell") return tell(session, plan);
  const isWanted = plan.paths.length === 0 || (await agreed(session, filesQuestion(plan)));
  if (isWanted === "cancelled") return 130;
  const made = isWanted ? await applyInit(workspace, plan) : ok([]);
  if (!made.ok) return reportFault(made.fault, terminal, json);
  if (!json) terminal.out(madeText(made.value));
  const indexed = await index(session);
  if (indexed === "cancelled") return 130;
  if (!indexed.ok) return reportFault(indexed.fault, terminal, json);
  const isIndexed = survey.index || indexed.value !== undefined;
  const next = [...(isIndexed ? [] : ["hewto index"]), ...nextCommands(survey, plan)].slice(0, 3);
  if (json) terminal.out(asJson(session, plan, made.value, { index: indexed.value, next }));
  else terminal.out(`${indexText(indexed.value)}Next:\n${next.map((command) => `  ${command}\n`).join("")}`);
  return 0;
}

function filesQuestion(plan: InitPlan): string {
  const list = plan.paths.map((path) => `  ${path}\n`).join("");
  return plan.isExample
    ? `This folder is empty. A small working example would be:\n${list}Make it? [Y/n] `
    : `Missing here:\n${list}Make ${plan.paths.length === 1 ? "it" : "them"}? [Y/n] `;
}

async function index(session: Session): Promise<Result<unknown> | "cancelled"> {
  const { workspace, survey, line, terminal } = session;
  if (line.flags.index === false) return ok(undefined);
  const files = survey.files === 0 ? "" : ` over ${count(survey.files, "file")}`;
  const isWanted = survey.index || (await agreed(session, `Build the index${files}? [Y/n] `));
  if (isWanted !== true) return isWanted === "cancelled" ? isWanted : ok(undefined);
  const answer = await callOperation(indexCodebase, { path: "." }, workspace, {}, terminal);
  return answer.ok ? ok(answer.value.output) : answer;
}

/** Yes unless somebody says no; undefined input is a withdrawal. */
async function agreed(session: Session, question: string): Promise<boolean | "cancelled"> {
  if (session.mode !== "ask") return true;
  const said = await ask(session, question);
  return said === undefined ? "cancelled" : !/^n/i.test(said);
}

async function ask({ terminal }: Session, question: string): Promise<string | undefined> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once("SIGINT", stop);
  const said = await askLine(terminal, question, abort.signal);
  process.off("SIGINT", stop);
  if (!abort.signal.aborted) return said?.trim();
  terminal.err("hewto: Cancelled.\n");
  return undefined;
}

function tell(session: Session, plan: InitPlan): number {
  const { survey, line, terminal } = session;
  const next = line.flags["dry-run"] === true ? nextCommands(survey, plan) : ["hewto init --yes"];
  if (line.flags.json === true) {
    terminal.out(asJson(session, plan, plan.paths, { next }));
    return 0;
  }
  const isIndexed = survey.index || line.flags.index === false;
  const wanted = [...plan.paths, ...(isIndexed ? [] : ["the search index, in your cache folder"])];
  const list = wanted.map((path) => `  ${path}\n`).join("");
  const why =
    line.flags["dry-run"] === true ? "" : " There is no terminal to ask at, so nothing was changed.";
  terminal.out(wanted.length === 0 ? "Nothing is missing; nothing was changed.\n" : `Would make:\n${list}`);
  terminal.out(
    `${why.trim()}${why === "" ? "" : " "}Next:\n${next.map((command) => `  ${command}\n`).join("")}`,
  );
  return 0;
}

function madeText(paths: readonly string[]): string {
  if (paths.length === 0) return "Nothing is missing; nothing was changed.\n";
  return `Made:\n${paths.map((path) => `  ${path}\n`).join("")}`;
}

function indexText(answer: unknown): string {
  if (!isRecord(answer) || !isRecord(answer["files"])) return "";
  const parts = [
    count(Number(answer["files"]["seen"]), "file"),
    count(Number(answer["chunks"]), "chunk"),
    count(Number(answer["specs"]), "spec"),
  ];
  const failed = Number(answer["files"]["failed"]);
  const lost = failed > 0 ? `${count(failed, "path")} could not be read; \`hewto index\` says why.\n` : "";
  return `Index: ${parts.join(", ")} in ${answer["duration_ms"]} ms.\n${lost}`;
}

function asJson(
  { workspace, survey, line, mode }: Session,
  plan: InitPlan,
  paths: readonly string[],
  more: Readonly<Record<string, unknown>>,
): string {
  const isTold = mode === "tell";
  const report = {
    root: workspace.root,
    dot_specman: `${workspace.root}/${dotFolder}`,
    created: paths.length > 0 && !isTold,
    dry_run: isTold,
    ...(isTold && line.flags["dry-run"] !== true ? { needs_yes: true } : {}),
    layout: plan.layout,
    example: plan.isExample,
    paths,
    found: survey,
    ...more,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
