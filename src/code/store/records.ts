import type { ChunkKind } from "../chunk.ts";
import { declarationKinds, type LanguageId } from "../languages/language.ts";

/** What became of a file: read, left out on purpose, or not readable. */
export type FileState = "indexed" | "skipped" | "failed";

/** How a file counts in the ranking. */
export type FileRole = "source" | "test" | "example" | "generated" | "vendored" | "docs" | "data";

/** What the index knows of a file. `stamp` is what a walk sees; `hash` is of the bytes. */
export interface FileRecord {
  readonly path: string;
  readonly stamp: Stamp;
  /** 32 hex digits: the first half of the SHA-256. */
  readonly hash: string;
  readonly language: LanguageId;
  readonly role: FileRole;
  readonly state: FileState;
  /** Why it was skipped or failed. */
  readonly reason?: string;
}

/** Three numbers that change with every write. */
export interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  /** Negative when the file was written just before it was read, so that a later write may look the same. */
  readonly ctimeMs: number;
}

export interface ChunkDetails {
  readonly names: readonly string[];
  readonly symbols: readonly string[];
  readonly containers: readonly string[];
  readonly signature: string;
  readonly breadcrumb: string;
  readonly doc: string;
  readonly from: number;
  readonly to: number;
}

// The order is part of the format: append only.
export const languageIds: readonly LanguageId[] = [
  "text",
  "swift",
  "typescript",
  "tsx",
  "javascript",
  "python",
  "go",
  "rust",
  "java",
  "kotlin",
  "c",
  "cpp",
  "objective-c",
  "csharp",
  "ruby",
  "php",
  "markdown",
  "json",
  "yaml",
  "toml",
];

export const fileRoles: readonly FileRole[] = [
  "source",
  "test",
  "example",
  "generated",
  "vendored",
  "docs",
  "data",
];

export const fileStates: readonly FileState[] = ["indexed", "skipped", "failed"];

export const chunkKinds: readonly ChunkKind[] = ["file", "section", "document", ...declarationKinds];
