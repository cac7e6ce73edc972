// Our client as the official client suite wants it: started with the address of a server, the scenario in the
// environment. Bundled like the program that is shipped.

import { defaultAnswers, type FormField } from "../../src/client/answers/form.ts";
import { clientCapabilities, requestHandlers } from "../../src/client/answers/handlers.ts";
import { nobody } from "../../src/client/answers/person.ts";
import { oauthAuthorizer } from "../../src/client/auth/oauth.ts";
import { AgentSession } from "../../src/client/session/session.ts";
import { httpTransport } from "../../src/client/transports/http.ts";

void main();

async function main(): Promise<void> {
  const url = process.argv.at(-1) ?? "";
  const calls: Readonly<Record<string, readonly [string, Record<string, unknown>]>> = {
    tools_call: ["add_numbers", { a: 5, b: 3 }],
    "elicitation-sep1034-client-defaults": ["test_client_elicitation_defaults", {}],
    "sse-retry": ["test_reconnection", {}],
  };
  const person = {
    ...nobody,
    isPresent: true,
    fill: async (_: string, fields: readonly FormField[]) => defaultAnswers(fields) ?? ("decline" as const),
  };
  const context: unknown = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
  const known = new Map(Object.entries(typeof context === "object" && context !== null ? context : {}));
  const authorizer = oauthAuthorizer({
    endpoint: url,
    metadataUrl: "https://conformance-test.local/client-metadata.json",
    client: known.has("client_id")
      ? { client_id: String(known.get("client_id")), client_secret: String(known.get("client_secret")) }
      : undefined,
    // The suite's authorization server says yes at once, by a redirect.
    browser: async () => ({
      redirectUrl: "http://localhost:3000/callback",
      visit: async (page) =>
        new URL((await fetch(page, { redirect: "manual" })).headers.get("location") ?? "about:blank"),
      close: () => {},
    }),
  });
  const session = new AgentSession(httpTransport(url, {}, authorizer), {
    capabilities: clientCapabilities("full"),
    serves: requestHandlers({
      workspace: { root: process.cwd() },
      person,
      model: undefined,
      isModelByHand: false,
      approved: false,
    }),
    initializeMs: 60_000,
    observe: () => {},
    legacyNames: true,
    legacyShutdown: false,
  });
  const opened = await session.open();
  if (!opened.ok) throw new Error(opened.fault.message);
  const tools = await session.tools(60_000);
  if (!tools.ok) throw new Error(tools.fault.message);
  const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
  const call = calls[scenario] ?? (scenario.startsWith("auth/") ? (["test-tool", {}] as const) : undefined);
  if (call) {
    const signal = new AbortController().signal;
    const outcome = await session.call(...call, {
      idleMs: 20_000,
      maxMs: 25_000,
      signal,
      onProgress: () => {},
    });
    if (outcome.state !== "done") throw new Error(JSON.stringify(outcome));
  }
  await session.close();
}
