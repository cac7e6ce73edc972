import type { Surface } from "../../operation/surface.ts";
import type { Instructions } from "./instructions.ts";
import { referenceLines } from "./references.ts";

/** Instructions as Markdown. What the project wrote is quoted under headings of ours. */
export function instructionsText(given: Instructions, artifact: string, surface: Surface): string {
  const { changeName, context, rules, operationGuidance, warnings = [] } = given;
  const parts: string[] = [];
  if (given.artifactId !== undefined) parts.push(...artifactParts(given));
  else if (given.state !== undefined) parts.push(...applyParts(given));
  else parts.push(`Archive ${changeName}.`);
  parts.push(...warnings.map((warning) => `Warning: ${warning}`));
  if (context !== undefined) parts.push(section("Context of the project", context.trim()));
  if (rules !== undefined) parts.push(section("Rules of the project", list(rules)));
  if (operationGuidance !== undefined)
    parts.push(section("Guidance of the project", list(operationGuidance)));
  if (given.references !== undefined)
    parts.push(section("Specs of other stores, to read", list(referenceLines(given.references))));
  if (given.template !== undefined && given.skipped !== true)
    parts.push(section("Template", given.template.trim()));
  if (artifact === "archive") {
    const args = { change_id: changeName, mode: "preview", dry_run: true };
    parts.push(surface.recommend({ operation: "archive_change", args, to: "see what it would change" }));
  }
  return parts.filter((part) => part !== "").join("\n\n");
}

function artifactParts(given: Instructions): string[] {
  const { artifactId, changeName, description = "", dependencies = [], unlocks = [] } = given;
  if (given.skipped === true)
    return [`${artifactId} of ${changeName} is skipped. ${given.warning ?? ""}`.trim()];
  const missing = dependencies.filter(({ done }) => !done).map(({ id }) => id);
  const reads = dependencies.filter(({ done, skipped }) => done && skipped !== true);
  return [
    `Write ${artifactId} of ${changeName}: ${description}`,
    `To: ${given.resolvedOutputPath}`,
    missing.length === 0 ? "" : `Warning: ${missing.join(", ")} should be written first.`,
    reads.length === 0
      ? ""
      : section("Read first", list(reads.map(({ path }) => `${given.changeDir}/${path}`))),
    given.instruction === undefined ? "" : section("Instruction", given.instruction.trim()),
    unlocks.length === 0 ? "" : `Next: ${unlocks.join(", ")}`,
  ];
}

function applyParts(given: Instructions): string[] {
  const { changeName, progress, tasks = [], contextFiles = {}, state, instruction = "" } = given;
  const done = progress === undefined ? "" : ` (${progress.complete}/${progress.total} tasks done)`;
  const files = Object.values(contextFiles).flat();
  const open = tasks.filter((task) => !task.done);
  return [
    state === "blocked" ? `${changeName} cannot be applied yet.` : `Apply ${changeName}${done}.`,
    instruction,
    files.length === 0 ? "" : section("Read first", list(files)),
    open.length === 0
      ? ""
      : section(
          "Open tasks",
          list(open.map(({ description, file, line }) => `${description} (${file}:${line})`)),
        ),
  ];
}

function section(title: string, text: string): string {
  return `## ${title}\n\n${text}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item.replace(/\s*\n\s*/g, " ")}`).join("\n");
}
