import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { randomHex } from "../../kernel/hash.ts";
import { userConfigFolder } from "../config/user-folders.ts";
import { errnoOf } from "../paths/errno.ts";
import { currentUser, isOwnedByUser, isUserFolder, userTemporaryFolder } from "../paths/ownership.ts";

const keyFile = "state-key";
const keyBytes = 32;
const noFollow = constants.O_NOFOLLOW ?? 0;

const cachedKeys = new Map<string, Uint8Array>();

/**
 * The secret of this user that signs state. It is in the user's configuration folder; when that cannot be written, in
 * the user's temporary folder; and when that fails too, in this process only.
 */
export function stateKey(): Uint8Array {
  const folders = [userConfigFolder(), userTemporaryFolder()];
  const name = JSON.stringify([currentUser(), ...folders]);
  const key = cachedKeys.get(name) ?? firstOf(folders, readKey) ?? firstOf(folders, makeKey) ?? newKey();
  cachedKeys.set(name, key);
  return key;
}

/** Whether a later process can verify what is signed now. */
export function isStateKeyStored(): boolean {
  stateKey();
  return [userConfigFolder(), userTemporaryFolder()].some((folder) => readKey(folder) !== undefined);
}

function firstOf<T>(folders: readonly string[], get: (folder: string) => T | undefined): T | undefined {
  for (const folder of folders) {
    const value = get(folder);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A key that another user owns, or could have read or written, is not a secret. */
function readKey(folder: string): Uint8Array | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(join(folder, keyFile), constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(fd);
    const isSecret = currentUser() === undefined || (stats.mode & 0o077) === 0;
    if (!stats.isFile() || !isOwnedByUser(stats) || !isSecret || stats.size !== keyBytes) return undefined;
    const key = new Uint8Array(keyBytes);
    return readSync(fd, key, 0, keyBytes, 0) === keyBytes ? key : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** When several processes create the key at once, one wins and all use its key. */
function makeKey(folder: string): Uint8Array | undefined {
  if (!isUserFolder(folder)) return undefined;
  const temporary = join(folder, `.${keyFile}-${randomHex(8)}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isUserFolder(folder)) return undefined;
    writeKey(temporary);
    installKey(temporary, join(folder, keyFile));
  } catch {
    return undefined;
  } finally {
    remove(temporary);
  }
  return readKey(folder);
}

function newKey(): Uint8Array {
  return Buffer.from(randomHex(keyBytes), "hex");
}

function writeKey(path: string): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, 0o600);
  try {
    writeSync(fd, newKey());
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function installKey(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    // An unusable key is replaced; one that another process has just created is kept.
    if (errnoOf(error) === "EEXIST" && readKey(dirname(path)) !== undefined) return;
    renameSync(temporary, path);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was renamed, or never created.
  }
}
