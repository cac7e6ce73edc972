import { describe, expect, it } from "vitest";
import { type HttpReply, httpAgent, resultOf } from "../../../test/support/http-agent.ts";
import { httpTransport } from "../transports/http.ts";
import { describeFailure } from "../transports/http-errors.ts";
import { AgentSession } from "./session.ts";

function open(url: string, headers: Record<string, string> = {}) {
  return new AgentSession(httpTransport(url, headers), {
    capabilities: { sampling: {} },
    serves: {},
    initializeMs: 5000,
    observe: () => {},
    legacyNames: true,
    legacyShutdown: false,
  });
}

async function callAt(url: string, headers: Record<string, string> = {}) {
  const session = open(url, headers);
  const opened = await session.open();
  const signal = new AbortController().signal;
  const outcome = await session.call(
    "speckit.plan",
    {},
    { idleMs: 5000, maxMs: 20_000, signal, onProgress: () => {} },
  );
  await session.close();
  return { opened, outcome };
}

const isCall = (message: { method?: string }) => message.method === "tools/call";
const answered: HttpReply = (message, response) => {
  if (!isCall(message)) return false;
  response.writeHead(200, { "content-type": "application/json" }).end(resultOf(message.id, "here"));
  return true;
};

describe("redirects", () => {
  it("to another path of the same server are followed, with body and headers", async () => {
    const at = await httpAgent((message, response, heard) => {
      if (heard.path === "/mcp") {
        response.writeHead(307, { location: "/mcp/" }).end();
        return true;
      }
      return answered(message, response, heard);
    });
    const { outcome } = await callAt(at.url, { "x-key": "k" });
    expect(outcome).toMatchObject({ state: "done", content: [{ text: "here" }] });
    const call = at.seen.find(({ path, message }) => path === "/mcp/" && isCall(message));
    expect(call?.headers).toMatchObject({ "x-key": "k", "mcp-session-id": "s1" });
  });

  it("to another server are not followed: nothing reaches it, and the error names the address", async () => {
    const other = await httpAgent(answered);
    const at = await httpAgent((message, response) => {
      if (isCall(message)) response.writeHead(308, { location: other.url }).end();
      return isCall(message);
    });
    const { outcome } = await callAt(at.url, { authorization: "Bearer secret" });
    expect(outcome.error?.message).toContain(`redirects to ${other.url}`);
    expect(other.seen).toEqual([]);
  });

  it("in a circle are stopped", async () => {
    const at = await httpAgent((_, response) => {
      response.writeHead(307, { location: "/mcp" }).end();
      return true;
    });
    const opened = await open(at.url).open();
    expect(opened.ok ? "" : opened.fault.message).toContain("HTTP 307");
    expect(at.seen).toHaveLength(4);
  });
});

describe("errors and invalid replies", () => {
  it("the JSON-RPC error of a 400 is reported, and identifies a server of a newer protocol", async () => {
    const at = await httpAgent((message, response) => {
      if (message.method !== "initialize") return false;
      const error = {
        code: -32022,
        message: "Unsupported protocol version",
        data: { supported: ["2026-07-28"] },
      };
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
      return true;
    });
    const opened = await open(at.url).open();
    expect(opened.ok ? "" : opened.fault.message).toBe(
      "The agent rejected the handshake: Unsupported protocol version. It may support only protocol versions newer than 2025-11-25 (2026-07-28).",
    );
  });

  it("403 is reported with the reply of the server, and a rejected DELETE is ignored", async () => {
    const at = await httpAgent((message, response) => {
      if (isCall(message)) response.writeHead(403).end("not on a Sunday");
      return isCall(message);
    });
    const { outcome } = await callAt(at.url);
    expect(outcome.error?.message).toBe("The agent denied access (HTTP 403). not on a Sunday");
    expect(at.seen.at(-1)?.method).toBe("DELETE");
  });

  it("a stream that breaks without an event id and invalid JSON end the call with a reason", async () => {
    const broken = async (type: string, body: string) => {
      const at = await httpAgent((message, response) => {
        if (isCall(message)) response.writeHead(200, { "content-type": type }).end(body);
        return isCall(message);
      });
      return (await callAt(at.url)).outcome.error?.message;
    };
    expect(await broken("text/event-stream", 'data: {"half": \n\n')).toContain("ended the stream before");
    expect(await broken("application/json", "{ no")).toBe("The agent's reply is not JSON.");
  });

  it("a lost session is reported as such, and the call is not repeated", async () => {
    const at = await httpAgent((message, response) => {
      if (isCall(message)) response.writeHead(404).end();
      return isCall(message);
    });
    const { outcome } = await callAt(at.url);
    expect(outcome).toMatchObject({ state: "agent-died", error: { sessionLost: true, retryable: true } });
    expect(at.seen.filter(({ message }) => isCall(message))).toHaveLength(1);
  });

  it("a server without TLS and a certificate that is not trusted are reported", async () => {
    const at = await httpAgent(answered);
    const opened = await open(at.url.replace("http:", "https:")).open();
    expect(opened.ok ? "" : opened.fault.message).toContain("does not speak TLS; is it an http:// address?");
    const untrusted = Object.assign(new Error("self-signed certificate"), {
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    expect(describeFailure(untrusted, new URL("https://agent.example/mcp"))).toBe(
      "The certificate of https://agent.example is not trusted: self-signed certificate.",
    );
  });
});
