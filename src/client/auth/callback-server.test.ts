import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openCallbackServer } from "./callback-server.ts";

async function login(state = "?state=ours") {
  const browser = await openCallbackServer(() => {});
  onTestFinished(browser.close);
  const back = new URL(browser.redirectUrl);
  let arrived: URL | undefined;
  void browser.visit(new URL(`https://login.example/authorize${state}`)).then((url) => {
    arrived = url;
  });
  /** The status of a request with any request line and Host header. */
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

test("a redirect with another state is ignored, and the login continues", async () => {
  const { ask, arrived } = await login();
  for (const query of ["?code=x&state=y", "?code=x", "?error=access_denied", "?code=x&state="])
    expect(await ask(`/callback${query}`)).toBe("404");
  expect(arrived()).toBeUndefined();
  expect(await ask("/callback?code=c&state=ours")).toBe("200");
  expect(arrived()?.searchParams.get("code")).toBe("c");
});

test("a request with another Host header is ignored", async () => {
  const { ask, arrived } = await login();
  for (const host of ["evil.example", "localhost", "127.0.0.1", "127.0.0.1:1"])
    expect(await ask("/callback?code=c&state=ours", host)).toBe("404");
  expect(await ask("/callback?code=c&state=ours", undefined, "POST")).toBe("404");
  expect(arrived()).toBeUndefined();
});
