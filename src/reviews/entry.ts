import * as z from "zod";
import { localDate } from "../kernel/calendar.ts";
import { randomHex } from "../kernel/hash.ts";
import type { Json } from "../kernel/json.ts";
import { splitFrontMatter } from "../markdown/yaml/front-matter.ts";
import { parseFrontMatter } from "../markdown/yaml/front-matter-data.ts";
import { renderPair } from "../markdown/yaml/yaml-render.ts";

/** The folder beside the documents that holds what people said about them. */
export const reviewFolder = "reviews";

/**
 * One file of a review. A file is written once and never changed: a reply and a resolution are files of their own, so
 * that branches on which two people answered merge without a conflict.
 */
const Entry = z.object({
  review: z.enum(["comment", "reply", "resolved", "reopened", "approval", "withdrawn"]),
  author: z.string().catch("unknown"),
  /** Set when an agent wrote it for the author. */
  by: z.literal("agent").optional().catch(undefined),
  date: z.string().catch(""),
  /** Relative to the folder of the item; absent: about the whole item. */
  file: z.string().optional().catch(undefined),
  heading: z.string().optional().catch(undefined),
  line: z.number().int().optional().catch(undefined),
  /** The words that were selected, as they were read. */
  quote: z.string().optional().catch(undefined),
  /** Of everything that was approved. */
  digest: z.string().optional().catch(undefined),
  /** The digest of each file that was approved, to tell which of them changed. */
  files: z.record(z.string(), z.string()).optional().catch(undefined),
});

export type ReviewEntry = z.infer<typeof Entry> & {
  /** The thread or approval that it belongs to. */
  readonly id: string;
  /** Its own name: the name of the file without `.md`. */
  readonly name: string;
  readonly text: string;
};

export type EntryFields = z.input<typeof Entry>;

/** `20261118-3fa9c1.md`, `20261118-3fa9c1.reply-09bd27.md`, `20261118-approval-77aa01.md`. */
const fileName = /^((\d{8})-(?:approval-)?[0-9a-f]{6})(?:\.[a-z]+-[0-9a-f]{6})?\.md$/;

/** Whether a file in `reviews/` is one of ours; other files there are left alone. */
export function isEntryName(name: string): boolean {
  return fileName.test(name);
}

/** The entry in a file; undefined when the file holds none. */
export function parseEntry(name: string, text: string): ReviewEntry | undefined {
  const id = fileName.exec(name)?.[1];
  const split = splitFrontMatter(text);
  const fields = split.present ? parseFrontMatter(split) : undefined;
  const entry = Entry.safeParse(fields?.ok ? fields.value.data : undefined);
  if (id === undefined || !entry.success) return undefined;
  return { ...entry.data, id, name: name.slice(0, -".md".length), text: split.body.trim() };
}

/** The file of an entry. */
export function renderEntry(fields: EntryFields, text: string): string {
  const layout = { ending: "\n", dashIndent: 2 };
  const pairs = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [renderPair(key, toJson(value), 0, layout)],
  );
  const body = text.trim();
  return `---\n${pairs.join("\n")}\n---\n${body === "" ? "" : `\n${body}\n`}`;
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

export function newThreadId(now: Date): string {
  return `${day(now)}-${randomHex(3)}`;
}

export function newApprovalId(now: Date): string {
  return `${day(now)}-approval-${randomHex(3)}`;
}

/** The name of an entry that follows another one: a reply, a resolution, a withdrawal. */
export function newEntryName(id: string, kind: EntryFields["review"]): string {
  return `${id}.${kind}-${randomHex(3)}`;
}

function day(now: Date): string {
  return localDate(now).replaceAll("-", "");
}
