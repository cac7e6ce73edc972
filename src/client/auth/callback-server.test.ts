import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openLoopback } from "./callback-server.ts";

async function login(state = "?state=ours") {
  const browser = await openLoopback(() => {});
  onTestFinished(browser.close);
  const back = new URL(browser.redirectUrl);
  let arrived: URL | undefined;
  void browser.visit(new URL(`https://login.example/authorize${state}`)).then((url) => {
    arrived = url;
  });
  /** The status of a request whose first line and Host are anything at all. */
  const ask = (target: string, host = back.host, method = "GET") =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(back.port), back.hostname, () =>
        socket.write(`${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
      );
      socket.on("data", (bytes) => resolve(bytes.toString().slice(9, 12)));
      socket.on("error", reject);
    });
  return { ask, arrived: () => arrived };
}

test.each(["//[", "//", "http://[", "/callback/../x", "*", "/%"])(
  "a request for %s ends nothing",
  async (target) => {
    const { ask, arrived } = await login();
    expect(await ask(target)).toMatch(/^4/);
    expect(arrived()).toBeUndefined();
    expect(await ask("/callback?code=c&state=ours")).toBe("200");
    expect(arrived()?.searchParams.get("code")).toBe("c");
  },
);

test("an answer with another state is ignored, and the login goes on", async () => {
  const { ask, arrived } = await login();
  for (const query of ["?code=x&state=y", "?code=x", "?error=access_denied", "?code=x&state="])
    expect(await ask(`/callback${query}`)).toBe("404");
  expect(arrived()).toBeUndefined();
  expect(await ask("/callback?code=c&state=ours")).toBe("200");
  expect(arrived()?.searchParams.get("code")).toBe("c");
});

test("a request under another host's name is not an answer", async () => {
  const { ask, arrived } = await login();
  for (const host of ["evil.example", "localhost", "127.0.0.1", "127.0.0.1:1"])
    expect(await ask("/callback?code=c&state=ours", host)).toBe("404");
  expect(await ask("/callback?code=c&state=ours", undefined, "POST")).toBe("404");
  expect(arrived()).toBeUndefined();
});
