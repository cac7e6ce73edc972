import { isRecord } from "../../kernel/json.ts";
import type { ArtifactFinding } from "./finding.ts";
import { type ArtifactKind, withArticle } from "./kinds.ts";
import { checkLanguages } from "./languages.ts";
import type { RuleName } from "./rules.ts";
import { checkWorkType } from "./work-type-metadata.ts";
import type { WorkType } from "./work-types.ts";

export interface Dependency {
  readonly ref: string;
  readonly optional: boolean;
}

export interface Reference extends Dependency {
  readonly type: "implementation" | "specification";
}

/** The front matter of an artifact as the data model defines it. Invalid fields are left out and reported. */
export interface Metadata {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly version?: string;
  readonly tags: readonly string[];
  readonly dependencies: readonly Dependency[];
  readonly requiresImplementation: boolean;
  readonly spec?: string;
  readonly location?: string;
  readonly references: readonly Reference[];
  readonly target?: string;
  readonly branch?: string;
  readonly workType?: WorkType;
}

export interface MetadataReading {
  readonly metadata: Metadata;
  readonly findings: readonly ArtifactFinding[];
}

/**
 * Reads front matter as the data model defines it. Used for existing files (their findings go to the status) and for
 * files about to be written (an error refuses the write). Unknown keys are ignored.
 */
export function readMetadata(
  kind: ArtifactKind,
  folder: string,
  data: Readonly<Record<string, unknown>>,
): MetadataReading {
  const findings: ArtifactFinding[] = [];
  const field = new Fields(kind, data, findings);
  const name = field.text("name");
  const version = field.text("version");
  if (name !== undefined && name !== folder) findings.push(nameMismatch(kind, name, folder));
  if (version !== undefined && !isSemver(version)) findings.push(badVersion(kind, version));
  if (version === undefined && data["version"] === undefined && kind !== "scratch_pad")
    findings.push(noVersion(kind));
  const metadata: Metadata = {
    name,
    title: field.text("title"),
    description: field.text("description"),
    version,
    tags: field.texts("tags"),
    dependencies: field.dependencies(),
    requiresImplementation: kind === "specification" ? (field.flag("requires_implementation") ?? true) : true,
    references: kind === "implementation" ? field.references() : [],
    ...(kind === "implementation" ? implementationFields(field, findings) : {}),
    ...(kind === "scratch_pad" ? scratchFields(field, data, findings) : {}),
  };
  if (kind === "implementation") checkLanguages(data, findings);
  checkForeignKeys(kind, data, findings);
  return { metadata, findings };
}

export function metadataRule(kind: ArtifactKind): RuleName {
  if (kind === "specification") return "spec_metadata";
  return kind === "implementation" ? "impl_metadata" : "scratch_metadata";
}

function implementationFields(field: Fields, findings: ArtifactFinding[]) {
  const spec = field.text("spec");
  if (spec === undefined && !field.has("spec")) {
    findings.push({
      severity: "error",
      rule: "one_spec",
      message: "The implementation has no governing specification (`spec`).",
      fix: "Set it with the op set_spec.",
    });
  }
  return { spec, location: field.text("location") };
}

function scratchFields(field: Fields, data: Readonly<Record<string, unknown>>, findings: ArtifactFinding[]) {
  const target = field.text("target");
  if (target === undefined && !field.has("target")) {
    findings.push({
      severity: "error",
      rule: "target",
      message: "The scratch pad has no `target`.",
      fix: "Write the path of a specification or an implementation into `target`, such as `impl/x/impl.md`.",
    });
  }
  const workType = checkWorkType(data["work_type"], findings);
  return { target, branch: field.text("branch"), workType };
}

/** Keys of another kind suggest that the file is in the wrong folder. The folder decides the kind. */
function checkForeignKeys(
  kind: ArtifactKind,
  data: Readonly<Record<string, unknown>>,
  findings: ArtifactFinding[],
): void {
  const foreign: Readonly<Record<ArtifactKind, readonly string[]>> = {
    specification: ["target", "work_type", "spec", "references"],
    implementation: ["target", "work_type", "requires_implementation"],
    scratch_pad: ["spec", "references", "location", "requires_implementation"],
  };
  for (const key of foreign[kind].filter((key) => data[key] !== undefined)) {
    findings.push({
      severity: "error",
      rule: metadataRule(kind),
      message: `\`${key}\` does not belong in the front matter of ${withArticle(kind)}.`,
      fix: `Remove \`${key}\`, or move the document to the folder of its kind.`,
      key,
    });
  }
}

/** Reads fields one by one and reports those of the wrong type. */
class Fields {
  readonly #kind: ArtifactKind;
  readonly #data: Readonly<Record<string, unknown>>;
  readonly #findings: ArtifactFinding[];

  constructor(kind: ArtifactKind, data: Readonly<Record<string, unknown>>, findings: ArtifactFinding[]) {
    this.#kind = kind;
    this.#data = data;
    this.#findings = findings;
  }

  has(key: string): boolean {
    return this.#data[key] !== undefined && this.#data[key] !== null;
  }

  text(key: string): string | undefined {
    const value = this.#data[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    const rule: RuleName = key === "version" ? versionRule(this.#kind) : metadataRule(this.#kind);
    const json = JSON.stringify(value);
    const message =
      value === ""
        ? `\`${key}\` is empty.`
        : `\`${key}\` must be text, but YAML reads \`${json}\` as ${typeName(value)}.`;
    const fix =
      typeof value === "number"
        ? `Put it in quotes: \`${key}: "${json}"\`.`
        : `Write \`${key}\` as one line of text, or remove it.`;
    this.#report(rule, key, message, fix);
    return undefined;
  }

  flag(key: string): boolean | undefined {
    const value = this.#data[key];
    if (value === undefined || value === null || typeof value === "boolean") return value ?? undefined;
    this.#report(
      "standalone",
      key,
      `\`${key}\` must be true or false.`,
      "Write true or false, without quotes.",
    );
    return undefined;
  }

  texts(key: string): string[] {
    return this.#items(key, metadataRule(this.#kind)).flatMap((item) => {
      if (typeof item === "string" && item.trim() !== "") return [item.trim()];
      this.#report(
        metadataRule(this.#kind),
        key,
        `\`${key}\` has an entry that is not text: \`${JSON.stringify(item)}\`.`,
        "Write each entry as text.",
      );
      return [];
    });
  }

  dependencies(): Dependency[] {
    const rule: RuleName = this.#kind === "scratch_pad" ? "scratch_dependencies" : "spec_dependencies";
    return this.#items("dependencies", rule).flatMap((item) => {
      const entry = typeof item === "string" ? { ref: item } : item;
      if (isRecord(entry) && typeof entry["ref"] === "string" && entry["ref"].trim() !== "") {
        return [{ ref: entry["ref"].trim(), optional: this.#optionality(entry, "dependencies", rule) }];
      }
      const message = `\`dependencies\` contains \`${JSON.stringify(item)}\`, which is neither a path nor an object with \`ref\`.`;
      this.#report(
        rule,
        "dependencies",
        message,
        "Write a path, an https URL, or `{ref: PATH, optional: true}`.",
      );
      return [];
    });
  }

  references(): Reference[] {
    return this.#items("references", "references").flatMap((item) => {
      const type = isRecord(item) ? item["type"] : undefined;
      if (
        isRecord(item) &&
        typeof item["ref"] === "string" &&
        (type === "implementation" || type === "specification")
      ) {
        return [
          { ref: item["ref"].trim(), type, optional: this.#optionality(item, "references", "references") },
        ];
      }
      const message = `\`references\` contains \`${JSON.stringify(item)}\`; an entry is an object with \`ref\` and \`type\` (implementation or specification).`;
      this.#report(
        "references",
        "references",
        message,
        "Add it with the op add_reference, which takes ref, type and optional.",
      );
      return [];
    });
  }

  #optionality(entry: Readonly<Record<string, unknown>>, key: string, rule: RuleName): boolean {
    const { optional } = entry;
    if (optional !== undefined && typeof optional !== "boolean") {
      this.#report(
        rule,
        key,
        `\`optional\` in \`${key}\` must be true or false.`,
        "Write true or false, without quotes.",
      );
    }
    return optional === true;
  }

  #items(key: string, rule: RuleName): unknown[] {
    const value = this.#data[key];
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    this.#report(rule, key, `\`${key}\` must be a list.`, "Start each entry on its own line with `- `.");
    return [];
  }

  #report(rule: RuleName, key: string, message: string, fix: string): void {
    this.#findings.push({ severity: "error", rule, message, fix, key });
  }
}

function versionRule(kind: ArtifactKind): RuleName {
  return kind === "implementation" ? "impl_version" : "spec_version";
}

function nameMismatch(kind: ArtifactKind, name: string, folder: string): ArtifactFinding {
  return {
    severity: "error",
    rule: metadataRule(kind),
    message: `\`name: ${name}\` differs from the folder \`${folder}\`, which identifies the artifact (name mismatch).`,
    fix: "Use the name of the folder, or rename the folder.",
    key: "name",
    ops: [{ op: "set_name", name: folder }],
  };
}

function badVersion(kind: ArtifactKind, version: string): ArtifactFinding {
  return {
    severity: "error",
    rule: versionRule(kind),
    message: `\`${version}\` is not a semantic version.`,
    fix: "Write three numbers, such as 1.0.0.",
    key: "version",
    ops: [{ op: "set_version", version: repairedVersion(version) }],
  };
}

function noVersion(kind: ArtifactKind): ArtifactFinding {
  return {
    severity: "warning",
    rule: versionRule(kind),
    message: "There is no `version`.",
    fix: "Versions start at 1.0.0.",
    ops: [{ op: "set_version", version: "1.0.0" }],
  };
}

function repairedVersion(version: string): string {
  const [major = "1", minor = "0", patch = "0"] = version.match(/\d+/g) ?? [];
  return [major, minor, patch].map((part) => String(Number(part))).join(".");
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isRecord(value) ? "a mapping" : `a ${typeof value}`;
}

const semverPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** Whether a text is a version as defined by semver.org 2.0.0. */
function isSemver(text: string): boolean {
  return text.length <= 256 && semverPattern.test(text);
}
