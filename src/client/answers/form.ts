import { isRecord } from "../../kernel/json.ts";

/** A field of a form that an agent sends. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices";
  readonly required: boolean;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  readonly fallback?: unknown;
  readonly rule: Readonly<Record<string, unknown>>;
}

/** The fields of an `elicitation/create`. Kinds that the protocol does not define become text. */
export function formFields(params: Record<string, unknown>): FormField[] {
  const schema = isRecord(params.requestedSchema) ? params.requestedSchema : {};
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, rule]) =>
    fieldOf(name, isRecord(rule) ? rule : {}, required.includes(name)),
  );
}

/** The answers if the person accepts all defaults; undefined if a required field has none. */
export function defaultAnswers(fields: readonly FormField[]): Record<string, unknown> | undefined {
  if (fields.some((field) => field.required && field.fallback === undefined)) return undefined;
  return Object.fromEntries(
    fields.filter((field) => field.fallback !== undefined).map((field) => [field.name, field.fallback]),
  );
}

/** Parses a typed answer, or says what is wrong with it. An empty line takes the default. */
export function readAnswer(field: FormField, typed: string): { value: unknown } | { problem: string } {
  const text = typed.trim();
  if (text === "") {
    if (field.fallback !== undefined || !field.required) return { value: field.fallback };
    return { problem: "An answer is required." };
  }
  if (field.kind === "boolean") return readBoolean(text);
  if (field.kind === "number" || field.kind === "integer") return readNumber(field, text);
  if (field.kind === "choice") return readChoice(field, text);
  if (field.kind === "choices") return readChoices(field, text);
  const { minLength, maxLength } = field.rule;
  if (typeof minLength === "number" && text.length < minLength)
    return { problem: `At least ${minLength} characters.` };
  if (typeof maxLength === "number" && text.length > maxLength)
    return { problem: `At most ${maxLength} characters.` };
  return { value: text };
}

function fieldOf(name: string, rule: Record<string, unknown>, required: boolean): FormField {
  const items = isRecord(rule.items) ? rule.items : undefined;
  const choices = choicesOf(items ?? rule);
  const kind = items
    ? "choices"
    : choices.length > 0
      ? "choice"
      : rule.type === "boolean"
        ? "boolean"
        : rule.type === "integer"
          ? "integer"
          : rule.type === "number"
            ? "number"
            : "text";
  const label =
    [rule.title, rule.description].filter((part): part is string => typeof part === "string")[0] ?? name;
  return {
    name,
    label,
    kind,
    required,
    choices,
    rule,
    fallback: rule.default,
  };
}

function choicesOf(rule: Record<string, unknown>): FormField["choices"] {
  const titled = [rule.oneOf, rule.anyOf].find(Array.isArray);
  if (titled) {
    return titled.flatMap((each) =>
      isRecord(each) && typeof each.const === "string"
        ? [{ value: each.const, title: typeof each.title === "string" ? each.title : each.const }]
        : [],
    );
  }
  const names = Array.isArray(rule.enumNames) ? rule.enumNames : [];
  return (Array.isArray(rule.enum) ? rule.enum : []).map((value, index) => ({
    value: String(value),
    title: String(names[index] ?? value),
  }));
}

function readBoolean(text: string) {
  if (/^(y|yes|true|1)$/i.test(text)) return { value: true };
  return /^(n|no|false|0)$/i.test(text) ? { value: false } : { problem: "Answer yes or no." };
}

function readNumber(field: FormField, text: string) {
  const value = Number(text);
  const { minimum, maximum } = field.rule;
  if (!Number.isFinite(value) || (field.kind === "integer" && !Number.isInteger(value))) {
    return { problem: field.kind === "integer" ? "Enter a whole number." : "Enter a number." };
  }
  if (typeof minimum === "number" && value < minimum) return { problem: `At least ${minimum}.` };
  if (typeof maximum === "number" && value > maximum) return { problem: `At most ${maximum}.` };
  return { value };
}

function readChoice(field: FormField, text: string) {
  const byNumber = /^\d+$/.test(text) ? field.choices[Number(text) - 1] : undefined;
  const choice =
    field.choices.find(({ value, title }) => value === text || title.toLowerCase() === text.toLowerCase()) ??
    byNumber;
  return choice
    ? { value: choice.value }
    : { problem: `One of: ${field.choices.map(({ title }) => title).join(", ")}.` };
}

function readChoices(field: FormField, text: string) {
  const read = text.split(",").map((part) => readChoice(field, part.trim()));
  const wrong = read.find((each) => "problem" in each);
  return wrong ?? { value: read.map((each) => ("value" in each ? each.value : "")) };
}
