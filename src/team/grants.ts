import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { readNamedFile } from "../workspace/files/named-file.ts";
import type { Principal } from "./principal.ts";

const GrantsFile = z.object({
  /** When the code host was last asked. */
  seen_at: z.iso.datetime({ offset: true }),
  grants: z.array(
    z.object({
      /** The subject of a token, or `group:NAME` for what its claim `groups` names. */
      to: z.string().min(1),
      /** Names of repositories; `*` at the end stands for any ending. */
      repos: z.array(z.string().min(1)),
    }),
  ),
});

/** Older than this, somebody may have lost access and we would not know. */
const maxAgeMs = 24 * 60 * 60_000;

/** Says which repositories somebody may see. */
export type Permits = (repository: string) => boolean;

/** Grants as the code host had them, from a file that a job writes. It is read at every call: what is taken away is gone with the next one. */
export class Grants {
  readonly #file: string;
  readonly #now: () => Date;

  constructor(file: string, now: () => Date) {
    this.#file = file;
    this.#now = now;
  }

  /** Seconds since the code host was last asked; undefined when nobody knows. */
  age(): number | undefined {
    const read = this.#read();
    return read.ok ? (this.#now().getTime() - Date.parse(read.value.seen_at)) / 1000 : undefined;
  }

  permitsFor({ subject, groups }: Principal): Result<Permits> {
    const read = this.#read();
    if (!read.ok) return read;
    const { seen_at, grants } = read.value;
    const ageMs = this.#now().getTime() - Date.parse(seen_at);
    if (ageMs > maxAgeMs) return refused(`Rights were last confirmed at ${seen_at}, more than 24 hours ago.`);
    const own = new Set([subject, ...groups.map((group) => `group:${group}`)]);
    const patterns = grants.filter(({ to }) => own.has(to)).flatMap(({ repos }) => repos);
    return ok((repository) => patterns.some((pattern) => fits(pattern, repository)));
  }

  #read(): Result<z.infer<typeof GrantsFile>> {
    const text = readNamedFile(this.#file);
    const parsed = text === undefined ? undefined : parse(text);
    return parsed ? ok(parsed) : refused("The file of grants cannot be read.");
  }
}

function parse(text: string): z.infer<typeof GrantsFile> | undefined {
  try {
    return GrantsFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function fits(pattern: string, repository: string): boolean {
  return pattern.endsWith("*") ? repository.startsWith(pattern.slice(0, -1)) : pattern === repository;
}

function refused(why: string): Result<never> {
  const remedy = "Ask the people who run this server to sync its grants.";
  return fail(fault("rights_unknown", why, remedy, { retryable: true }));
}
