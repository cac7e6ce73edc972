import { createHash, timingSafeEqual } from "node:crypto";
import { randomHex } from "../kernel/hash.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { isSigned, sign } from "../workspace/state/signature.ts";

/** Who may see the page: the person who got the address, and from then on their browser. */
export interface PageAccess {
  /** Part of the address that is printed. */
  readonly token: string;
  /** For a browser that we start ourselves, because other users can read command lines: works once, and soon. */
  readonly oneTimeToken: () => string;
  readonly isToken: (given: string) => boolean;
  readonly cookie: () => string;
  readonly hasCookie: (header: string | undefined) => boolean;
}

const sessionMs = 12 * 60 * 60_000;
const oneTimeMs = 60_000;

/**
 * A token for each start. The cookie is signed with this user's key for this workspace and port, so that an open page
 * goes on when the server was restarted.
 */
export function createAccess(
  workspace: Workspace,
  port: () => number,
  now: () => number,
  token = base64url(randomHex(24)),
): PageAccess {
  const once = new Map<string, number>();
  // Browsers send cookies to every port of a host: the name keeps two servers apart.
  const name = () => `hewto_${port()}`;
  const purpose = () => `page on port ${port()}`;
  return {
    token,
    oneTimeToken: () => {
      const made = base64url(randomHex(24));
      once.set(made, now() + oneTimeMs);
      return made;
    },
    isToken: (given) => {
      const expires = once.get(given);
      once.delete(given);
      return isEqual(given, token) || (expires !== undefined && now() < expires);
    },
    cookie: () => {
      const expires = String(now() + sessionMs);
      const value = `${expires}.${sign(workspace, purpose(), expires)}`;
      return `${name()}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${sessionMs / 1000}`;
    },
    hasCookie: (header) =>
      (header ?? "").split(";").some((part) => {
        const [, given, expires = "", signature = ""] =
          /^\s*([\w-]+)=(\d{1,16})\.([0-9a-f]{64})\s*$/.exec(part) ?? [];
        return (
          given === name() && now() < Number(expires) && isSigned(workspace, purpose(), expires, signature)
        );
      }),
  };
}

/** Compares digests, so that the time it takes says nothing about the token. */
function isEqual(given: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function base64url(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64url");
}
