import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import { flattenItems, type ListItem, readListItems } from "../../markdown/list-items.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { openQuestions } from "../../workflow/phase.ts";
import { isUntouched } from "../../workflow/read/placeholders.ts";
import { readSpec, type Story, scenarioParts } from "../../workflow/read/spec-document.ts";
import { levelOf } from "../model/level.ts";
import type { Phase, RequirementNode } from "../model/node.ts";
import { normalText } from "../model/revision.ts";
import { type NodesOfFile, nodeAt, type Place } from "./place.ts";

const numbered = /^\*\*((?:FR|SC)-\d+)\s*:?\s*\*\*\s*:?\s*(.*)$/s;

/**
 * The stories, functional requirements and success criteria of a feature. They are planned while the feature has no
 * tasks, or tasks of that story are open: the status line of the document says nothing, because hardly anyone changes it.
 */
export function speckitNodes(
  place: Place,
  text: string,
  tasks: string | undefined,
  normative: readonly string[],
): NodesOfFile {
  if (isUntouched(text)) return { nodes: [], problems: [] };
  const spec = readSpec(text);
  const items = flattenItems(readListItems(spec.document));
  const phases = phasesOf(tasks);
  const seen = new Set<string>();
  const bullets = items.flatMap((item) => {
    const [, id = "", own = ""] = numbered.exec(item.text) ?? [];
    if (id === "" || seen.has(id)) return [];
    seen.add(id);
    return [numberedNode(place, spec.document, item, id, own, phases, normative)];
  });
  const stories = spec.stories.flatMap((story, index) => {
    const end = (spec.stories[index + 1]?.line ?? sectionEnd(spec.document, story)) - 1;
    return storyNodes(place, story, items, end, phases);
  });
  return { nodes: [...stories, ...bullets], problems: [] };
}

function numberedNode(
  place: Place,
  document: MarkdownDocument,
  item: ListItem,
  id: string,
  own: string,
  phases: Phases,
  normative: readonly string[],
): RequirementNode {
  const isOutcome = id.startsWith("SC-");
  const nested = document.linesBetween(item.line + 1, item.endLine).map((line) => line.text);
  const rest = item.children.length === 0 && item.paragraphs.length === 0 ? [] : nested;
  const text = normalText([own, ...rest].join("\n"));
  const questions = openQuestions(own);
  return nodeAt(place, {
    kind: isOutcome ? "outcome" : "fr",
    item: id,
    name: id,
    text,
    level: levelOf(text, normative),
    phase: phases.feature,
    phaseReason: phases.reason,
    line: item.line,
    endLine: item.endLine,
    needs: isOutcome ? ["manual"] : ["test"],
    ...(questions.length > 0 ? { questions } : {}),
  });
}

function storyNodes(
  place: Place,
  story: Story,
  items: readonly ListItem[],
  endLine: number,
  phases: Phases,
): RequirementNode[] {
  const item = `US${story.number}`;
  const phase = phases.stories.get(item) ?? phases.feature;
  const parent = nodeAt(place, {
    kind: "story",
    item,
    name: story.title,
    text: normalText(story.title),
    phase,
    phaseReason: phases.reason,
    line: story.line,
    endLine,
    needs: [],
  });
  const scenarios = items.filter(
    ({ line, ordered, text }) => line > story.line && line <= endLine && ordered && isScenario(text),
  );
  const parts = scenarios.map((scenario, index) =>
    nodeAt(place, {
      kind: "scenario",
      item: `${item}.${index + 1}`,
      parent: parent.address,
      name: normalText(scenario.text),
      text: stepsOf(scenario.text),
      phase,
      phaseReason: phases.reason,
      line: scenario.line,
      endLine: scenario.endLine,
      needs: ["test"],
    }),
  );
  return [parent, ...parts];
}

function isScenario(text: string): boolean {
  const lower = text.toLowerCase();
  const when = lower.indexOf("when", Math.max(0, lower.indexOf("given")));
  return lower.includes("given") && when >= 0 && lower.includes("then", when);
}

function stepsOf(text: string): string {
  const parts = scenarioParts(text);
  if (parts === undefined) return normalText(text);
  const { given, when, outcome } = parts;
  return [`GIVEN ${normalText(given)}`, `WHEN ${normalText(when)}`, `THEN ${normalText(outcome)}`].join("\n");
}

function sectionEnd(document: MarkdownDocument, story: Story): number {
  const heading = document.headings.find(({ line }) => line === story.line);
  return (heading?.endLine ?? document.lineCount) + 1;
}

interface Phases {
  readonly feature: Phase;
  /** By story: `US1`. */
  readonly stories: ReadonlyMap<string, Phase>;
  readonly reason: string;
}

/** Whether tasks are open, for the whole feature and for each story that has tasks. */
function phasesOf(text: string | undefined): Phases {
  if (text === undefined || isUntouched(text))
    return { feature: "planned", stories: new Map(), reason: "no tasks.md" };
  const tasks = readTasks(readMarkdown(text));
  const stories = new Map<string, Phase>();
  for (const { story, done } of tasks) {
    if (story === undefined) continue;
    stories.set(story, done && stories.get(story) !== "planned" ? "live" : "planned");
  }
  const isDone = tasks.length > 0 && tasks.every(({ done }) => done);
  return { feature: isDone ? "live" : "planned", stories, reason: "tasks are open" };
}
