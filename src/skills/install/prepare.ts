import { isUtf8 } from "node:buffer";
import { relative, sep } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { isWithin, rootPath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { validateSkill } from "../check/validate.ts";
import { readDocument } from "../discover/document.ts";
import { createMemo } from "../discover/memo.ts";
import { scanRoot } from "../discover/scan.ts";
import type { SkillFinding } from "../finding.ts";
import { isStandardName } from "../standard.ts";
import { refused } from "./entry-names.ts";
import { readTree, type TreeFile } from "./tree.ts";

/** A skill of a source, read and checked but not yet written. */
export interface PreparedSkill {
  readonly name: string;
  readonly description: string;
  /** Its folder in the source; "" when the source itself is the skill. */
  readonly from: string;
  readonly files: readonly TreeFile[];
  readonly findings: readonly SkillFinding[];
}

/** Every skill of a source. One invalid skill refuses the whole source, so that it is never half installed. */
export async function prepareSkills(source: Workspace, top: string): Promise<Result<PreparedSkill[]>> {
  const start = {
    folder: { jail: source, path: rootPath, absolute: source.root },
    includeSelf: true,
    linked: false,
  };
  const scan = await scanRoot(createMemo(Date.now), start, [source]);
  const folders = scan.folders
    .filter(({ files }) => files.includes("SKILL.md"))
    .map(({ folder }) => folder.absolute);
  const outer = [...folders].sort(byCodePoint).filter((folder, _index, all) => {
    return !all.some((other) => other !== folder && isWithin(other, folder));
  });
  if (outer.length === 0) return refused("it contains no SKILL.md");
  const prepared: PreparedSkill[] = [];
  for (const folder of outer) {
    const skill = await prepareSkill(folder, relative(top, folder).split(sep).join("/"));
    if (!skill.ok) return skill;
    prepared.push(skill.value);
  }
  const duplicate = prepared.find(
    ({ name }, index) => prepared.findIndex((other) => other.name === name) !== index,
  );
  return duplicate
    ? refused(`two of its skills are named \`${duplicate.name}\`; choose a folder with --path`)
    : ok(prepared);
}

async function prepareSkill(folder: string, from: string): Promise<Result<PreparedSkill>> {
  const skill = await openWorkspace(folder);
  const files = skill.ok ? await readTree(skill.value) : skill;
  if (!skill.ok) return skill;
  if (!files.ok) return files;
  const file = files.value.find(({ path }) => path === "SKILL.md");
  const text = Buffer.from(file?.content ?? "");
  if (!isUtf8(text)) return refused("its SKILL.md is not UTF-8 text");
  const reading = readDocument(text.toString("utf8"));
  if (!reading.document) {
    const [first] = reading.problems;
    const where = from === "" ? "SKILL.md" : `${from}/SKILL.md`;
    return fail(
      fault(
        "skill_invalid",
        `\`${where}\`, line ${first?.line ?? 1}: ${first?.message ?? "it cannot be read."}`,
        first?.fix ?? "",
      ),
    );
  }
  const { name, description } = reading.document;
  if (!isStandardName(name) || /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name)) return badName(name);
  const findings = await validateSkill(skill.value, "SKILL.md");
  if (!findings.ok) return findings;
  // The installed folder gets the skill's name, whatever the source calls it.
  return ok({
    name,
    description,
    from,
    files: files.value,
    findings: findings.value.filter(({ rule }) => rule !== "name-folder"),
  });
}

function badName(name: string): Result<never> {
  const message = `\`${name.slice(0, 100)}\` cannot be the name of an installed skill.`;
  const remedy =
    "Use 1 to 64 lower-case letters, digits and single hyphens, and not a reserved Windows device name.";
  return fail(fault("skill_install_refused", message, remedy, { subject: { name: name.slice(0, 100) } }));
}
