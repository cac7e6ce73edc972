import { randomBytes } from "node:crypto";
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { createFetch } from "../../workspace/network/fetch.ts";
import { resolvesToPrivate } from "../../workspace/network/private-address.ts";
import type { Browser } from "../answers/person.ts";
import type { Authorizer, Challenge } from "../transports/http.ts";
import type { Access } from "./credentials.ts";

export interface OAuthOptions {
  readonly endpoint: string;
  /** Opened when a server asks who we are, not before; without one only what was granted earlier serves. */
  readonly browser?: (() => Promise<Browser>) | undefined;
  /** A client that the authorization server knows already. */
  readonly client?: StoredOAuthClientInformation | undefined;
  /** An https address that describes this client, where the server takes such. */
  readonly metadataUrl?: string | undefined;
  /** What was granted to an earlier process. */
  readonly kept?: Access;
  /** Remembers what is granted now. */
  readonly keep?: (access: Access) => Promise<unknown>;
}

/** Nothing listens there: it only fills the field where nobody will come back. */
const NOWHERE = "http://127.0.0.1/callback";

/**
 * OAuth 2.1 for an agent behind HTTP, by the SDK's own machinery: discovery, registration, PKCE, refresh, more
 * scopes when they are asked for.
 */
export function oauthAuthorizer(options: OAuthOptions): Authorizer {
  const { client, tokens } = options.kept ?? {};
  const wallet: Wallet = {
    client: options.client ?? client,
    tokens,
    isElder: client !== undefined && options.client === undefined,
    verifier: "",
    discovered: undefined,
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
  const target = await targetOf(options.endpoint, challenge);
  // A refusal for want of rights is not mended by refreshing what we have.
  if (challenge.status === 403) wallet.tokens = undefined;
  wallet.discovered = undefined; // turned away: the server may have moved to another authorization server
  if (await refresh(wallet, options, target)) return remember(wallet, options);
  if (!options.browser) return false;
  const { auth } = await import("@modelcontextprotocol/client");
  const fetchFn = await fetchFor(options);
  const browser = await options.browser();
  try {
    const provider = providerFor(wallet, options, browser.redirectUrl);
    if ((await auth(provider, { ...target, fetchFn })) === "AUTHORIZED") return remember(wallet, options);
    const answer = await comeBack(wallet, browser);
    if ((await auth(provider, { ...target, ...answer, fetchFn })) !== "AUTHORIZED") return false;
    return remember(wallet, options);
  } finally {
    browser.close();
  }
}

/** A server on the internet must not send us to look for its authorization server on this machine or network. */
async function fetchFor({ endpoint }: OAuthOptions) {
  return createFetch((await resolvesToPrivate(new URL(endpoint))) ? "person" : "stranger");
}

interface Target {
  readonly serverUrl: string;
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

async function targetOf(serverUrl: string, { status, wwwAuthenticate }: Challenge): Promise<Target> {
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const headers = { "www-authenticate": wwwAuthenticate };
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(
    new Response(null, { status, headers }),
  );
  return {
    serverUrl,
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/**
 * Whether what an earlier process was granted could be renewed without a person. If not it is dropped, with
 * that process's registration: it names a place to come back to where nobody listens any more.
 */
async function refresh(wallet: Wallet, options: OAuthOptions, target: Target): Promise<boolean> {
  if (!wallet.isElder) return false;
  const { auth } = await import("@modelcontextprotocol/client");
  const fetchFn = await fetchFor(options);
  const renewed =
    wallet.tokens?.refresh_token !== undefined &&
    (await auth(providerFor(wallet, options, NOWHERE), { ...target, fetchFn }).catch(() => "REDIRECT")) ===
      "AUTHORIZED";
  if (renewed) return true;
  wallet.isElder = false;
  wallet.client = undefined;
  wallet.tokens = undefined;
  return false;
}

async function remember({ client, tokens }: Wallet, { keep }: OAuthOptions): Promise<true> {
  await keep?.({
    ...(client ? { client: { ...client } } : {}),
    ...(tokens ? { tokens: { ...tokens } } : {}),
  });
  return true;
}

interface Wallet {
  client: StoredOAuthClientInformation | undefined;
  tokens: StoredOAuthTokens | undefined;
  /** Whether the client was registered by an earlier process. */
  isElder: boolean;
  verifier: string;
  /** Where we asked for access: the answer must come from there. */
  discovered: OAuthDiscoveryState | undefined;
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
    saveDiscoveryState: (discovered) => {
      wallet.discovered = discovered;
    },
    discoveryState: () => wallet.discovered,
    invalidateCredentials: (scope) => {
      if (scope === "all" || scope === "client") wallet.client = options.client;
      if (scope === "all" || scope === "tokens") wallet.tokens = undefined;
      if (scope === "all" || scope === "verifier") wallet.verifier = "";
      if (scope === "all" || scope === "discovery") wallet.discovered = undefined;
    },
  };
}
