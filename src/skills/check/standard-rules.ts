import { isRecord } from "../../kernel/json.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";
import type { SkillDocument } from "../discover/document.ts";
import type { SkillFinding } from "../finding.ts";
import { limits } from "../standard.ts";

type Report = (
  severity: SkillFinding["severity"],
  rule: string,
  field: string,
  message: string,
  fix: string,
) => void;

const standardFields = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
/** Fields that agents add to the standard. */
const vendorFields = [
  "agent",
  "argument-hint",
  "context",
  "disable-model-invocation",
  "effort",
  "hooks",
  "model",
  "paths",
  "user-invocable",
  "version",
  "when_to_use",
];

/** Checks a SKILL.md in a folder of this name against the Agent Skills standard. */
export function checkStandard(
  document: SkillDocument,
  text: string,
  folder: string,
  file: string,
): SkillFinding[] {
  const findings: SkillFinding[] = [];
  const report: Report = (severity, rule, field, message, fix) => {
    findings.push({ rule, severity, file, line: document.lines.get(field) ?? 1, message, fix });
  };
  checkName(document, folder, report);
  checkDescription(document, report);
  checkOptionalFields(document.fields, report);
  checkUnknownFields(document.fields, report);
  return [...findings, ...checkBody(text, file)];
}

function checkName({ name }: SkillDocument, folder: string, report: Report): void {
  const error = (rule: string, message: string, fix: string) => report("error", rule, "name", message, fix);
  const normalized = name.normalize("NFKC");
  if ([...normalized].length > limits.name) {
    error("name-length", `The name has ${[...normalized].length} characters.`, `Use at most ${limits.name}.`);
  }
  // Lower-case letters of any alphabet, like the reference validator.
  if (!/^[\p{Ll}\p{Lo}\p{Nd}-]+$/u.test(normalized)) {
    error(
      "name-characters",
      `The name "${normalized}" has characters other than lower-case letters, digits and hyphens.`,
      "Rename the skill.",
    );
  } else if (/^-|-$|--/.test(normalized)) {
    error(
      "name-hyphens",
      `The name "${normalized}" starts or ends with a hyphen, or has two in a row.`,
      "Use single hyphens between words.",
    );
  }
  if (normalized !== folder.normalize("NFKC")) {
    error(
      "name-folder",
      `The name "${normalized}" differs from the name of its folder, "${folder}".`,
      "Rename one of them.",
    );
  }
}

function checkDescription({ description, fields }: SkillDocument, report: Report): void {
  const length = [...(typeof fields["description"] === "string" ? fields["description"] : description)]
    .length;
  if (length > limits.description) {
    const fix = `Use at most ${limits.description}; put details in the body.`;
    report("error", "description-length", "description", `The description has ${length} characters.`, fix);
  }
  if (/[<>]/.test(description)) {
    const message =
      "The description has angle brackets; some agents reject them because they look like markup.";
    report("warning", "description-markup", "description", message, "Remove them.");
  }
}

function checkOptionalFields(fields: SkillDocument["fields"], report: Report): void {
  for (const field of ["license", "compatibility", "allowed-tools"]) {
    const value = fields[field];
    if (value === undefined || (typeof value === "string" && value.trim() !== "")) continue;
    // Claude Code reads a list of tools too.
    if (field === "allowed-tools" && isListOfText(value)) continue;
    report("error", `${field}-type`, field, `\`${field}\` must be text.`, "Write it as one line of text.");
  }
  const { compatibility, metadata } = fields;
  if (typeof compatibility === "string" && [...compatibility].length > limits.compatibility) {
    const message = `\`compatibility\` has ${[...compatibility].length} characters.`;
    report("error", "compatibility-length", "compatibility", message, `Use at most ${limits.compatibility}.`);
  }
  if (metadata !== undefined) checkMetadata(metadata, report);
}

function isListOfText(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");
}

function checkMetadata(metadata: unknown, report: Report): void {
  if (!isRecord(metadata)) {
    report(
      "error",
      "metadata-type",
      "metadata",
      "`metadata` must be a mapping of keys to text.",
      "Write it as `key: text`, one per line.",
    );
    return;
  }
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value !== "string") {
      report(
        "error",
        "metadata-value",
        "metadata",
        `\`metadata.${key}\` must be text.`,
        "Put the value in quotes.",
      );
    }
    if (key.startsWith("io.modelcontextprotocol/")) {
      report(
        "warning",
        "metadata-reserved",
        "metadata",
        `\`metadata.${key}\` is reserved for the Model Context Protocol.`,
        "Use another key.",
      );
    }
  }
}

function checkUnknownFields(fields: SkillDocument["fields"], report: Report): void {
  for (const field of Object.keys(fields)) {
    if (standardFields.includes(field) || vendorFields.includes(field)) continue;
    const fix = `Move it under \`metadata\`; the standard has ${standardFields.join(", ")}.`;
    report("warning", "unknown-field", field, `\`${field}\` is not a field of the standard.`, fix);
  }
}

function checkBody(text: string, file: string): SkillFinding[] {
  const { body, bodyLine } = splitFrontMatter(text);
  const at = { severity: "warning" as const, file, line: bodyLine };
  const lines = body.split("\n").length;
  if (body.trim() === "") {
    return [
      {
        ...at,
        rule: "empty-body",
        message: "The skill has no instructions.",
        fix: "Write them below the front matter.",
      },
    ];
  }
  if (lines <= limits.bodyLines) return [];
  const message = `The body has ${lines} lines, and agents load all of it.`;
  return [
    {
      ...at,
      rule: "long-body",
      message,
      fix: `Keep it under ${limits.bodyLines} and move details to references/.`,
    },
  ];
}
