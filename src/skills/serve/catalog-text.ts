import { callName } from "../registry/resolve.ts";
import type { View } from "../registry/view.ts";
import type { Skill } from "../skill.ts";

/** Hosts show at most about 1,500 characters of an entry; a longer description is a mistake or an attack. */
const maxDescription = 4000;

export interface CatalogOptions {
  /** The maximum length of the block in characters; default: no limit. */
  readonly budget?: number | undefined;
  readonly plugins: boolean;
  readonly defaultDirs: boolean;
  /** Whether the list is refreshed while the server runs. */
  readonly autoRefresh: boolean;
}

/** The description of the `skill` tool. The block comes first because some hosts truncate the end. */
export function describeSkillTool(view: View, options: CatalogOptions): string {
  return `${availableSkills(view, options.budget)}\n\n${usage(view, options)}`;
}

/** The `<available_skills>` block. All text from files is escaped because it is not trusted. */
export function availableSkills(view: View, budget = Number.POSITIVE_INFINITY): string {
  const lines = view.skills.length === 0 ? [placeholder] : entriesWithin(view, budget);
  return ["<available_skills>", ...lines, "</available_skills>"].join("\n");
}

const placeholder =
  "<skill><name>none</name><description>No skills were found.</description><location>none</location></skill>";
const frameLength = "<available_skills>\n</available_skills>".length;
/** Room for the `<more>` line. */
const moreLength = 160;

/** How a skill appears in the block. */
export type EntryForm = "full" | "named" | "omitted";

/** As many full entries as fit while every other skill is still named; if not all names fit, as many names as fit. */
export function entryForms(view: View, budget = Number.POSITIVE_INFINITY): [Skill, EntryForm][] {
  if (budget === Number.POSITIVE_INFINITY) return view.skills.map((skill) => [skill, "full"]);
  const sizes = view.skills.map((skill) => ({
    skill,
    full: fullEntry(view, skill).length + 1,
    named: namedEntry(view, skill).length + 1,
  }));
  const total = (kind: "full" | "named") => sizes.reduce((sum, size) => sum + size[kind], frameLength);
  if (total("full") <= budget) return view.skills.map((skill) => [skill, "full"]);
  const allNamed = total("named") <= budget;
  let length = allNamed ? total("named") : frameLength + moreLength;
  return sizes.map(({ skill, full, named }) => {
    const more = allNamed ? full - named : named;
    const fits = length + more <= budget;
    if (fits) length += more;
    return [skill, allNamed ? (fits ? "full" : "named") : fits ? "named" : "omitted"];
  });
}

function entriesWithin(view: View, budget: number): string[] {
  const forms = entryForms(view, budget);
  const omitted = forms.filter(([, form]) => form === "omitted").length;
  const hint = escapeXml('call this tool with {"name": "?", "query": "words"} to find them');
  return [
    ...forms.flatMap(([skill, form]) =>
      form === "omitted" ? [] : [form === "full" ? fullEntry(view, skill) : namedEntry(view, skill)],
    ),
    ...(omitted > 0 ? [`<more><count>${omitted}</count><hint>${hint}</hint></more>`] : []),
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

/** The name, and an id only if the name alone does not resolve to this skill. */
function nameTags(view: View, skill: Skill): string {
  const id = callName(view, skill);
  return tag("name", skill.name) + (id === skill.name ? "" : tag("id", id));
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

/** Whether a name is safe outside the block, where text is not escaped: a hostile name could be a sentence or a tag. */
function isPlainName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:@/-]{0,127}$/u.test(name);
}

/** Does not mention plugins when they are turned off, and names no provider: filtered skills are not mentioned. */
function usage(view: View, { plugins, defaultDirs, autoRefresh }: CatalogOptions): string {
  const example = view.skills.map((skill) => callName(view, skill)).find(isPlainName) ?? "name";
  const sources = [
    ...(defaultDirs ? ["the skill folders of the project and the user"] : []),
    ...(plugins ? ["installed plugins"] : []),
    "folders given at startup",
  ];
  const qualified = plugins ? "provider:name or plugin:name" : "provider:name";
  return [
    "Loads a skill: instructions for one kind of task. When a task matches a description above, call this tool with the skill's name before you start, then follow the instructions it returns.",
    "",
    "How to use:",
    `- ${JSON.stringify({ name: example })} loads a skill. Names are case-insensitive. If an entry has an <id>, use the id.`,
    `- If several skills share a name, the call fails and lists the qualified names (${qualified}).`,
    `- ${JSON.stringify({ name: example, path: "references/guide.md" })} reads a file in the skill's folder.`,
    '- {"name": "?", "query": "words"} searches names and descriptions.',
    "",
    `Discovery: the list comes from the SKILL.md files in ${sources.join(", ")}${autoRefresh ? "; it is refreshed while the server runs" : ""}. Only skills in the list can be loaded.`,
  ].join("\n");
}
