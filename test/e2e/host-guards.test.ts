import { connect } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { openSession, post, rawRequest } from "../support/http.ts";
import { run, shown, start, startListening } from "../support/processes.ts";
import { skipTest } from "../support/skip.ts";

const clientInfo = { name: "guard", version: "1.0.0" };
const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
};
const body = JSON.stringify(initialize);

describe("a loopback server", () => {
  const server = sharedByFile(() => startListening(hewto, ["mcp"]));

  // [ENSURES: requirement-guards-over-http.rules:TEST]
  it("refuses every Host that is not its own", async () => {
    const { url } = await server();
    const { port } = new URL(url);
    const hostile = [
      "evil.example",
      `evil.example:${port}`,
      "localhost.evil.example",
      "evil-localhost",
      "127.0.0.1.evil.example",
      "localhost.",
      `127.0.0.1.:${port}`,
      "localhost@evil.example",
      "evil.example@localhost",
      "user:password@localhost",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "127.1",
      "127.0.0.2",
      "0.0.0.0",
      "[::]",
      "[::2]",
      "[::ffff:127.0.0.1]",
      "[::1%25lo]",
      "::1",
      "localhost:",
      "localhost:port",
      "localhost:123456",
      "localhost/",
      "localhost, evil.example",
      "localhost evil.example",
      "xn--lcalhost-54a",
      "169.254.169.254",
      "localhost.localdomain",
      "localhost6",
      "127.0.0.1:80:80",
      "127.0.0.1#@evil.example",
      "127.0.0.1?evil.example",
      "127.0.0.1\\evil.example",
      Buffer.from("127。0。0。1").toString("latin1"),
      "[::1]evil.example",
      "[0:0:0:0:0:0:0:1].evil.example",
      "%6cocalhost",
    ];
    for (const host of hostile) {
      const { status, body: said } = await rawRequest(url, { headers: { host }, body });
      expect(status, host).toBe(403);
      expect(said, host).toContain("Host");
    }
  });

  it("refuses a request without any Host", async () => {
    const { url } = await server();
    const answer = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.end(`${head}\r\n\r\n`));
        socket.on("data", (bytes) => resolve(bytes.toString().split("\r\n", 1)[0] ?? ""));
        socket.on("error", reject);
      });
    expect(await answer("GET /mcp HTTP/1.0")).toBe("HTTP/1.1 403 Forbidden");
    expect(await answer("GET /mcp HTTP/1.1\r\nhost:")).toBe("HTTP/1.1 403 Forbidden");
    expect(await answer("GET /mcp HTTP/1.1")).toBe("HTTP/1.1 400 Bad Request");
  });

  it("accepts the names of loopback, in any case and with any port", async () => {
    const { url } = await server();
    const { port } = new URL(url);
    const own = [
      "localhost",
      `localhost:${port}`,
      "LOCALHOST",
      "LocalHost:80",
      "127.0.0.1",
      "[::1]",
      `[::1]:${port}`,
    ];
    for (const host of own) {
      expect((await rawRequest(url, { headers: { host }, body })).status, host).toBe(200);
    }
  });

  // [VERIFIES: mcp-server/guards-over-http#a-foreign-page]
  it("refuses every Origin that is not its own, whatever the path", async () => {
    const { url } = await server();
    const hostile = [
      "http://evil.example",
      "https://localhost.evil.example",
      "http://localhost@evil.example",
      "http://evil.example@localhost",
      "http://localhost.",
      "http://2130706433",
      "http://0x7f.1",
      "http://127.0.0.2",
      "http://[::2]",
      "http://[::ffff:7f00:1]",
      "HTTP://EVIL.EXAMPLE",
      "null",
      "file://",
      "file://localhost",
      "chrome-extension://localhost",
      "javascript:alert(1)",
      "localhost",
      "http://",
      "http:///",
      "http://localhost/path",
      "http://localhost http://evil.example",
      "",
      "moz-extension://127.0.0.1",
      "vscode-webview://localhost",
      "app://localhost",
      "ws://localhost",
      "ftp://127.0.0.1",
      "data:text/html,x",
      "about:blank",
      "blob:http://localhost/x",
      "//localhost",
      "http:localhost",
      "http://localhost\\@evil.example",
      "http://localhost#@evil.example",
    ];
    for (const origin of hostile) {
      const { status } = await rawRequest(url, { headers: { origin }, body });
      expect(status, origin).toBe(403);
    }
    for (const [method, path] of [
      ["GET", "/mcp"],
      ["DELETE", "/mcp"],
      ["POST", "/messages?sessionId=x"],
      ["OPTIONS", "/mcp"],
      ["GET", "/"],
    ] as const) {
      const headers = { origin: "http://evil.example" };
      expect((await rawRequest(url, { method, path, headers })).status, method + path).toBe(403);
    }
  });

  it("accepts origins on this machine, and no origin at all", async () => {
    const { url } = await server();
    for (const origin of [
      "http://localhost:6274",
      "http://127.0.0.1",
      "https://localhost",
      "http://[::1]:3000",
    ]) {
      expect((await rawRequest(url, { headers: { origin }, body })).status, origin).toBe(200);
    }
    expect((await rawRequest(url, { body })).status).toBe(200);
  });

  it("demands the token where one is set", async () => {
    const token = "sixteen-letters1";
    const { url } = await startListening(hewto, ["mcp"], { env: { HEWTO_TOKEN: token } });
    expect((await post(url, initialize)).status).toBe(401);
    expect((await openSession(url, {}, { authorization: `Bearer ${token}` })).id).toBeTruthy();
  });

  it("makes a token at start, so that other users of the machine do not get in; the lines to paste have it", async () => {
    const started = start(hewto, ["mcp", "--transport", "http", "--port", "0"], { env: { HEWTO_TOKEN: "" } });
    const [, url = "", token = ""] = await shown(started, /address +(http\S+)\n +token +(\S+)/);
    expect(token.length).toBeGreaterThanOrEqual(32);
    const refused = await post(url, initialize);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="hewto"');
    for (const path of ["/mcp", "/messages?sessionId=x", "/"])
      expect((await rawRequest(url, { method: "GET", path })).status).toBe(401);
    await shown(started, /Stop with/);
    const [, pasted = ""] =
      /claude mcp add .*--header "Authorization: (Bearer \S+)"/.exec(started.errors()) ?? [];
    expect((await openSession(url, {}, { authorization: pasted })).id).toBeTruthy();
    const again = start(hewto, ["mcp", "--transport", "sse", "--port", "0"], { env: { HEWTO_TOKEN: "" } });
    expect((await shown(again, /token +(\S+)/))[1]).not.toBe(token);
  });

  it("takes a token of --token, and none that could be guessed", async () => {
    const { url } = await startListening(hewto, ["mcp", "--token", "0123456789abcdef"]);
    expect((await post(url, initialize)).status).toBe(401);
    expect((await openSession(url, {}, { authorization: "Bearer 0123456789abcdef" })).id).toBeTruthy();
    const short = await run(hewto, ["mcp", "--transport", "http"], {
      env: { HEWTO_TOKEN: "0123456789abcde" },
    });
    expect(short).toMatchObject({ code: 2, errors: expect.stringContaining("at least 16 characters") });
  });

  it("refuses two Host headers, whichever comes first", async () => {
    const { url } = await server();
    const { port } = new URL(url);
    const answer = (...hosts: string[]) =>
      new Promise<string>((resolve, reject) => {
        const lines = hosts.map((host) => `host: ${host}\r\n`).join("");
        const socket = connect(Number(port), "127.0.0.1", () =>
          socket.end(`GET /mcp HTTP/1.1\r\n${lines}\r\n`),
        );
        socket.on("data", (bytes) => resolve(bytes.toString().split("\r\n", 1)[0] ?? ""));
        socket.on("error", reject);
      });
    expect(await answer("localhost", "evil.example")).toBe("HTTP/1.1 400 Bad Request");
    expect(await answer("evil.example", "localhost")).toBe("HTTP/1.1 400 Bad Request");
  });

  it("refuses what a page of another site sends without an Origin", async () => {
    const { url } = await server();
    const headers = {
      accept: "text/event-stream",
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "no-cors",
    };
    expect((await rawRequest(url, { method: "GET", headers })).status).toBe(403);
    expect((await rawRequest(url, { headers, body })).status).toBe(403);
  });

  it("answers a million nested arrays with 400, and goes on", async () => {
    const { url } = await server();
    const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    for (const text of [deep, `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep}}`]) {
      const refused = await rawRequest(url, { body: text });
      expect(refused).toMatchObject({ status: 400, body: expect.stringContaining("500 levels") });
    }
    expect((await openSession(url)).id).toBeTruthy();
  });
});

describe("a server beyond loopback", () => {
  it.each(["0.0.0.0", "::", "192.0.2.1", "example.com", ""])(
    "refuses to listen on %j without a token, exit 3",
    async (host) => {
      const flags = ["--transport", "http", "--host", host, "--port", "0", "--no-token"];
      const refused = await run(hewto, ["mcp", ...flags]);
      expect(refused.code).toBe(3);
      expect(refused.errors).toContain("Refusing to listen");
      expect(refused.errors).toContain("--no-token");
    },
  );

  // [ENSURES: requirement-guards-over-http.rules:TEST]
  it("demands the bearer token in every request and never shows it", async () => {
    const server = await startListening(hewto, ["mcp", "--host", "0.0.0.0"], {
      env: { HEWTO_TOKEN: "a-long-secret-of-mine" },
    });
    const url = server.url.replace("0.0.0.0", "127.0.0.1");
    const wrong = [
      "",
      "Bearer",
      "Bearer ",
      "Bearer wrong",
      "Bearer a-long-secret-of-mine2",
      "Basic a-long-secret-of-mine",
      "a-long-secret-of-mine",
      "Bearer A-LONG-SECRET-OF-MINE",
      "Bearer a-long-secret-of-min",
      "Bearer a-long-secret-of-mine, Bearer x",
      'Bearer "a-long-secret-of-mine"',
      "Bearer a-long-secret-of-mine a-long-secret-of-mine",
      "Bearer\ta-long-secret-of-mine",
      `Basic ${Buffer.from("bearer:a-long-secret-of-mine").toString("base64")}`,
    ];
    for (const authorization of wrong) {
      const answer = await rawRequest(url, { headers: { authorization }, body });
      expect(answer.status, authorization).toBe(401);
    }
    expect((await rawRequest(url, { body })).status).toBe(401);
    expect((await rawRequest(url, { method: "GET", headers: { accept: "text/event-stream" } })).status).toBe(
      401,
    );
    const session = await openSession(url, {}, { authorization: "Bearer a-long-secret-of-mine" });
    expect(await session.request("ping")).toMatchObject({ result: {} });
    expect(server.errors()).not.toContain("a-long-secret-of-mine");
    expect(server.errors()).toContain("Authorization: Bearer $HEWTO_TOKEN");
    expect(server.errors()).toContain(`--url http://${hostname()}:`);
  });

  it("is reached under any name, but not from a page of another", async () => {
    const server = await startListening(hewto, ["mcp", "--host", "0.0.0.0"], {
      env: { HEWTO_TOKEN: "secret-of-this-test" },
    });
    const url = server.url.replace("0.0.0.0", "127.0.0.1");
    const authorization = "Bearer secret-of-this-test";
    const host = "my-server.example:7333";
    expect((await rawRequest(url, { headers: { host, authorization }, body })).status).toBe(200);
    const same = { host, authorization, origin: "http://my-server.example:7333" };
    expect((await rawRequest(url, { headers: same, body })).status).toBe(200);
    const other = { host, authorization, origin: "http://evil.example" };
    expect((await rawRequest(url, { headers: other, body })).status).toBe(403);
  });
});

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === "::1");

describe("over IPv6", () => {
  // covers ccski: transport-flags
  it("loopback is loopback", async () => {
    if (!hasIPv6) skipTest("this machine has no IPv6 loopback address");
    const { url } = await startListening(hewto, ["mcp", "--host", "::1"]);
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/mcp$/);
    expect((await openSession(url)).id).toBeTruthy();
    expect((await rawRequest(url, { headers: { host: "evil.example" }, body })).status).toBe(403);
  });
});
