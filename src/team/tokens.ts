import type { JWTPayload, JWTVerifyGetKey } from "jose";
import * as z from "zod";
import { createFetch } from "../workspace/network/fetch.ts";
import type { Principal } from "./principal.ts";

export interface TokenRules {
  readonly issuer: string;
  /** The address of this server, for which a token must have been issued. */
  readonly audience: string;
  /** Where the keys of the issuer are; by default its metadata say so. */
  readonly jwks: string | undefined;
}

export const requiredScope = "code:read";

export type TokenCheck =
  | { readonly ok: true; readonly principal: Principal }
  | {
      readonly ok: false;
      readonly status: 401 | 403 | 503;
      readonly error: string;
      readonly message: string;
    };

/** Signatures that only the issuer can make; never `none`, never a secret that we would share with it. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const toleranceSeconds = 30;
/** Keys are read again after this time, and when a token names one that is not known, but not more often than that. */
const keysMs = 10 * 60_000;
const keysAgainMs = 30_000;

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const Metadata = z.object({ jwks_uri: z.url() });

/** Checks tokens by the keys of their issuer. Nothing of a token is ever logged or repeated. */
export class TokenVerifier {
  readonly #rules: TokenRules;
  readonly #request = createFetch("person");
  #keys: { readonly get: JWTVerifyGetKey; readonly readAt: number } | undefined;

  constructor(rules: TokenRules) {
    this.#rules = rules;
  }

  async check(header: string | undefined): Promise<TokenCheck> {
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header ?? "")?.[1];
    if (token === undefined)
      return refused(401, "", "Send `Authorization: Bearer TOKEN` with a token for this server.");
    const { errors, jwtVerify } = await import("jose");
    const { issuer, audience } = this.#rules;
    const verify = async (isAgain: boolean) =>
      jwtVerify(token, await this.#keysOf(isAgain), {
        issuer,
        audience,
        algorithms,
        clockTolerance: toleranceSeconds,
        requiredClaims: ["sub", "exp", "iss", "aud"],
      });
    try {
      const { payload } = await verify(false).catch((error) => {
        if (error instanceof errors.JWKSNoMatchingKey) return verify(true);
        throw error;
      });
      return accepted(payload);
    } catch (error) {
      if (error instanceof KeysUnavailable)
        return refused(
          503,
          "temporarily_unavailable",
          "The keys of the authorization server cannot be read.",
        );
      return refused(401, "invalid_token", "The token is not valid for this server.");
    }
  }

  async #keysOf(isAgain: boolean): Promise<JWTVerifyGetKey> {
    const age = this.#keys ? Date.now() - this.#keys.readAt : Number.POSITIVE_INFINITY;
    if (this.#keys && age < (isAgain ? keysAgainMs : keysMs)) return this.#keys.get;
    try {
      const { createLocalJWKSet } = await import("jose");
      const address = this.#rules.jwks ?? (await this.#published());
      this.#keys = { get: createLocalJWKSet(KeySet.parse(await this.#json(address))), readAt: Date.now() };
      return this.#keys.get;
    } catch (error) {
      // Known keys stay good while the issuer is away.
      if (this.#keys) return this.#keys.get;
      throw new KeysUnavailable("keys", { cause: error });
    }
  }

  async #published(): Promise<string> {
    const address = `${this.#rules.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const { jwks_uri } = Metadata.parse(await this.#json(address));
    return jwks_uri;
  }

  async #json(address: string): Promise<unknown> {
    const response = await this.#request(address);
    if (!response.ok) throw new Error(`Status ${response.status}.`);
    return response.json();
  }
}

class KeysUnavailable extends Error {}

function accepted({ sub, scope, scp, groups }: JWTPayload): TokenCheck {
  const scopes = [scope, scp].flat().flatMap((each) => (typeof each === "string" ? each.split(" ") : []));
  if (!scopes.includes(requiredScope))
    return refused(403, "insufficient_scope", `The token needs the scope ${requiredScope}.`);
  const named = Array.isArray(groups) ? groups.filter((each) => typeof each === "string") : [];
  return { ok: true, principal: { subject: sub ?? "", groups: named } };
}

function refused(status: 401 | 403 | 503, error: string, message: string): TokenCheck {
  return { ok: false, status, error, message };
}
