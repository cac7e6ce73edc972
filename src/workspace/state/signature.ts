import { currentUser } from "../paths/ownership.ts";
import type { Workspace } from "../paths/root.ts";
import { stateKey } from "./key.ts";

/**
 * State below `.hewto/` that is read back and trusted has a signature: a repository can contain any file, but not one
 * that is signed with this user's key. The signature covers the user, the real root and the purpose, so that a record
 * is valid nowhere else.
 *
 * @example const text = seal(workspace, "undo record", JSON.stringify(record))
 */
export function seal(workspace: Workspace, purpose: string, text: string): string {
  return `${sign(workspace, purpose, text)}\n${text}`;
}

/** The text that `seal` was given; undefined when this user's Hewto did not sign it for this root and purpose. */
export function unseal(workspace: Workspace, purpose: string, sealed: string): string | undefined {
  const end = sealed.indexOf("\n");
  const text = sealed.slice(end + 1);
  return end >= 0 && isSigned(workspace, purpose, text, sealed.slice(0, end)) ? text : undefined;
}

/** Whether this user's Hewto signed a text for this root and purpose. */
export function isSigned(workspace: Workspace, purpose: string, text: string, signature: string): boolean {
  return isEqual(signature, sign(workspace, purpose, text));
}

/** The signature alone, for a record whose format has a field for it. */
export function sign(workspace: Workspace, purpose: string, text: string): string {
  const { createHmac } = process.getBuiltinModule("node:crypto");
  const head = JSON.stringify(["hewto state 1", currentUser() ?? null, workspace.root, purpose]);
  return createHmac("sha256", stateKey()).update(`${head}\n`).update(text).digest("hex");
}

function isEqual(actual: string, expected: string): boolean {
  const { timingSafeEqual } = process.getBuiltinModule("node:crypto");
  return /^[0-9a-f]{64}$/.test(actual) && timingSafeEqual(Buffer.from(actual), Buffer.from(expected));
}
