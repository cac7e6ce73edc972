import { readMarkdown } from "../markdown/document.ts";
import { readLinks } from "../markdown/links.ts";
import { exists } from "../workspace/files.ts";
import { insideWorkspace } from "../workspace/paths.ts";
import type { Workspace } from "../workspace/root.ts";
import type { Finding } from "./finding.ts";

/** Relative links of a Markdown file that lead to no file of the skill. */
export async function checkLinks(skill: Workspace, file: string, text: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "";
  for (const { target, line } of readLinks(readMarkdown(text))) {
    const path = target === undefined ? undefined : localPath(target);
    if (path === undefined) continue;
    const place = await insideWorkspace(skill, normalised(folder + path));
    if (place.ok && (await exists(skill, place.value))) continue;
    const leads = place.ok ? "to a file that is not there" : "out of the skill's folder";
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
