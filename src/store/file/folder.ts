import { fileURLToPath } from "node:url";
import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { SharedFolder } from "../../workspace/state/shared-folder.ts";
import { withLock } from "../../workspace/write/locks/lock.ts";
import type { StoreAddress } from "../address.ts";

/** Raised when the layout of the folder changes. */
export const folderVersion = 1;
const versionFile = "hewto-store.json";
const maxJsonBytes = 256 * 1024 * 1024;

const Version = z.object({ version: z.int() });

/** A store in a folder: files with names of ours, changed by one process at a time. */
export class StoreFolder {
  readonly files: SharedFolder;
  readonly #address: StoreAddress;

  constructor(address: StoreAddress) {
    this.#address = address;
    this.files = new SharedFolder(fileURLToPath(address.url));
  }

  get address(): string {
    return this.#address.shown;
  }

  init(): Result<{ from: number; to: number }> {
    try {
      this.files.make();
      const from = this.#version() ?? 0;
      if (from > folderVersion) return this.#incompatible();
      this.files.write(versionFile, JSON.stringify({ version: folderVersion }));
      return ok({ from, to: folderVersion });
    } catch (error) {
      return this.#failure(error);
    }
  }

  /** Runs work on the folder; the system's errors become faults. */
  async read<T>(work: () => T): Promise<Result<T>> {
    try {
      const version = this.#version();
      if (version === undefined) return this.#notSetUp();
      return version === folderVersion ? ok(work()) : this.#incompatible();
    } catch (error) {
      return this.#failure(error);
    }
  }

  /** The same, while no other process changes the folder. */
  change<T>(work: () => T): Promise<Result<T>> {
    const lock = `${this.files.path}/store.lock`;
    return withLock(lock, { waitMs: 30_000, tool: "store", subject: "The store" }, () => this.read(work));
  }

  json<T extends z.ZodType>(name: string, schema: T): z.infer<T> | undefined {
    const bytes = this.files.read(name, maxJsonBytes);
    if (!bytes) return undefined;
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  }

  /** The server's clock, which is the one that all workers share. */
  now(): number {
    this.files.write("clock", "");
    return this.files.modifiedAt("clock") ?? Date.now();
  }

  #version(): number | undefined {
    return this.json(versionFile, Version)?.version;
  }

  #notSetUp(): Failure {
    const suggest = { operation: "store_init", to: "set it up" };
    return fail(fault("store_missing", `The store ${this.address} was never set up.`, "", { suggest }));
  }

  #incompatible(): Failure {
    const message = `The store ${this.address} was set up by another version of Hewto.`;
    return fail(fault("store_incompatible", message, "Install the version that set it up."));
  }

  #failure(error: unknown): Failure {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The store ${this.address} cannot be used: ${why.replace(/\.?$/, ".")}`;
    return fail(
      fault("store_unavailable", message, "Check the folder and its permissions.", { retryable: true }),
    );
  }
}
