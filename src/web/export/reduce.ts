import { isRecord } from "../../kernel/json.ts";
import { count } from "../../kernel/text.ts";

type Reduction = (answer: Readonly<Record<string, unknown>>, root: string) => Record<string, unknown>;

/** Answers about the machine, as an export may hold them: only what belongs to the project. */
const reductions: Readonly<Record<string, Reduction>> = {
  skills_doctor: (answer, root) => {
    const files = rowsOf(answer, "files").filter(ownPath(root));
    return {
      ...answer,
      files,
      roots: rowsOf(answer, "roots").filter(ownPath(root)),
      problems: rowsOf(answer, "problems").filter(ownPath(root)),
      // Its length counts the skills of the machine too.
      description_length: 0,
      summary: `${files.length} SKILL.md of the project.`,
    };
  },
  skills_list: (answer, root) => ({
    ...answer,
    skills: rowsOf(answer, "skills").filter(({ location }) => location === "project"),
    problems: rowsOf(answer, "problems").filter(ownPath(root)),
  }),
  skills_validate: (answer, root) => {
    const own = (name: string) => rowsOf(answer, name).filter(({ file }) => isOwn(file, root));
    const { checked } = answer;
    const skills = Array.isArray(checked) ? checked.filter((path) => isOwn(path, root)) : [];
    const [errors, warnings] = [own("errors"), own("warnings")];
    const found = `${count(errors.length, "error")}, ${count(warnings.length, "warning")}`;
    const summary = `${count(skills.length, "skill")} checked: ${found}.`;
    return { ...answer, checked: skills, errors, warnings, notes: own("notes"), summary };
  },
  project_doctor: (answer) => ({
    ...answer,
    agent: "",
    agents: [],
    hosts: [],
    waiting: [],
    findings: rowsOf(answer, "findings").filter(({ area }) => area === "workspace"),
  }),
};

/** The answer without what is of the machine that makes the export. */
export function reduced(name: string, answer: unknown, root: string): unknown {
  const reduction = reductions[name];
  return reduction !== undefined && isRecord(answer) ? reduction(answer, root) : answer;
}

function rowsOf(answer: Readonly<Record<string, unknown>>, list: string): Record<string, unknown>[] {
  const rows = answer[list];
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

function ownPath(root: string): (row: Readonly<Record<string, unknown>>) => boolean {
  return ({ path }) => isOwn(path, root);
}

/** In the workspace: below its root, or relative and not above it. */
function isOwn(path: unknown, root: string): boolean {
  if (typeof path !== "string") return false;
  const below = path.replaceAll("\\", "/");
  const folder = root.replaceAll("\\", "/");
  return below === folder || below.startsWith(`${folder}/`) || !/^(?:[/~]|\.\.|[A-Za-z]:)/.test(below);
}
