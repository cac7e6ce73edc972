import { clipLine } from "../../kernel/clip.ts";
import { isRecord } from "../../kernel/json.ts";
import type { ArtifactFinding } from "./finding.ts";
import { isWorkType, type WorkType, workTypeFacts, workTypes } from "./work-types.ts";

/** The work type of a scratch pad: an object with exactly one key, whose value is an object too. */
export function checkWorkType(value: unknown, findings: ArtifactFinding[]): WorkType | undefined {
  const report = (message: string, fix: string): undefined => {
    findings.push({
      severity: "error",
      rule: "work_type",
      code: "invalid_work_type",
      message,
      fix,
      key: "work_type",
    });
  };
  const choose = `Give an object with exactly one of ${workTypes.join(", ")}, such as {"feat": {}}.`;
  if (value === undefined) return report("The scratch pad has no `work_type`.", choose);
  if (!isRecord(value)) return report(`\`work_type\` must be an object, not ${display(value)}.`, choose);
  const keys = Object.keys(value);
  const [name = ""] = keys;
  if (keys.length !== 1) {
    return report(
      `\`work_type\` has ${keys.length === 0 ? "no key" : `the keys ${keys.join(" and ")}`}; a scratch pad has exactly one work type.`,
      choose,
    );
  }
  if (!isWorkType(name)) return report(`\`${name}\` is not a work type.`, choose);
  const inner = value[name];
  if (!isRecord(inner)) {
    return report(
      `\`work_type.${name}\` must be an object, not ${display(inner)}.`,
      `Write \`${name}: {}\` if there is no data.`,
    );
  }
  return withHeadings({ name, data: inner }, findings);
}

/** The list of headings that the work type requires, with unquoted headings that YAML parsed as mappings restored. */
function withHeadings(workType: WorkType, findings: ArtifactFinding[]): WorkType {
  const key = workTypeFacts[workType.name].headingsKey;
  if (key === undefined) return workType;
  const list = workType.data[key];
  const wrong = (message: string): WorkType => {
    const fix = `List the headings that the work covers, as fragments such as "#concept-x".`;
    const ops = [
      { op: "set_work_type" as const, work_type: { [workType.name]: { ...workType.data, [key]: [] } } },
    ];
    findings.push({
      severity: "error",
      rule: "work_type",
      code: "invalid_work_type",
      message,
      fix,
      key: "work_type",
      ops,
    });
    return { ...workType, data: { ...workType.data, [key]: [] } };
  };
  if (!Array.isArray(list)) return wrong(`\`work_type.${workType.name}\` needs the list \`${key}\`.`);
  const headings = list.map(headingText);
  if (headings.includes(undefined)) return wrong(`\`${key}\` contains an entry that is not a heading.`);
  return { ...workType, data: { ...workType.data, [key]: headings } };
}

/** `- Concept: Login` is a mapping in YAML, but its author meant a heading. */
function headingText(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (typeof entry === "number" || typeof entry === "boolean") return String(entry);
  if (!isRecord(entry)) return undefined;
  const pairs = Object.entries(entry);
  const [key, value] = pairs[0] ?? [];
  return pairs.length === 1 && typeof value === "string" ? `${key}: ${value}` : undefined;
}

function display(value: unknown): string {
  return clipLine(JSON.stringify(value) ?? String(value), 60);
}
