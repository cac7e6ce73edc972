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
import type { Credentials } from "./credentials.ts";

export interface OAuthOptions {
  readonly endpoint: string;
  /** Opened when a server asks for authorization. Without it, only stored credentials are used. */
  readonly browser?: (() => Promise<Browser>) | undefined;
  /** A client that is already registered with the authorization server. */
  readonly client?: StoredOAuthClientInformation | undefined;
  /** The https address of this client's metadata document, for servers that support one. */
  readonly metadataUrl?: string | undefined;
  /** Credentials of an earlier process. */
  readonly stored?: Credentials | undefined;
  readonly store?: ((credentials: Credentials) => Promise<unknown>) | undefined;
}

/** A redirect address for a refresh, which never redirects. */
const unusedRedirectUrl = "http://127.0.0.1/callback";

/**
 * OAuth 2.1 for an agent behind HTTP, with the SDK's implementation: discovery, registration, PKCE, refresh, and
 * additional scopes on request.
 */
export function oauthAuthorizer(options: OAuthOptions): Authorizer {
  const { client, tokens } = options.stored ?? {};
  const state: OAuthState = {
    client: options.client ?? client,
    tokens,
    isStored: client !== undefined && options.client === undefined,
    verifier: "",
    discovered: undefined,
    page: undefined,
    nonce: "",
  };
  // Several requests may be rejected at the same time; they share one authorization.
  let pending: Promise<boolean> | undefined;
  return {
    token: () => state.tokens?.access_token,
    authorize: (challenge) => {
      if (pending) return pending;
      if (challenge.token !== state.tokens?.access_token) return Promise.resolve(true);
      pending = authorize(state, options, challenge).finally(() => {
        pending = undefined;
      });
      return pending;
    },
  };
}

async function authorize(state: OAuthState, options: OAuthOptions, challenge: Challenge): Promise<boolean> {
  const target = await targetOf(options.endpoint, challenge);
  // A refresh does not add missing scopes.
  if (challenge.status === 403) state.tokens = undefined;
  state.discovered = undefined; // the server may use another authorization server now
  if (await refresh(state, options, target)) return store(state, options);
  if (!options.browser) return false;
  const { auth } = await import("@modelcontextprotocol/client");
  const fetchFn = await fetchFor(options);
  const browser = await options.browser();
  try {
    const provider = providerFor(state, options, browser.redirectUrl);
    if ((await auth(provider, { ...target, fetchFn })) === "AUTHORIZED") return store(state, options);
    const answer = await awaitRedirect(state, browser);
    if ((await auth(provider, { ...target, ...answer, fetchFn })) !== "AUTHORIZED") return false;
    return store(state, options);
  } finally {
    browser.close();
  }
}

/** A server on the internet must not direct us to an authorization server on this machine or network. */
async function fetchFor({ endpoint }: OAuthOptions) {
  return createFetch((await resolvesToPrivate(new URL(endpoint))) ? "person" : "stranger");
}

interface Target {
  readonly serverUrl: string;
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

async function targetOf(serverUrl: string, { status, wwwAuthenticate }: Challenge): Promise<Target> {
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const headers = { "www-authenticate": wwwAuthenticate };
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(
    new Response(null, { status, headers }),
  );
  return { serverUrl, resourceMetadataUrl, scope };
}

/**
 * Refreshes stored tokens without a person. If that fails, the tokens are dropped, and so is the registration, whose
 * redirect address was that of an earlier process.
 */
async function refresh(state: OAuthState, options: OAuthOptions, target: Target): Promise<boolean> {
  if (!state.isStored) return false;
  const { auth } = await import("@modelcontextprotocol/client");
  const fetchFn = await fetchFor(options);
  const isRefreshed =
    state.tokens?.refresh_token !== undefined &&
    (await auth(providerFor(state, options, unusedRedirectUrl), { ...target, fetchFn }).catch(
      () => "REDIRECT",
    )) === "AUTHORIZED";
  if (isRefreshed) return true;
  state.isStored = false;
  state.client = undefined;
  state.tokens = undefined;
  return false;
}

async function store({ client, tokens }: OAuthState, { store: save }: OAuthOptions): Promise<true> {
  await save?.({ client: client && { ...client }, tokens: tokens && { ...tokens } });
  return true;
}

interface OAuthState {
  client: StoredOAuthClientInformation | undefined;
  tokens: StoredOAuthTokens | undefined;
  /** Whether the client was registered by an earlier process. */
  isStored: boolean;
  verifier: string;
  /** Where authorization was requested: the redirect must come from there. */
  discovered: OAuthDiscoveryState | undefined;
  page: URL | undefined;
  /** The `state` parameter of the request. */
  nonce: string;
}

async function awaitRedirect(
  state: OAuthState,
  { visit }: Browser,
): Promise<{ authorizationCode: string; iss?: string | undefined }> {
  if (state.page === undefined) throw new Error("The authorization server returned no authorization page.");
  const { searchParams } = await visit(state.page);
  const [code, iss, nonce] = ["code", "iss", "state"].map((name) => searchParams.get(name));
  if (nonce !== state.nonce && state.page.searchParams.has("state"))
    throw new Error("The redirect belongs to another request.");
  if (!code)
    throw new Error(
      searchParams.get("error_description") ?? searchParams.get("error") ?? "Access was not granted.",
    );
  return { authorizationCode: code, iss: iss || undefined };
}

function providerFor(state: OAuthState, options: OAuthOptions, redirectUrl: string): OAuthClientProvider {
  return {
    redirectUrl,
    clientMetadataUrl: options.metadataUrl,
    clientMetadata: {
      client_name: "Hewto",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    state: () => {
      state.nonce = randomBytes(16).toString("hex");
      return state.nonce;
    },
    clientInformation: () => state.client,
    saveClientInformation: (client) => {
      state.client = client;
    },
    tokens: () => state.tokens,
    saveTokens: (tokens) => {
      state.tokens = tokens;
    },
    redirectToAuthorization: (page) => {
      state.page = page;
    },
    saveCodeVerifier: (verifier) => {
      state.verifier = verifier;
    },
    codeVerifier: () => state.verifier,
    saveDiscoveryState: (discovered) => {
      state.discovered = discovered;
    },
    discoveryState: () => state.discovered,
    invalidateCredentials: (scope) => {
      if (scope === "all" || scope === "client") state.client = options.client;
      if (scope === "all" || scope === "tokens") state.tokens = undefined;
      if (scope === "all" || scope === "verifier") state.verifier = "";
      if (scope === "all" || scope === "discovery") state.discovered = undefined;
    },
  };
}
