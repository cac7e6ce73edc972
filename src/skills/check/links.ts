import { readMarkdown } from "../../markdown/document.ts";
import { readLinks } from "../../markdown/inline/links.ts";
import { exists } from "../../workspace/files/files.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Finding } from "../finding.ts";

/** Each target costs a few looks at the disk. */
const maxTargets = 1000;

/** Relative links of a Markdown file that lead to no file of the skill. */
export async function checkLinks(skill: Workspace, file: string, text: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "";
  const known = new Map<string, Promise<string | undefined>>();
  for (const { target, line } of readLinks(readMarkdown(text))) {
    const path = target === undefined ? undefined : localPath(target);
    if (path === undefined) continue;
    const place = normalised(folder + path);
    if (known.size === maxTargets && !known.has(place)) {
      findings.push(unchecked(file, line));
      break;
    }
    const asked = known.get(place) ?? troubleAt(skill, place);
    known.set(place, asked);
    const leads = await asked;
    if (leads === undefined) continue;
    findings.push({
      rule: "broken-link",
      severity: "warning",
      file,
      line,
      message: `The link \`${target}\` leads ${leads}.`,
      fix: "Correct the link, or add the file to the skill.",
    });
  }
  return findings;
}

/** Where a link leads that leads to no file of the skill. */
async function troubleAt(skill: Workspace, path: string): Promise<string | undefined> {
  const place = await insideWorkspace(skill, path);
  if (!place.ok) return "out of the skill's folder";
  return (await exists(skill, place.value)) ? undefined : "to a file that is not there";
}

function unchecked(file: string, line: number): Finding {
  return {
    rule: "too-many-links",
    severity: "warning",
    file,
    line,
    message: `The file links to more than ${maxTargets} places; from here on links were not checked.`,
    fix: "Split the file.",
  };
}

/** The path that a link means, without its fragment; undefined when it leads elsewhere or only in the page. */
function localPath(target: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(target)) return undefined;
  const path = target.replace(/[?#].*$/s, "");
  try {
    return path === "" ? undefined : decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `a/../b` as `b`; what climbs out keeps its first `..` and is refused by the path check. */
function normalised(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (kept.pop() === undefined) return path;
    } else if (part !== "." && part !== "") kept.push(part);
  }
  return kept.join("/") || ".";
}
