import { isOffline } from "./offline.ts";

/** A row as the driver gives it; the store checks what it reads. */
export type Row = Readonly<Record<string, unknown>>;

/** One connection, or a transaction on it. */
export interface Queries {
  readonly query: (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
}

export interface Postgres {
  /** Runs work on one connection; a connection on which it failed is not used again. */
  readonly use: <T>(work: (connection: Queries) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export interface PostgresOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly connectMs: number;
  /** For each statement, on both sides of the connection. */
  readonly statementMs: number;
  readonly connections: number;
}

/**
 * Connections to a PostgreSQL server that the user named. Nothing is opened before the first use. Values go in text
 * mode: in binary mode the driver gives `bytea` as a damaged string.
 */
export async function connectPostgres(options: PostgresOptions): Promise<Postgres> {
  if (isOffline())
    throw new Error("Bug: an operation that is declared to open no connection tried to open one.");
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectMs,
    statement_timeout: options.statementMs,
    query_timeout: options.statementMs + 1000,
    idle_in_transaction_session_timeout: 60_000,
    max: options.connections,
    allowExitOnIdle: true,
  });
  // An idle connection that the server closes is replaced at the next use.
  pool.on("error", () => {});
  return {
    use: async (work) => {
      const client = await pool.connect();
      // A server that goes away in the middle is reported by the query that was waiting.
      const ignore = () => {};
      client.on("error", ignore);
      let isBroken = true;
      try {
        const result = await work({
          query: async (text, values) =>
            (await client.query<Record<string, unknown>>(text, values ? [...values] : undefined)).rows,
        });
        isBroken = false;
        return result;
      } finally {
        client.off("error", ignore);
        client.release(isBroken);
      }
    },
    close: () => pool.end(),
  };
}
