import * as z from "zod";
import { readStateFile, writeStateFile } from "../../workspace/state/files.ts";
import type { Base } from "./base.ts";

/** What an index began from. */
const BaseRecord = z.object({
  store: z.string(),
  repo: z.string(),
  ref: z.string(),
  commit: z.string(),
  published_at: z.string(),
});
export type BaseRecord = z.infer<typeof BaseRecord>;

const fileName = "base.json";

export function writeBase(folder: string, store: string, { repo, manifest }: Base): void {
  const { ref, commit, publishedAt } = manifest;
  const record: BaseRecord = { store, repo: repo.name, ref, commit, published_at: publishedAt };
  writeStateFile(folder, fileName, JSON.stringify(record), { sync: false });
}

/** Undefined for an index that was built here. */
export function readBase(folder: string): BaseRecord | undefined {
  const bytes = readStateFile(folder, fileName, 64 * 1024);
  try {
    return bytes && BaseRecord.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}
