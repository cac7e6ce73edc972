import { ok, type Result } from "../../kernel/result.ts";
import { conceptFailure } from "../model/faults.ts";
import { type ArtifactKind, type ArtifactRef, handleOf, kindOfScheme, withArticle } from "../model/kinds.ts";

/** What a client's text refers to, before anything is read from disk. */
export type Locator =
  | { readonly type: "artifact"; readonly ref: ArtifactRef; readonly view?: View }
  | { readonly type: "url"; readonly url: string }
  | { readonly type: "path"; readonly path: string };

/** A read-only view of an artifact: `spec://x/constraints/a.b`. */
export type View =
  | { readonly name: "dependencies" }
  | { readonly name: "constraints"; readonly constraintId?: string }
  | { readonly name: "compliance" };

/** The supported forms, for error messages. */
export const supportedForms =
  "Use spec://NAME, impl://NAME or scratch://NAME, a path inside the workspace, or an https:// URL.";

/**
 * Parses a locator: a handle with or without a view, an HTTPS URL, or a path. Nothing is guessed, and unsupported
 * schemes are refused.
 *
 * @example parseLocator("spec://Auth/constraints/concept-login.rules")
 */
export function parseLocator(input: string): Result<Locator> {
  const text = input.trim();
  if (text === "") return malformed(input, "The locator is empty.");
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s.exec(text);
  if (match === null) {
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):/.exec(text)?.[1];
    return scheme === undefined ? ok({ type: "path", path: text }) : unsupported(text, scheme);
  }
  const scheme = (match[1] ?? "").toLowerCase();
  if (scheme === "https") return parseUrl(text);
  if (scheme === "http") return plainHttp(text);
  const kind = kindOfScheme(scheme);
  return kind === undefined ? unsupported(text, scheme) : parseHandle(text, kind, match[2] ?? "");
}

/** Whether a text has the form of a handle, valid or not. */
export function looksLikeHandle(text: string): boolean {
  return /^\s*(spec|impl|scratch):\/\//i.test(text);
}

function parseHandle(input: string, kind: ArtifactKind, rest: string): Result<Locator> {
  const parts = decode(rest);
  if (parts === undefined) return malformed(input, `\`${input}\` contains an invalid percent escape.`);
  const segments = parts.at(-1) === "" ? parts.slice(0, -1) : parts;
  const [first = "", view, id, ...more] = segments;
  if (first === "") return malformed(input, `\`${input}\` names no artifact.`);
  if (segments.includes("")) return malformed(input, `\`${input}\` has nothing between two slashes.`);
  const name = first.toLowerCase();
  if (!isFolderName(name)) {
    return malformed(input, `\`${first}\` is not a valid name for ${withArticle(kind)}.`);
  }
  const ref = { kind, name };
  if (view === undefined) return ok({ type: "artifact", ref });
  if (view === "constraints" && more.length === 0) return parseConstraints(input, ref, id);
  if (view === "dependencies" && id === undefined) {
    return ok({ type: "artifact", ref, view: { name: "dependencies" } });
  }
  if (view === "compliance" && id === undefined) return parseCompliance(input, ref);
  const path = segments.slice(1).join("/");
  const message = `There is no view \`/${path}\` of ${withArticle(kind)}.`;
  return malformed(input, message, `Use ${handleOf(ref)} alone, or with ${viewsOf(kind)}.`);
}

function parseConstraints(input: string, ref: ArtifactRef, id: string | undefined): Result<Locator> {
  if (ref.kind !== "specification") {
    const message = `\`${input}\`: only specifications have constraints.`;
    return malformed(input, message, "Read spec://NAME/constraints of the specification that governs it.");
  }
  const problem = id === undefined ? undefined : constraintIdProblem(id);
  if (problem !== undefined) {
    const remedy = `Read ${handleOf(ref)}/constraints to see the ids.`;
    return malformed(input, `\`${id}\` is not a constraint id: ${problem}.`, remedy);
  }
  return ok({ type: "artifact", ref, view: { name: "constraints", constraintId: id } });
}

function parseCompliance(input: string, ref: ArtifactRef): Result<Locator> {
  if (ref.kind === "implementation") return ok({ type: "artifact", ref, view: { name: "compliance" } });
  return conceptFailure(
    "compliance_reporting",
    "compliance_unsupported",
    `\`${input}\`: only implementations have a compliance report.`,
    "Read impl://NAME/compliance of an implementation of this specification.",
    { artifact: input },
  );
}

/** Why a text is not a valid constraint id: the text between `!` and `:`. */
export function constraintIdProblem(id: string): string | undefined {
  if (id === "") return "it is empty";
  if (id.startsWith("!")) return "it is written without the leading `!`";
  if (id.endsWith(":")) return "it is written without the trailing `:`";
  if (/\s/u.test(id)) return "it contains white space";
  return id.includes("/") ? "it contains a slash" : undefined;
}

function viewsOf(kind: ArtifactKind): string {
  if (kind === "specification") return "/dependencies, /constraints or /constraints/{constraint_id}";
  return kind === "implementation" ? "/dependencies or /compliance" : "/dependencies";
}

function isFolderName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
  return !/^\.+$/.test(name) && !/[/\\\u0000-\u001f\u007f?#*"<>|:]/.test(name);
}

function decode(rest: string): string[] | undefined {
  try {
    return rest.split("/").map((part) => decodeURIComponent(part));
  } catch {
    return undefined;
  }
}

function parseUrl(text: string): Result<Locator> {
  if (URL.canParse(text) && !/\s/.test(text)) return ok({ type: "url", url: text });
  return malformed(text, `\`${text}\` is not a well-formed URL.`);
}

function plainHttp(text: string): Result<never> {
  const message = `\`${text}\` uses http, which is not secure.`;
  return conceptFailure(
    "dependency_mapping_services",
    "unsupported_scheme",
    message,
    "Use the https:// address.",
    {
      artifact: text,
    },
  );
}

function unsupported(text: string, scheme: string): Result<never> {
  const message = `The scheme \`${scheme}\` of \`${text}\` is not supported.`;
  return conceptFailure("dependency_mapping_services", "unsupported_scheme", message, supportedForms, {
    artifact: text,
  });
}

function malformed(text: string, message: string, remedy = supportedForms): Result<never> {
  return conceptFailure("dependency_mapping_services", "invalid_handle", message, remedy, {
    artifact: text,
    data_model_heading: "Locator Schemes",
    constraint_group: "concept-implementations.locator-schemes.resolution",
  });
}
