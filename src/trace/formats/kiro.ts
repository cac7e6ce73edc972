import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import type { Heading } from "../../markdown/headings.ts";
import { readListItems } from "../../markdown/list-items.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import { levelOf } from "../model/level.ts";
import type { Phase, RequirementNode } from "../model/node.ts";
import { normalText } from "../model/revision.ts";
import { type NodesOfFile, nodeAt, type Place } from "./place.ts";

const requirementTitle = /^Requirement (\d+)\s*(?:[-–—:]\s*(.*))?$/is;

/**
 * The requirements of Kiro's `requirements.md` with their numbered acceptance criteria: `auth/1`, `auth/1.2`. They are
 * planned while there is no `tasks.md`, or a task that names them is open.
 */
export function kiroNodes(
  place: Place,
  text: string,
  tasks: string | undefined,
  normative: readonly string[],
): NodesOfFile {
  const document = readMarkdown(text);
  const phase = phaseReader(tasks);
  const nodes = kiroRequirements(document).flatMap(({ heading, number, title }) =>
    requirementNodes(place, document, heading, number, title, phase, normative),
  );
  return { nodes, problems: [] };
}

interface KiroRequirement {
  readonly heading: Heading;
  readonly number: string;
  readonly title: string;
}

/** The first heading of each number. */
export function kiroRequirements(document: MarkdownDocument): KiroRequirement[] {
  const seen = new Set<string>();
  return document.headings.flatMap((heading) => {
    const [, number, title = ""] = requirementTitle.exec(heading.text.trim()) ?? [];
    if (number === undefined || seen.has(number)) return [];
    seen.add(number);
    return [{ heading, number, title }];
  });
}

function requirementNodes(
  place: Place,
  document: MarkdownDocument,
  heading: Heading,
  number: string,
  title: string,
  phase: (id: string) => Phase,
  normative: readonly string[],
): RequirementNode[] {
  const criteria = readListItems(document, heading.contentLine, heading.endLine).filter(
    (item) => item.ordered,
  );
  const story = document.linesBetween(heading.contentLine, heading.ownEndLine).map((line) => line.text);
  const parent = nodeAt(place, {
    kind: "requirement",
    item: number,
    name: title.trim() || `Requirement ${number}`,
    text: normalText(story.join("\n")),
    phase: phase(number),
    phaseReason: "tasks are open",
    line: heading.line,
    endLine: heading.ownEndLine,
    needs: criteria.length === 0 ? ["test"] : [],
  });
  const parts = criteria.map((item, index) => {
    const lines = document.linesBetween(item.line, item.endLine).map((line) => line.text);
    const id = `${number}.${index + 1}`;
    return nodeAt(place, {
      kind: "scenario",
      item: id,
      parent: parent.address,
      name: normalText(item.text),
      text: normalText(lines.join("\n")),
      level: levelOf(item.text, normative),
      phase: phase(id),
      phaseReason: "tasks are open",
      line: item.line,
      endLine: item.endLine,
      needs: ["test"],
    });
  });
  return [parent, ...parts];
}

/** Kiro's tasks name what they serve: `_Requirements: 1.1, 2.3_`. */
function phaseReader(text: string | undefined): (id: string) => Phase {
  if (text === undefined) return () => "planned";
  const document = readMarkdown(text);
  const tasks = readTasks(document);
  if (tasks.length === 0) return () => "planned";
  const open = new Set<string>();
  const named = new Set<string>();
  tasks.forEach((task, index) => {
    for (const id of idsOf(document, task, tasks[index + 1])) {
      named.add(id);
      if (!task.done) open.add(id);
    }
  });
  const isDone = tasks.every(({ done }) => done);
  return (id) => {
    const ids = [id, id.split(".")[0] ?? id];
    if (ids.some((each) => open.has(each))) return "planned";
    return ids.some((each) => named.has(each)) || isDone ? "live" : "planned";
  };
}

function idsOf(document: MarkdownDocument, task: TaskItem, next: TaskItem | undefined): string[] {
  const lines = document.linesBetween(task.line, (next?.line ?? document.lineCount + 1) - 1);
  const said =
    lines.find(({ text }) => /_?Requirements?:/i.test(text))?.text.split(/_?Requirements?:/i)[1] ?? "";
  return said.match(/\d+(?:\.\d+)?/g) ?? [];
}
