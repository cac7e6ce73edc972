import { didYouMean } from "../../kernel/nearest.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";
import { conceptFailure } from "../model/faults.ts";

/** Values by token. */
export type Tokens = Readonly<Record<string, string>>;

const tokenPattern = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;

/** The tokens that a template declares, each once, in order. */
export function declaredTokens(body: string): string[] {
  return [...new Set([...body.matchAll(tokenPattern)].map((match) => match[1] ?? ""))];
}

/** A template without its front matter, which is generated for each artifact. */
export function templateBody(text: string): string {
  const split = splitFrontMatter(text);
  return split.present ? split.body.replace(/^(\r?\n)+/, "") : split.body;
}

/**
 * Renders a template. Every declared token needs a value, and values for other tokens are refused. Values are inserted
 * as they are and never expanded.
 */
export function renderTemplate(
  body: string,
  builtIn: Tokens,
  substitutions: Tokens,
  locator: string,
): Result<string> {
  const declared = declaredTokens(body);
  for (const token of Object.keys(substitutions)) {
    if (Object.hasOwn(builtIn, token)) return reserved(token, locator);
    if (!declared.includes(token)) return unknownToken(token, declared, builtIn, locator);
  }
  const values = new Map([...Object.entries(builtIn), ...Object.entries(substitutions)]);
  const missing = declared.filter((token) => !values.has(token));
  if (missing.length > 0) return missingTokens(missing, locator);
  return ok(body.replace(tokenPattern, (_, token: string) => values.get(token) ?? ""));
}

function unknownToken(
  token: string,
  declared: readonly string[],
  builtIn: Tokens,
  locator: string,
): Result<never> {
  const open = declared.filter((name) => !Object.hasOwn(builtIn, name));
  const hint = didYouMean(token, open);
  const remedy =
    open.length === 0
      ? "This template takes no substitutions; leave it out."
      : `It takes: ${open.join(", ")}.`;
  return conceptFailure(
    "template_orchestration",
    "unknown_token",
    `The template ${locator} has no token \`{{${token}}}\`.`,
    [hint, remedy].filter((part) => part !== "").join(" "),
    { constraint_group: "concept-template-orchestration.token-contract", details: { token, allowed: open } },
  );
}

function reserved(token: string, locator: string): Result<never> {
  return conceptFailure(
    "template_orchestration",
    "unknown_token",
    `The token \`{{${token}}}\` of ${locator} is set by Hewto and cannot be substituted.`,
    "Leave it out; its value is derived from the other arguments.",
    { constraint_group: "concept-template-orchestration.token-contract", details: { token } },
  );
}

function missingTokens(missing: readonly string[], locator: string): Result<never> {
  const list = missing.map((token) => `\`{{${token}}}\``).join(", ");
  return conceptFailure(
    "template_orchestration",
    "missing_token",
    `The template ${locator} needs a value for ${list}.`,
    `Pass it in substitutions: ${JSON.stringify(Object.fromEntries(missing.map((token) => [token, "…"])))}.`,
    { constraint_group: "concept-template-orchestration.token-contract", details: { missing } },
  );
}
