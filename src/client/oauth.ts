import { randomBytes } from "node:crypto";
import type {
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { Authorizer, Challenge } from "./http-link.ts";
import type { Browser } from "./person.ts";

export interface OAuthOptions {
  readonly endpoint: string;
  /** Opened when a server asks who we are, not before. */
  readonly browser: () => Promise<Browser>;
  /** A client that the authorization server knows already. */
  readonly client?: StoredOAuthClientInformation | undefined;
  /** An https address that describes this client, where the server takes such. */
  readonly metadataUrl?: string | undefined;
}

/**
 * OAuth 2.1 for an agent behind HTTP, by the SDK's own machinery: discovery, registration, PKCE, refresh, more
 * scopes when they are asked for. Tokens live as long as the process.
 */
export function oauthAuthorizer(options: OAuthOptions): Authorizer {
  const wallet: Wallet = {
    client: options.client,
    tokens: undefined,
    verifier: "",
    page: undefined,
    state: "",
  };
  // Several messages may be turned away at once; they share one way through the door.
  let underWay: Promise<boolean> | undefined;
  return {
    token: () => wallet.tokens?.access_token,
    authorize: (challenge) => {
      if (underWay) return underWay;
      if (challenge.token !== wallet.tokens?.access_token) return Promise.resolve(true);
      underWay = enter(wallet, options, challenge).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}

async function enter(wallet: Wallet, options: OAuthOptions, challenge: Challenge): Promise<boolean> {
  const { auth, extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const headers = { "www-authenticate": challenge.wwwAuthenticate };
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(
    new Response(null, { status: challenge.status, headers }),
  );
  const target = {
    serverUrl: options.endpoint,
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
  // A refusal for want of rights is not mended by refreshing what we have.
  if (challenge.status === 403) wallet.tokens = undefined;
  const browser = await options.browser();
  try {
    const provider = providerFor(wallet, options, browser.redirectUrl);
    if ((await auth(provider, target)) === "AUTHORIZED") return true;
    const answer = await comeBack(wallet, browser);
    return (await auth(provider, { ...target, ...answer })) === "AUTHORIZED";
  } finally {
    browser.close();
  }
}

interface Wallet {
  client: StoredOAuthClientInformation | undefined;
  tokens: StoredOAuthTokens | undefined;
  verifier: string;
  page: URL | undefined;
  state: string;
}

async function comeBack(
  wallet: Wallet,
  { visit }: Browser,
): Promise<{ authorizationCode: string; iss?: string }> {
  if (wallet.page === undefined) throw new Error("The authorization server named no page.");
  const { searchParams } = await visit(wallet.page);
  const [code, iss, state] = ["code", "iss", "state"].map((name) => searchParams.get(name));
  if (state !== wallet.state && wallet.page.searchParams.has("state"))
    throw new Error("The answer belongs to another request.");
  if (!code)
    throw new Error(
      searchParams.get("error_description") ?? searchParams.get("error") ?? "Access was not granted.",
    );
  return { authorizationCode: code, ...(iss ? { iss } : {}) };
}

function providerFor(wallet: Wallet, options: OAuthOptions, redirectUrl: string): OAuthClientProvider {
  return {
    redirectUrl,
    ...(options.metadataUrl === undefined ? {} : { clientMetadataUrl: options.metadataUrl }),
    clientMetadata: {
      client_name: "Hewto",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    state: () => {
      wallet.state = randomBytes(16).toString("hex");
      return wallet.state;
    },
    clientInformation: () => wallet.client,
    saveClientInformation: (client) => {
      wallet.client = client;
    },
    tokens: () => wallet.tokens,
    saveTokens: (tokens) => {
      wallet.tokens = tokens;
    },
    redirectToAuthorization: (page) => {
      wallet.page = page;
    },
    saveCodeVerifier: (verifier) => {
      wallet.verifier = verifier;
    },
    codeVerifier: () => wallet.verifier,
  };
}
