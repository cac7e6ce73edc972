import { fault } from "../../kernel/fault.ts";
import { randomHex } from "../../kernel/hash.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";

/** What HTTP clients must show. */
export interface HttpAccess {
  /** Undefined: nothing. */
  readonly token: string | undefined;
  /** Who chose it: a token from the environment is never printed, a new one must be. */
  readonly from: "environment" | "flag" | "random" | "nobody";
}

const MIN_CHARACTERS = 16;

/** The token of `--token`, else of HEWTO_TOKEN, else a new one, so that no other user of this machine gets in. */
export function accessFrom(
  flags: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
): Result<HttpAccess> {
  const flag = typeof flags["token"] === "string" ? flags["token"] : undefined;
  if (flags["no-token"] === true)
    return flag === undefined ? ok({ token: undefined, from: "nobody" }) : both();
  if (flag !== undefined) return checked(flag, "--token", "flag");
  if (env["HEWTO_TOKEN"]) return checked(env["HEWTO_TOKEN"], "HEWTO_TOKEN", "environment");
  return ok({ token: Buffer.from(randomHex(24), "hex").toString("base64url"), from: "random" });
}

function checked(token: string, name: string, from: HttpAccess["from"]): Result<HttpAccess> {
  if (token.length >= MIN_CHARACTERS && /^[\w.~+/-]+=*$/.test(token)) return ok({ token, from });
  const message = `${name} must have at least ${MIN_CHARACTERS} characters: letters, digits and -._~+/=.`;
  const remedy = `Leave ${name} out to get a random token, or make one with \`openssl rand -hex 24\`.`;
  return fail(fault("invalid_argument", message, remedy));
}

function both(): Result<never> {
  return fail(
    fault("invalid_argument", "--token and --no-token exclude each other.", "Leave one of them out."),
  );
}
