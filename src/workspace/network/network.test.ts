import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createPlain, type RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { forbiddenListener } from "../../../test/support/hostile/no-connection.ts";
import { needsProgram } from "../../../test/support/skip.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { bodyText } from "./body.ts";
import { offline } from "./offline.ts";
import { isPrivateAddress, publicLookup, RefusedAddress, type Resolver } from "./private-address.ts";
import { type OutgoingRequest, send } from "./request.ts";

async function plainServer(answer: RequestListener): Promise<string> {
  const server = createPlain(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has one
}

const ask = (address: string, more: Partial<OutgoingRequest> = {}) =>
  send({
    method: "GET",
    url: new URL(address),
    headers: {},
    signal: AbortSignal.timeout(5000),
    chosenBy: "person",
    ...more,
  });

describe("a private address", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.254",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.255.254",
    "198.18.0.1",
    "198.19.255.254",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "[::1]",
    "not-an-address",
  ])("%s is refused", (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "169.253.0.1", "2606:4700::1111", "64:ff9b::808:808"])(
    "%s is not one",
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );
});

describe("an address from an untrusted source", () => {
  it.each(["127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "0"])(
    "is not connected to when it leads to this machine: %s",
    async (host) => {
      const { port } = await forbiddenListener();
      await expect(ask(`https://${host}:${port}/`, { chosenBy: "stranger" })).rejects.toThrow(RefusedAddress);
    },
  );

  it("is contacted over https only", async () => {
    const { http } = await forbiddenListener();
    await expect(ask(http, { chosenBy: "stranger" })).rejects.toThrow("it is not https");
  });

  it("is looked up once, and only the checked address is connected to", async () => {
    const looked = await new Promise((resolve) =>
      publicLookup(new URL("https://localhost/"))("localhost", { all: true }, (error, found) =>
        resolve(error ?? found),
      ),
    );
    expect(looked).toBeInstanceOf(RefusedAddress);
  });

  it.each([
    ["a public address only", ["8.8.8.8"], false],
    ["a public and a private address", ["8.8.8.8", "10.0.0.1"], true],
    ["a private and a public address", ["10.0.0.1", "8.8.8.8"], true],
    ["no address", [], true],
  ])("is refused by what its name resolves to: %s", async (_what, addresses, isRefused) => {
    const resolver: Resolver = (_host, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    const outcome = await new Promise((resolve) =>
      publicLookup(new URL("https://example.com/"), resolver)("example.com", {}, (error, address) =>
        resolve(error ?? address),
      ),
    );
    if (isRefused) expect(outcome).toBeInstanceOf(RefusedAddress);
    else expect(outcome).toBe("8.8.8.8");
  });
});

describe("a redirect", () => {
  it("is followed within one origin, and the method of a POST is kept", async () => {
    const heard: string[] = [];
    const origin = await plainServer((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      if (request.url === "/there") response.end("here");
      else response.writeHead(request.method === "GET" ? 302 : 307, { location: "/there" }).end();
    });
    expect(await bodyText(await ask(`${origin}/a`), 100)).toBe("here");
    expect(await bodyText(await ask(`${origin}/a`, { method: "POST", body: "x" }), 100)).toBe("here");
    expect(heard).toEqual(["GET /a", "GET /there", "POST /a", "POST /there"]);
  });

  it.each([301, 302, 303, 307, 308])("with %i to another origin is not followed", async (status) => {
    const { http } = await forbiddenListener();
    const origin = await plainServer((_request, response) =>
      response.writeHead(status, { location: `${http}/internal` }).end(),
    );
    expect((await ask(`${origin}/redir`)).statusCode).toBe(status);
  });

  it("is followed at most three times", async () => {
    const heard: string[] = [];
    const origin = await plainServer((request, response) => {
      heard.push(request.url ?? "");
      response.writeHead(302, { location: `/${heard.length}` }).end();
    });
    expect((await ask(`${origin}/0`)).statusCode).toBe(302);
    expect(heard).toEqual(["/0", "/1", "/2", "/3"]);
  });

  it("to another protocol of the same host and port is not followed", async () => {
    const origin = await plainServer((request, response) =>
      response.writeHead(302, { location: `https://${request.headers.host}/` }).end(),
    );
    expect((await ask(origin)).statusCode).toBe(302);
  });

  it("of https to plain http is not followed", async () => {
    needsProgram("openssl");
    const folder = await temporaryFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = [
      "-keyout",
      key,
      "-out",
      cert,
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost",
    ];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", ...made], {
      stdio: "ignore",
    });
    const { port } = await forbiddenListener();
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) =>
      response.writeHead(302, { location: `http://localhost:${port}/internal` }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    onTestFinished(() => void server.close());
    onTestFinished(() => server.closeAllConnections());
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    onTestFinished(() => void delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
    const { port: own } = server.address() as AddressInfo; // a listening TCP server has one
    expect((await ask(`https://localhost:${own}/redir`)).statusCode).toBe(302);
  });
});

test("a response that does not end is cut off at its limit", async () => {
  const origin = await plainServer((_request, response) => {
    const more = () => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  });
  await expect(bodyText(await ask(origin), 1024 * 1024)).rejects.toThrow("larger than 1 MiB");
});

test("a response of exactly the limit is read, one byte more is not", async () => {
  const origin = await plainServer((request, response) =>
    response.end("x".repeat(Number(request.url?.slice(1)))),
  );
  expect(await bodyText(await ask(`${origin}/1000`), 1000)).toHaveLength(1000);
  await expect(bodyText(await ask(`${origin}/1001`), 1000)).rejects.toThrow("larger than");
});

test("work that is declared offline cannot open a connection", async () => {
  const { http } = await forbiddenListener();
  await expect(offline(() => ask(http))).rejects.toThrow("open no connection");
});
