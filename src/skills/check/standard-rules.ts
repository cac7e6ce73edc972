import { isRecord } from "../../kernel/json.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";
import type { SkillDocument } from "../discover/document.ts";
import type { Finding } from "../finding.ts";
import { limits } from "../standard.ts";

type Report = (
  severity: Finding["severity"],
  rule: string,
  field: string,
  message: string,
  fix: string,
) => void;

/** Fields of the standard, then those that agents are known to add. */
const standardFields = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
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

/** The rules of the Agent Skills standard for a SKILL.md in a folder of this name. */
export function checkStandard(
  document: SkillDocument,
  text: string,
  folder: string,
  file: string,
): Finding[] {
  const findings: Finding[] = [];
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
  const own = name.normalize("NFKC");
  if ([...own].length > limits.name) {
    error("name-length", `The name has ${[...own].length} characters.`, `Use at most ${limits.name}.`);
  }
  // Lower-case letters of any alphabet, as the reference validator has it.
  if (!/^[\p{Ll}\p{Lo}\p{Nd}-]+$/u.test(own)) {
    error(
      "name-characters",
      `The name "${own}" has other characters than lower-case letters, digits and hyphens.`,
      "Rename the skill.",
    );
  } else if (/^-|-$|--/.test(own)) {
    error(
      "name-hyphens",
      `The name "${own}" begins or ends with a hyphen, or has two in a row.`,
      "Use single hyphens between words.",
    );
  }
  if (own !== folder.normalize("NFKC")) {
    error(
      "name-folder",
      `The name "${own}" is not the name of its folder, "${folder}".`,
      "Rename one of them.",
    );
  }
}

function checkDescription({ description, fields }: SkillDocument, report: Report): void {
  const length = [...(typeof fields["description"] === "string" ? fields["description"] : description)]
    .length;
  if (length > limits.description) {
    const fix = `Use at most ${limits.description}; details belong in the text.`;
    report("error", "description-length", "description", `The description has ${length} characters.`, fix);
  }
  if (/[<>]/.test(description)) {
    const message =
      "The description has angle brackets, which some agents refuse because they read as markup.";
    report("warning", "description-markup", "description", message, "Write it without them.");
  }
}

function checkOptionalFields(fields: SkillDocument["fields"], report: Report): void {
  for (const field of ["license", "compatibility", "allowed-tools"]) {
    const value = fields[field];
    if (value === undefined || (typeof value === "string" && value.trim() !== "")) continue;
    // Claude Code also takes a list of tools, so a list alone is only a warning.
    const severity = field === "allowed-tools" && Array.isArray(value) ? "warning" : "error";
    report(severity, `${field}-type`, field, `\`${field}\` must be text.`, "Write it as one line of text.");
  }
  const { compatibility, metadata } = fields;
  if (typeof compatibility === "string" && [...compatibility].length > limits.compatibility) {
    const message = `\`compatibility\` has ${[...compatibility].length} characters.`;
    report("error", "compatibility-length", "compatibility", message, `Use at most ${limits.compatibility}.`);
  }
  if (metadata !== undefined) checkMetadata(metadata, report);
}

function checkMetadata(metadata: unknown, report: Report): void {
  if (!isRecord(metadata)) {
    report(
      "error",
      "metadata-type",
      "metadata",
      "`metadata` must be a list of `key: text`.",
      "Write it as fields.",
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
        `\`metadata.${key}\` is reserved for the protocol.`,
        "Use another key.",
      );
    }
  }
}

function checkUnknownFields(fields: SkillDocument["fields"], report: Report): void {
  for (const field of Object.keys(fields)) {
    if (standardFields.includes(field) || vendorFields.includes(field)) continue;
    const fix = `Move it below \`metadata\`; the standard has ${standardFields.join(", ")}.`;
    report("warning", "unknown-field", field, `The standard has no field \`${field}\`.`, fix);
  }
}

function checkBody(text: string, file: string): Finding[] {
  const { body, bodyLine } = splitFrontMatter(text);
  const at = { severity: "warning" as const, file, line: bodyLine };
  const lines = body.split("\n").length;
  if (body.trim() === "") {
    return [
      {
        ...at,
        rule: "empty-body",
        message: "The skill says nothing.",
        fix: "Write the instructions below the front matter.",
      },
    ];
  }
  if (lines <= limits.bodyLines) return [];
  const message = `The text has ${lines} lines; agents load all of it.`;
  return [
    {
      ...at,
      rule: "long-body",
      message,
      fix: `Keep it under ${limits.bodyLines} and move details to references/.`,
    },
  ];
}
