import { didYouMean } from "../../kernel/nearest.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";
import { conceptFailure } from "../model/faults.ts";

/** The values that a scenario brings along, by token. */
export type Tokens = Readonly<Record<string, string>>;

const tokenPattern = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;

/** The tokens that a template declares, each once, in order. They form a closed set. */
export function declaredTokens(body: string): string[] {
  return [...new Set([...body.matchAll(tokenPattern)].map((match) => match[1] ?? ""))];
}

/** A template without front matter: tokens are for the body, and the front matter is made by the lifecycle. */
export function templateBody(text: string): string {
  const split = splitFrontMatter(text);
  return split.present ? split.body.replace(/^(\r?\n)+/, "") : split.body;
}

/**
 * Fills in a template. Every declared token needs a value, and no value may be given for anything else.
 * Values are put in as they are and never expanded again.
 */
export function renderTemplate(body: string, own: Tokens, given: Tokens, locator: string): Result<string> {
  const declared = declaredTokens(body);
  for (const token of Object.keys(given)) {
    if (Object.hasOwn(own, token)) return reserved(token, locator);
    if (!declared.includes(token)) return unknownToken(token, declared, own, locator);
  }
  const values = new Map([...Object.entries(own), ...Object.entries(given)]);
  const missing = declared.filter((token) => !values.has(token));
  if (missing.length > 0) return missingTokens(missing, locator);
  return ok(body.replace(tokenPattern, (_, token: string) => values.get(token) ?? ""));
}

function unknownToken(
  token: string,
  declared: readonly string[],
  own: Tokens,
  locator: string,
): Result<never> {
  const open = declared.filter((name) => !Object.hasOwn(own, name));
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
    `The token \`{{${token}}}\` of ${locator} is filled in by Hewto and cannot be substituted.`,
    "Leave it out; its value follows from the other arguments.",
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
