import { join } from "node:path";
import { readMarkdown } from "../../markdown/document.ts";
import { readLinks } from "../../markdown/inline/links.ts";
import { exists } from "../../workspace/files/files.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { SkillFinding } from "../finding.ts";

/** Each target costs a few file system calls. */
const maxTargets = 1000;

/**
 * Finds relative links in a Markdown file that do not point to a file of the skill. A file of the project around it is
 * shared with other skills, which works until the skill is copied elsewhere.
 */
export async function checkLinks(
  skill: Workspace,
  file: string,
  text: string,
  project?: Workspace,
): Promise<SkillFinding[]> {
  const findings: SkillFinding[] = [];
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "";
  const checked = new Map<string, Promise<LinkState>>();
  const shared = new Set<string>();
  for (const { target, line } of readLinks(readMarkdown(text))) {
    const path = target === undefined ? undefined : localPath(target);
    if (path === undefined) continue;
    const linked = normalize(folder + path);
    if (checked.size === maxTargets && !checked.has(linked)) {
      findings.push(tooManyLinks(file, line));
      break;
    }
    const check = checked.get(linked) ?? stateOf(skill, linked, project);
    checked.set(linked, check);
    const state = await check;
    if (state === "shared" && !shared.has(linked)) findings.push(sharedFile(file, line, String(target)));
    if (state === "shared") shared.add(linked);
    if (state === "fine" || state === "shared") continue;
    findings.push({
      rule: "broken-link",
      severity: "warning",
      file,
      line,
      message: `The link \`${target}\` ${problems[state]}.`,
      fix: "Fix the link, or add the file to the skill.",
    });
  }
  return findings;
}

type LinkState = "fine" | "shared" | keyof typeof problems;

const problems = {
  outside: "points outside the skill's folder",
  missing: "points to a file that does not exist",
} as const;

async function stateOf(skill: Workspace, path: string, project: Workspace | undefined): Promise<LinkState> {
  const inside = await insideWorkspace(skill, path);
  if (inside.ok) return (await exists(skill, inside.value)) ? "fine" : "missing";
  const around = project && (await insideWorkspace(project, join(skill.root, path)));
  return project && around?.ok && (await exists(project, around.value)) ? "shared" : "outside";
}

function sharedFile(file: string, line: number, target: string): SkillFinding {
  return {
    rule: "shared-file",
    severity: "note",
    file,
    line,
    message: `\`${target}\` is outside the skill's folder and is not copied when the skill is installed elsewhere.`,
    fix: "Keep it if the skill stays in this project.",
  };
}

function tooManyLinks(file: string, line: number): SkillFinding {
  return {
    rule: "too-many-links",
    severity: "warning",
    file,
    line,
    message: `The file links to more than ${maxTargets} files; links from this line on were not checked.`,
    fix: "Split the file.",
  };
}

/** The path of a link without its fragment; undefined for a URL, an absolute path or a fragment alone. */
function localPath(target: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(target)) return undefined;
  const path = target.replace(/[?#].*$/s, "");
  try {
    return path === "" ? undefined : decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `a/../b` as `b`. A path that leaves the folder is returned as it is; the path check refuses it. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return path;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/") || ".";
}
