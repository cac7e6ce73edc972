import { hostname } from "node:os";
import { expect, test } from "vitest";
import { testHost } from "../../../test/support/host.ts";
import { probeEntry } from "../../../test/support/probes.ts";
import { createStyle } from "../../operation/style.ts";
import type { HttpAccess } from "./mcp-access.ts";
import { banner } from "./mcp-banner.ts";

const open: HttpAccess = { token: undefined, from: "nobody" };

function connect(url: string, transport: "http" | "sse", access: HttpAccess = open): string {
  const { host } = testHost("/", [probeEntry]);
  return banner(host, url, transport, access, createStyle(false, 80));
}

test("with a token the banner shows how each client sends it", () => {
  const text = connect("http://127.0.0.1:7333/mcp", "http", { token: "hidden", from: "environment" });
  expect(text).toMatch(/claude mcp add .*\/mcp --header "Authorization: Bearer \$HEWTO_TOKEN"$/m);
  expect(text).toMatch(/codex mcp add .*\/mcp --bearer-token-env-var HEWTO_TOKEN$/m);
  expect(text).toMatch(/gemini mcp add .*--header "Authorization: Bearer \$HEWTO_TOKEN" hewto http/);
  expect(text.match(/"headers":\{"Authorization":"Bearer HEWTO_TOKEN"\}/g)).toHaveLength(2);
  expect(text).toContain("Each client must send `Authorization: Bearer` and the value of HEWTO_TOKEN.");
  expect(text).not.toContain("hidden");
});

test("a token that was made at start is in every line to paste", () => {
  const text = connect("http://127.0.0.1:7333/mcp", "http", { token: "made-at-start", from: "random" });
  expect(text).toMatch(/claude mcp add .* --header "Authorization: Bearer made-at-start"$/m);
  expect(text).toMatch(
    /export HEWTO_TOKEN='made-at-start'; codex mcp add .* --bearer-token-env-var HEWTO_TOKEN$/m,
  );
  expect(text).toMatch(/gemini mcp add .*--header "Authorization: Bearer made-at-start"/);
  expect(text.match(/"headers":\{"Authorization":"Bearer made-at-start"\}/g)).toHaveLength(2);
  expect(text).toContain("token      made-at-start");
});

test("without a token none is mentioned, and a client without SSE support is not listed for SSE", () => {
  const http = connect("http://127.0.0.1:7333/mcp", "http");
  expect(http).not.toMatch(/bearer|authorization/i);
  expect(http).toMatch(/codex mcp add hewto --url http:\/\/127\.0\.0\.1:7333\/mcp$/m);
  const sse = connect("http://127.0.0.1:7333/mcp", "sse");
  expect(sse).toContain("claude mcp add --transport sse hewto http://127.0.0.1:7333/mcp");
  expect(sse).not.toContain("codex");
});

test.each(["0.0.0.0", "[::]"])(
  "a server that listens on %s shows an address that other machines can reach",
  (all) => {
    const text = connect(`http://${all}:7333/mcp`, "http");
    expect(text).toContain(`claude mcp add --transport http hewto http://${hostname()}:7333/mcp`);
    expect(text).toContain(`address    http://${all}:7333/mcp`);
  },
);
