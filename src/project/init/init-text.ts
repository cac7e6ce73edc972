import { count, printable } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import type { LayoutChoice } from "./layout-choice.ts";
import type { InitPlan } from "./plan-init.ts";
import type { LanguageCount, LayoutSummary, ProjectSurvey } from "./survey.ts";

/** The survey as text, one line per topic. */
export function surveyText(root: string, survey: ProjectSurvey, style: Style): string {
  const where = survey.git ? ` on ${survey.branch ?? "a detached head"}` : " (no git repository)";
  const hosts = survey.hosts.map(({ title, connected }) => (connected ? `${title} (connected)` : title));
  const rows: (readonly [name: string, text: string])[] = [
    ["layouts", survey.layouts.map(layoutText).join(", ")],
    ["skills", survey.skills === 0 ? "" : String(survey.skills)],
    ["languages", shorten(survey.languages.map(languageText), 6).join(", ")],
    ["agents", survey.agents.join(", ")],
    ["hosts", shorten(hosts, 8).join(", ")],
    ["index", survey.index ? "built" : ""],
  ];
  if (survey.within !== undefined)
    rows.unshift(["part of", `${printable(survey.within)}; did you mean that folder?`]);
  const head = survey.empty ? "an empty folder" : count(survey.files, "file");
  return [
    `${style.bold(printable(root))}${where}: ${head}`,
    ...rows.map(([name, text]) => `  ${name.padEnd(10)} ${text === "" ? style.dim("none") : text}`),
  ].join("\n");
}

function languageText({ language, files, text_only }: LanguageCount): string {
  return `${language} ${files}${text_only ? " (as text)" : ""}`;
}

function layoutText({ name, path, holds }: LayoutSummary): string {
  const parts = Object.entries(holds)
    .filter(([, number]) => number > 0)
    .map(([noun, number]) => count(number, noun));
  return `${name} in ${path} (${parts.join(", ") || "empty"})`;
}

function shorten(parts: readonly string[], limit: number): string[] {
  return parts.length <= limit ? [...parts] : [...parts.slice(0, limit), `and ${parts.length - limit} more`];
}

/** Commands to run next, most useful first. */
export function nextCommands(survey: ProjectSurvey, plan: InitPlan): string[] {
  const unconnected = survey.hosts.filter(({ connected }) => !connected).map(({ id }) => id);
  const connect =
    unconnected.length > 0
      ? [`hewto install ${unconnected.join(" ")}`]
      : survey.hosts.length === 0
        ? ["hewto install --list"]
        : [];
  return [firstCommand(survey, plan), ...connect].slice(0, 3);
}

function firstCommand(survey: ProjectSurvey, plan: InitPlan): string {
  if (plan.isExample) return "hewto check";
  if (plan.layout !== undefined) return startCommands[plan.layout];
  if (survey.layouts.length > 0) return "hewto check";
  return survey.skills > 0 ? "hewto skills list" : 'hewto search "WHAT YOU LOOK FOR"';
}

const startCommands: Readonly<Record<LayoutChoice, string>> = {
  openspec: "hewto changes new add-NAME --spec CAPABILITY",
  spox: "hewto changes new add-NAME --spec CAPABILITY",
  "spec-kit": 'hewto run specify --description "WHAT IT IS FOR"',
  specman: "hewto artifacts create specification NAME",
};
