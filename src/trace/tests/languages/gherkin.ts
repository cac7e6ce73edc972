import type { WorkspacePath } from "../../../workspace/paths/paths.ts";
import { textHash } from "../hash.ts";
import type { DiscoveredSuite, DiscoveredTest, TestModifier } from "../model.ts";

interface Line {
  readonly text: string;
  readonly from: number;
  readonly number: number;
}

interface Block {
  readonly keyword: string;
  readonly name: string;
  readonly labels: readonly string[];
  readonly start: Line;
  readonly heading: Line;
}

const heading =
  /^(Feature|Rule|Background|Scenario Outline|Scenario Template|Scenario|Example|Examples|Scenarios):(.*)$/;
const skipLabels = /^(?:skip|skipped|ignore|ignored|disabled|wip)$/i;

/** The scenarios of a feature file: each is a test, its tags are labels. English keywords only. */
export function gherkinTests(
  file: WorkspacePath,
  text: string,
): { readonly tests: DiscoveredTest[]; readonly suites: DiscoveredSuite[] } {
  const lines = linesOf(text);
  const blocks = blocksIn(lines);
  const tests: DiscoveredTest[] = [];
  let [feature, rule]: [Block | undefined, Block | undefined] = [undefined, undefined];
  for (const [index, block] of blocks.entries()) {
    if (block.keyword === "Feature") [feature, rule] = [block, undefined];
    if (block.keyword === "Rule") rule = block;
    if (!/^(?:Scenario|Example)(?:$| Outline| Template)/.test(block.keyword)) continue;
    const next = blocks.slice(index + 1).find(({ keyword }) => !/^(?:Examples|Scenarios)$/.test(keyword));
    const last = lastLine(lines, block, next);
    const around = [feature, rule].flatMap((each) => each ?? []);
    const labels = [...around, block].flatMap((each) => each.labels);
    const body = lines.slice(block.heading.number, last.number).filter((line) => !isRemark(line));
    const modifiers: TestModifier[] = labels.some((label) => skipLabels.test(label)) ? ["skip"] : [];
    tests.push({
      file,
      range: rangeOf(block.start, last),
      titles: [...around, block].map(({ name }) => name),
      modifiers,
      parametrized: /Outline|Template/.test(block.keyword),
      ...(labels.length === 0 ? {} : { labels: [...new Set(labels)] }),
      hash: textHash(body.map((line) => line.text).join("\n")).replace(/^c1:/, "t1:"),
    });
  }
  return { tests, suites: feature === undefined ? [] : [suiteOf(feature, lines)] };
}

/** Headings with the tags and comments right above them. Texts between `"""` have neither. */
function blocksIn(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let labels: string[] = [];
  let start: Line | undefined;
  let quote: string | undefined;
  for (const line of lines) {
    const text = line.text.trim();
    const fence = /^("""|```)/.exec(text)?.[1];
    if (fence !== undefined && (quote === undefined || quote === fence))
      quote = quote === undefined ? fence : undefined;
    if (quote !== undefined || fence !== undefined) continue;
    if (text.startsWith("@")) {
      start ??= line;
      labels.push(...(text.replace(/\s#.*$/, "").match(/@[^\s@]+/g) ?? []).map((label) => label.slice(1)));
      continue;
    }
    const [, keyword, name = ""] = heading.exec(text) ?? [];
    if (keyword !== undefined)
      blocks.push({ keyword, name: name.trim(), labels, start: start ?? line, heading: line });
    if (!text.startsWith("#")) [labels, start] = [[], undefined];
  }
  return blocks;
}

function lastLine(lines: readonly Line[], { heading: own }: Block, next: Block | undefined): Line {
  const end = next === undefined ? lines.length : next.start.number - 1;
  const inside = lines.slice(own.number, end);
  return inside.findLast((line) => line.text.trim() !== "" && !isRemark(line)) ?? own;
}

function suiteOf(feature: Block, lines: readonly Line[]): DiscoveredSuite {
  return { titles: [feature.name], range: rangeOf(feature.start, lines.at(-1) ?? feature.heading) };
}

function rangeOf(first: Line, last: Line) {
  return {
    startLine: first.number,
    endLine: last.number,
    from: first.from,
    to: last.from + last.text.length,
  };
}

function isRemark({ text }: Line): boolean {
  return text.trimStart().startsWith("#");
}

function linesOf(text: string): Line[] {
  let from = 0;
  return text.split("\n").map((line, index) => {
    const own = { text: line, from, number: index + 1 };
    from += line.length + 1;
    return own;
  });
}
