import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { parseGrants } from "../store/grants-file.ts";
import type { Granted, Store } from "../store/store.ts";
import { readNamedFile } from "../workspace/files/named-file.ts";
import type { Principal } from "./principal.ts";

/** Older than this, somebody may have lost access and we would not know. */
export const maxGrantSeconds = 24 * 60 * 60;

/** Says which repositories somebody may see. */
export type Permits = (repository: string) => boolean;

/** Where grants are: a table of the store, or a file. Asked at every call: what is taken away is gone with the next one. */
export type GrantSource = (principals: readonly string[]) => Promise<Result<Granted>>;

/** Grants as the code host had them. */
export class Grants {
  readonly #source: GrantSource;
  readonly #now: () => Date;

  constructor(source: GrantSource, now: () => Date) {
    this.#source = source;
    this.#now = now;
  }

  /** Seconds since the code host was last asked; undefined when nobody knows. */
  async age(): Promise<number | undefined> {
    const granted = await this.#source([]);
    return granted.ok ? this.#ageOf(granted.value) : undefined;
  }

  async permitsFor({ subject, groups }: Principal): Promise<Result<Permits>> {
    // Subjects can be names that people choose: one that looks like a group has no rights of its own.
    const own = subject.startsWith("group:") ? [] : [subject];
    const granted = await this.#source([...own, ...groups.map((group) => `group:${group}`)]);
    if (!granted.ok) return granted;
    const { seenAt, repos } = granted.value;
    const age = this.#ageOf(granted.value);
    if (age === undefined) return refused("No grants were ever written to the store.");
    if (age > maxGrantSeconds)
      return refused(`Rights were last confirmed at ${seenAt}, more than 24 hours ago.`);
    return ok((repository) => repos.some((pattern) => fits(pattern, repository)));
  }

  #ageOf({ seenAt }: Granted): number | undefined {
    return seenAt === undefined ? undefined : (this.#now().getTime() - Date.parse(seenAt)) / 1000;
  }
}

export function grantsInStore(store: Store): GrantSource {
  return (principals) => store.grants.of(principals);
}

/** A file that a job writes. */
export function grantsInFile(file: string): GrantSource {
  return async (principals) => {
    const text = readNamedFile(file);
    const parsed = text === undefined ? undefined : parseGrants(text);
    if (!parsed) return refused("The file of grants cannot be read.");
    const own = parsed.grants.filter(({ to }) => principals.includes(to));
    return ok({ seenAt: parsed.seen_at, repos: own.flatMap(({ repos }) => repos) });
  };
}

function fits(pattern: string, repository: string): boolean {
  return pattern.endsWith("*") ? repository.startsWith(pattern.slice(0, -1)) : pattern === repository;
}

function refused(why: string): Result<never> {
  const remedy = "Ask the people who run this server to sync its grants.";
  return fail(fault("rights_unknown", why, remedy, { retryable: true }));
}
