import { callName } from "../registry/resolve.ts";
import type { View } from "../registry/view.ts";
import type { Skill } from "../skill.ts";

/** Hosts show at most about 1,500 characters of one entry; what is longer is a mistake or an attack. */
const maxDescription = 4000;

export interface CatalogOptions {
  /** The most characters that the block may take; everything is listed in full when absent. */
  readonly budget?: number;
  readonly plugins: boolean;
  readonly defaultDirs: boolean;
  /** Whether the list is made again while the server runs. */
  readonly refreshed: boolean;
}

/** The description of the `skill` tool. The block comes first because some hosts cut the end off. */
export function describeSkillTool(view: View, options: CatalogOptions): string {
  return `${availableSkills(view, options.budget)}\n\n${usage(view, options)}`;
}

/** The `<available_skills>` block. Everything from a file is escaped: it may come from a stranger. */
export function availableSkills(view: View, budget = Number.POSITIVE_INFINITY): string {
  const lines = view.skills.length === 0 ? [nothing] : entriesWithin(view, budget);
  return ["<available_skills>", ...lines, "</available_skills>"].join("\n");
}

const nothing =
  "<skill><name>none</name><description>No skills were found.</description><location>none</location></skill>";
const frameLength = "<available_skills>\n</available_skills>".length;
const moreLength = 160;

/** How a skill appears in the block. */
export type EntryForm = "full" | "named" | "left-out";

/** As many whole entries as fit while every other skill is still named; then names; then nothing. */
export function entryForms(view: View, budget = Number.POSITIVE_INFINITY): [Skill, EntryForm][] {
  if (budget === Number.POSITIVE_INFINITY) return view.skills.map((skill) => [skill, "full"]);
  const sizes = view.skills.map((skill) => ({
    full: fullEntry(view, skill).length + 1,
    named: namedEntry(view, skill).length + 1,
  }));
  const total = (kind: "full" | "named") => sizes.reduce((sum, size) => sum + size[kind], frameLength);
  if (total("full") <= budget) return view.skills.map((skill) => [skill, "full"]);
  const allNamed = total("named") <= budget;
  let length = allNamed ? total("named") : frameLength + moreLength;
  return view.skills.map((skill, index) => {
    const { full, named } = sizes[index] ?? { full: 0, named: 0 };
    const more = allNamed ? full - named : named;
    const fits = length + more <= budget;
    if (fits) length += more;
    return [skill, allNamed ? (fits ? "full" : "named") : fits ? "named" : "left-out"];
  });
}

function entriesWithin(view: View, budget: number): string[] {
  const forms = entryForms(view, budget);
  const left = forms.filter(([, form]) => form === "left-out").length;
  const hint = escapeXml('call this tool with {"name": "?", "query": "words"} to find them');
  return [
    ...forms.flatMap(([skill, form]) =>
      form === "left-out" ? [] : [form === "full" ? fullEntry(view, skill) : namedEntry(view, skill)],
    ),
    ...(left > 0 ? [`<more><count>${left}</count><hint>${hint}</hint></more>`] : []),
  ];
}

function namedEntry(view: View, skill: Skill): string {
  return `<skill>${nameTags(view, skill)}</skill>`;
}

function fullEntry(view: View, skill: Skill): string {
  const { description, location, provider } = skill;
  const text = description.length > maxDescription ? `${description.slice(0, maxDescription)}…` : description;
  return `<skill>${nameTags(view, skill)}${tag("description", text)}${tag("location", location)}${tag("provider", provider)}</skill>`;
}

/** The id only where the name alone would not lead to this skill. */
function nameTags(view: View, skill: Skill): string {
  const called = callName(view, skill);
  return tag("name", skill.name) + (called === skill.name ? "" : tag("id", called));
}

function tag(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

/** Fit to stand outside the block, where nothing is escaped: a stranger's name could be a sentence or a tag. */
function isPlainName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:@/-]{0,127}$/u.test(name);
}

/** Names no provider and, without plugins, no plugin: what is filtered out is not spoken of. */
function usage(view: View, { plugins, defaultDirs, refreshed }: CatalogOptions): string {
  const example = view.skills.map((skill) => callName(view, skill)).find(isPlainName) ?? "name";
  const places = [
    ...(defaultDirs ? ["the skill folders of the project and of the user"] : []),
    ...(plugins ? ["installed plugins"] : []),
    "folders named at start",
  ];
  const qualified = plugins ? "provider:name or plugin:name" : "provider:name";
  return [
    "Loads a skill: instructions for one kind of task. When a task fits a description above, call this tool with that skill's name before you begin, then follow what it returns.",
    "",
    "How to use:",
    `- ${JSON.stringify({ name: example })} loads it; case does not matter; where an <id> is given, use the id.`,
    `- A name that several skills have is an error that lists the names to use, as ${qualified}.`,
    `- ${JSON.stringify({ name: example, path: "references/guide.md" })} reads a file that the skill brings along.`,
    '- {"name": "?", "query": "words"} searches names and descriptions.',
    "",
    `Discovery: the list is made from the SKILL.md files in ${places.join(", ")}${refreshed ? ", and made again while the server runs" : ""}. Only skills in the list can be loaded.`,
  ].join("\n");
}
