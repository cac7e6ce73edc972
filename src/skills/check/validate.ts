import { isUtf8 } from "node:buffer";
import { basename, extname } from "node:path";
import { byLocation } from "../../kernel/finding.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { readBytes, readText } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type WalkEntry, walkAll } from "../../workspace/walk/walk.ts";
import { readDocument } from "../discover/document.ts";
import { maxSkillBytes } from "../discover/memo.ts";
import type { SkillFinding } from "../finding.ts";
import type { SkillFileName } from "../skill.ts";
import { limits } from "../standard.ts";
import { checkLinks } from "./links.ts";
import { scanBytes, scanText } from "./scan-text.ts";
import { checkStandard } from "./standard-rules.ts";

/** Problems that are warnings when loading and errors in the standard. */
const strictRules = new Set(["yaml-unquoted-value", "name-not-text", "description-not-text"]);
const binaryExtensions = new Set([
  ".gif",
  ".gz",
  ".ico",
  ".jpeg",
  ".jpg",
  ".pdf",
  ".png",
  ".ttf",
  ".webp",
  ".woff2",
  ".zip",
]);

/**
 * Checks a skill folder against the standard and scans all its text files. Strict where loading is lenient. Links into
 * the project around it are fine if it is given.
 */
export async function validateSkill(
  skill: Workspace,
  file: SkillFileName,
  project?: Workspace,
): Promise<Result<SkillFinding[]>> {
  const walked = await walkAll(skill, { ignore: false, skip: [".git"] });
  if (!walked.ok) return walked;
  const findings = [...(await checkSkillFile(skill, file)), ...checkSize(walked.value, file)];
  for (const { path, size } of walked.value) {
    if (size > maxSkillBytes || binaryExtensions.has(extname(path).toLowerCase())) continue;
    const bytes = await readBytes(skill, path, { maxBytes: maxSkillBytes });
    if (!bytes.ok) continue;
    const { content } = bytes.value;
    if (!isUtf8(content)) {
      findings.push(...scanBytes(content, path));
      continue;
    }
    const text = Buffer.from(content).toString("utf8");
    findings.push(...scanText(text, path));
    if (extname(path).toLowerCase() === ".md")
      findings.push(...(await checkLinks(skill, path, text, project)));
  }
  return ok(findings.sort(byLocation));
}

async function checkSkillFile(skill: Workspace, file: SkillFileName): Promise<SkillFinding[]> {
  const text = await readText(skill, literalPath(file), { maxBytes: maxSkillBytes });
  if (!text.ok) {
    const { code, message, remedy } = text.fault;
    return [{ rule: code.replaceAll("_", "-"), severity: "error", file, line: 1, message, fix: remedy }];
  }
  const reading = readDocument(text.value.text);
  const problems = reading.document ? reading.document.problems : reading.problems;
  const findings = problems.map(({ rule, severity, line, message, fix }): SkillFinding => {
    return { rule, severity: strictRules.has(rule) ? "error" : severity, file, line, message, fix };
  });
  if (!reading.document) return findings;
  return [...findings, ...checkStandard(reading.document, text.value.text, basename(skill.root), file)];
}

function checkSize(files: readonly WalkEntry[], file: string): SkillFinding[] {
  const bytes = files.reduce((total, entry) => total + entry.size, 0);
  if (files.length <= limits.files && bytes <= limits.bytes) return [];
  const message = `The skill has ${files.length} files and ${bytes} bytes; the limit is ${limits.files} files and ${limits.bytes} bytes.`;
  return [
    {
      rule: "too-large",
      severity: "warning",
      file,
      line: 1,
      message,
      fix: "Move files that it does not need out of its folder.",
    },
  ];
}
