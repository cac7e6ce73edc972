import * as z from "zod";
import type { Finding } from "../../kernel/finding.ts";
import { isTable, type Table } from "../../workspace/config/toml.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { RequirementNode } from "../model/node.ts";

const lists = z.array(z.string());

/** `"2027-01-31"`, or the same as a date of TOML. */
const day = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "is not a date such as 2027-01-31"),
);

/** A result that a person found by hand. It holds for one revision of the text, until its date. */
export const Manual = z.looseObject({
  text: z.string(),
  until: day.optional(),
  note: z.string().optional(),
});

/** Why a requirement may go without a test or without code for a while. */
export const Waiver = z.looseObject({
  text: z.string(),
  of: z.enum(["test", "code"]).default("test"),
  until: day,
  reason: z.string(),
});

/** What people have written down about one requirement, scenario or statement. */
export const RecordEntry = z.looseObject({
  accepted: z.string().optional(),
  tests: lists.optional(),
  code: lists.optional(),
  aliases: lists.optional(),
  manual: Manual.optional(),
  waiver: Waiver.optional(),
  dismissed: lists.optional(),
});
export type RecordEntry = Readonly<z.infer<typeof RecordEntry>>;

/** One file of the records: a requirement with its parts. */
export interface RecordFile {
  readonly path: WorkspacePath;
  readonly sha256: string;
  readonly address: string;
  /** As it is in the file, keys that we do not know included. */
  readonly table: Table;
}

export interface Records {
  readonly folder: WorkspacePath;
  /** By the address inside, in lower case. */
  readonly files: ReadonlyMap<string, RecordFile>;
  /** Files that cannot be read, and second files for one address. */
  readonly problems: readonly Finding[];
}

/** Tables of a record that hold its parts. */
export const partTables = ["scenario", "statement"] as const;
export type PartTable = (typeof partTables)[number];

/** The address of the file that a node's entry is in: that of its requirement. */
export function recordAddress({ address }: Pick<RequirementNode, "address">): string {
  return address.replace(/[#?].*$/s, "");
}

export function partTable({ kind }: Pick<RequirementNode, "kind">): PartTable {
  return kind === "statement" ? "statement" : "scenario";
}

/** The address of a record and those of its parts. */
export function recordedAddresses({ address, table }: Pick<RecordFile, "address" | "table">): string[] {
  const parts = partTables.flatMap((name) => (isTable(table[name]) ? Object.keys(table[name]) : []));
  return [address, ...parts.map((part) => `${address}#${part}`)];
}
