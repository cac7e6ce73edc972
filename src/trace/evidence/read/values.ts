import { clipLine } from "../../../kernel/clip.ts";
import { isRecord } from "../../../kernel/json.ts";
import type { Property } from "../model.ts";
import { limits } from "./limits.ts";

// Reports are untrusted: a field of another type than expected is taken as absent.

export type Fields = Readonly<Record<string, unknown>>;

const noFields: Fields = {};

export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : noFields;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A positive whole number, such as a line. */
export function lineOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : numberOf(value);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** A title, class or path of a report, cut to the length that is compared. */
export function titleOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : clipLine(text, limits.titleLength);
}

export function titlesOf(values: readonly unknown[]): string[] {
  return values.flatMap((value) => titleOf(value) ?? []);
}

/** The first lines of a failure message. */
export function messageOf(value: unknown): string | undefined {
  const text = textOf(value)?.trim();
  return text === undefined || text === "" ? undefined : clipLine(text, limits.messageLength);
}

export function property(name: unknown, value: unknown): Property[] {
  const [key, content] = [titleOf(name), titleOf(value)];
  return key === undefined || content === undefined ? [] : [{ name: key, value: content }];
}

/** Seconds as text (`0.004`, `1,204.5`) in milliseconds. */
export function secondsToMs(seconds: string | undefined): number | undefined {
  if (seconds === undefined || seconds === "") return undefined;
  const number = Number(seconds.replaceAll(",", ""));
  return Number.isFinite(number) && number >= 0 ? number * 1000 : undefined;
}

/**
 * When a run began, in ms since 1970. Some tools write local time and some UTC, both without a zone: then it is the
 * later of the two, so that no file is called newer than the run by mistake.
 */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value);
  if (text === undefined) return numberOf(value);
  const hasZone = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/.test(text);
  const times = (hasZone ? [text] : [text, `${text}Z`]).map((each) => Date.parse(each));
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? undefined : Math.max(...known);
}

/** The earliest of some times. */
export function earliest(times: readonly (number | undefined)[]): number | undefined {
  let first: number | undefined;
  for (const time of times) {
    if (time !== undefined && (first === undefined || time < first)) first = time;
  }
  return first;
}
