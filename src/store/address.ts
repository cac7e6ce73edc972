import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";

/** A store's address without what only its user may know. */
export interface StoreAddress {
  readonly kind: "postgres" | "file";
  /** As it was given: it can hold a password. */
  readonly url: string;
  /** For messages. */
  readonly shown: string;
}

/**
 * Reads `postgres://user:password@host/database` or `file:///folder`.
 *
 * @example readAddress("postgres://ci:secret@db/hewto") // shown: "postgres://ci@db/hewto"
 */
export function readAddress(url: string): Result<StoreAddress> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const kind = parsed?.protocol === "postgresql:" ? "postgres" : parsed?.protocol.slice(0, -1);
  if (parsed && (kind === "postgres" || kind === "file")) return ok({ kind, url, shown: maskUrl(url) });
  const message = `The address of the store is not one that Hewto knows: \`${maskUrl(url)}\`.`;
  return fail(fault("invalid_config", message, "Use postgres://USER@HOST/DATABASE or file:///FOLDER."));
}

/** An address without password and options, which can hold a password too; "…" when it cannot be read. */
export function maskUrl(url: string): string {
  if (!URL.canParse(url)) return "…";
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

/** A message without the secrets of an address: a driver may quote it. */
export function withoutSecrets(message: string, url: string): string {
  const secrets = [url];
  if (URL.canParse(url)) {
    const { password, search, searchParams } = new URL(url);
    secrets.push(password, search.slice(1), ...searchParams.values());
    if (password !== "") secrets.push(decode(password));
  }
  return secrets
    .filter((secret) => secret.length > 2)
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, secret === url ? maskUrl(url) : "[redacted]"), message);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
