import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import type { Postgres, Queries } from "../../workspace/network/postgres.ts";
import { type StoreAddress, withoutSecrets } from "../address.ts";
import { migrations } from "./migrations.ts";

/** Transactions of one tenant. */
export class Session {
  readonly address: StoreAddress;
  readonly #tenant: string;
  readonly #postgres: Postgres;
  #isChecked = false;

  constructor(address: StoreAddress, tenant: string, postgres: Postgres) {
    this.address = address;
    this.#tenant = tenant;
    this.#postgres = postgres;
  }

  /**
   * Runs work in one transaction that names its tenant. The name ends with the transaction, so that a connection that
   * goes back to the pool sees nothing, even when the work failed. What `expected` recognizes is a result, not a failure.
   */
  async transaction<T>(
    work: (db: Queries) => Promise<T>,
    expected: (error: unknown) => T | undefined = () => undefined,
  ): Promise<Result<T>> {
    return this.connection(async (db) => {
      if (!this.#isChecked) await checkVersion(db);
      this.#isChecked = true;
      for (let tries = 1; ; tries++) {
        await db.query("begin");
        await db.query("select set_config('hewto.tenant', $1, true)", [this.#tenant]);
        try {
          const result = await work(db);
          await db.query("commit");
          return result;
        } catch (error) {
          const result = expected(error);
          const isAgain = result === undefined && tries < maxTries && isDeadlock(error);
          if (result === undefined && !isAgain) throw error;
          await db.query("rollback");
          if (result !== undefined) return result;
        }
      }
    });
  }

  /** Runs work on a connection outside of a transaction. */
  async connection<T>(work: (db: Queries) => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await this.#postgres.use(work));
    } catch (error) {
      return failure(error, this.address);
    }
  }

  async close(): Promise<void> {
    await this.#postgres.close().catch(() => {});
  }
}

const maxTries = 5;

/** Two transactions waited for each other and the database ended one of them. */
function isDeadlock(error: unknown): boolean {
  return codeOf(error) === "40P01" || codeOf(error) === "40001";
}

/** The code of an error of the database. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

class Incompatible extends Error {}
class NotSetUp extends Error {}

async function checkVersion(db: Queries): Promise<void> {
  const own = migrations.at(-1)?.version ?? 0;
  const [there] = await db.query("select to_regclass('hewto.migration') is not null as there");
  if (there?.["there"] !== true) throw new NotSetUp();
  const [row] = await db.query(
    "select version, readable_by from hewto.migration order by version desc limit 1",
  );
  const version = Number(row?.["version"] ?? 0);
  const readableBy = Number(row?.["readable_by"] ?? 0);
  if (version < own) throw new Incompatible("older");
  if (readableBy > own) throw new Incompatible("newer");
}

function failure(error: unknown, { shown, url }: StoreAddress): Failure {
  if (error instanceof NotSetUp) {
    const suggest = { operation: "store_init", to: "set it up" };
    return fail(fault("store_missing", `The store ${shown} was never set up.`, "", { suggest }));
  }
  if (error instanceof Incompatible) {
    const isOlder = error.message === "older";
    const message = `The store ${shown} was set up by ${isOlder ? "an older" : "a newer"} version of Hewto.`;
    const remedy = isOlder ? "" : "Install the newer version here.";
    const suggest = isOlder ? { operation: "store_init", to: "bring it up to date" } : undefined;
    return fail(fault("store_incompatible", message, remedy, { suggest }));
  }
  const why = withoutSecrets(reasonOf(error), url);
  const message = `The store ${shown} cannot be used: ${why.replace(/\.?$/, ".")}`;
  const remedy = remedyFor(error);
  // What has a remedy needs somebody; everything else may pass by itself.
  return fail(fault("store_unavailable", message, remedy, { retryable: remedy === "" }));
}

function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

function remedyFor(error: unknown): string {
  const code = codeOf(error);
  if (code === "42501" || code === "28P01" || code === "28000")
    return "Check the login and its roles: a reader needs hewto_reader, a worker hewto_worker.";
  if (code === "42704" && /^role /.test(reasonOf(error)))
    return "Create it in PostgreSQL first, with `create role NAME login`.";
  return "";
}
