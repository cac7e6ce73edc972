import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { skipTest } from "./skip.ts";

/** The folder that the workers share. Set before they start, so that they inherit it. */
export const sharedFolder = "HEWTO_TEST_SHARED";

/** A running server with an administrator who is not a superuser: superusers are above row-level security. */
export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  readonly binaries: string;
}

const adminName = "admin";

/** The one server of this test run; the first file that asks starts it, the end of the run stops it. Skips the test where PostgreSQL is not installed. */
export async function postgresServer(): Promise<PostgresServer> {
  if (findBinaries() === undefined) skipTest("PostgreSQL is not installed");
  const parent = process.env[sharedFolder];
  if (parent === undefined) throw new Error("Outside a test run.");
  const folder = join(parent, "postgres");
  const ready = join(parent, "postgres.json");
  try {
    mkdirSync(folder);
  } catch {
    for (let tries = 0; tries < 600 && !existsSync(ready); tries++) await sleep(100);
    return JSON.parse(readFileSync(ready, "utf8")) as PostgresServer; // what the first file wrote
  }
  const server = await startPostgres(folder);
  writeFileSync(`${ready}.new`, JSON.stringify(server));
  execFileSync("mv", [`${ready}.new`, ready]);
  return server;
}

/** Starts a server of its own in an empty folder, for tests that kill it. */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const binaries = findBinaries();
  if (binaries === undefined) throw new Error("PostgreSQL is not installed.");
  const port = await freePort();
  const server = { port, folder, binaries };
  if (asUser().uid !== undefined) chownSync(folder, asUser().uid ?? 0, asUser().gid ?? 0);
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  run(server, "initdb", [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  await launch(server);
  await query(server, "postgres", "postgres", `create role ${adminName} login createrole createdb`);
  return server;
}

/** Starts the server of a folder again. */
export async function launch(server: PostgresServer): Promise<void> {
  const settings = [
    ["listen_addresses", "127.0.0.1"],
    ["unix_socket_directories", ""],
    ["fsync", "off"],
    ["synchronous_commit", "off"],
    ["full_page_writes", "off"],
    ["shared_buffers", "32MB"],
    ["max_connections", "200"],
    ["timezone", "UTC"],
  ].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", join(server.folder, "data"), "-p", String(server.port), ...settings];
  const child = spawn(join(server.binaries, "postgres"), args, {
    ...asUser(),
    cwd: server.folder,
    stdio: "ignore",
    detached: true,
    env: { LC_ALL: "C", PATH: process.env["PATH"] },
  });
  child.unref();
  for (let tries = 0; tries < 300; tries++) {
    if (await isReady(server)) return;
    await sleep(100);
  }
  throw new Error("PostgreSQL did not start.");
}

/** Ends it as a power cut would, or in order. */
export function stopPostgres({ folder, binaries }: PostgresServer, mode: "immediate" | "fast"): void {
  const args = ["stop", "-w", "-m", mode, "-D", join(folder, "data")];
  spawnSync(join(binaries, "pg_ctl"), args, { ...asUser(), cwd: folder, stdio: "ignore" });
}

/** Ends the server of this run, if one was started. */
export function stopShared(parent: string): void {
  const ready = join(parent, "postgres.json");
  if (!existsSync(ready)) return;
  stopPostgres(JSON.parse(readFileSync(ready, "utf8")) as PostgresServer, "immediate"); // what we wrote
}

/** A new, empty database; the address is that of its owner. */
export async function newDatabase(server: PostgresServer): Promise<string> {
  const name = `t${randomBytes(6).toString("hex")}`;
  await query(server, "postgres", adminName, `create database ${name}`);
  return addressOf(server, adminName, name);
}

/** A new login; give it rights with `store init --reader` or `--worker`. */
export async function newLogin(server: PostgresServer): Promise<string> {
  const name = `u${randomBytes(6).toString("hex")}`;
  await query(server, "postgres", "postgres", `create role ${name} login`);
  return name;
}

export function asLogin(url: string, login: string): string {
  return Object.assign(new URL(url), { username: login }).href;
}

export function addressOf({ port }: PostgresServer, login: string, database: string): string {
  return `postgres://${login}@127.0.0.1:${port}/${database}`;
}

/** One statement as somebody, outside of our driver. */
export async function queryUrl(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

function query(server: PostgresServer, database: string, login: string, text: string) {
  return queryUrl(addressOf(server, login, database), text);
}

async function isReady(server: PostgresServer): Promise<boolean> {
  return query(server, "postgres", "postgres", "select 1").then(
    () => true,
    () => false,
  );
}

function run(server: PostgresServer, program: string, args: string[]): void {
  execFileSync(join(server.binaries, program), args, {
    ...asUser(),
    cwd: server.folder,
    stdio: "pipe",
    env: { LC_ALL: "C", PATH: process.env["PATH"], HOME: server.folder },
  });
}

/** PostgreSQL refuses to run as root. */
function asUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

/** Debian keeps them off the path. */
function findBinaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const installed = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, "bin"))
    : [];
  const onPath = (process.env["PATH"] ?? "").split(delimiter);
  return [...installed.reverse(), ...onPath].find(
    (each) => existsSync(join(each, "initdb")) && existsSync(join(each, "postgres")),
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("No port.")),
      );
    });
  });
}
