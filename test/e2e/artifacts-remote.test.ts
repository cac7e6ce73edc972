import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { needsProgram } from "../support/skip.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../support/temporary.ts";

/** A server with its own certificate, which a program can be configured to trust. */
async function httpsServer(
  answer: (
    path: string,
    etag: string | undefined,
  ) => { status: number; type?: string; body?: string; etag?: string },
) {
  needsProgram("openssl");
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", key, "-out", cert, ...subject],
    { stdio: "ignore" },
  );
  const asked: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const known = request.headers["if-none-match"];
    const { status, type = "text/markdown", body = "", etag } = answer(request.url ?? "", known);
    asked.push(`${request.method} ${request.url} ${status}`);
    response.writeHead(status, { "content-type": type, ...(etag ? { etag } : {}) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(stop);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `https://localhost:${port}`;
  // The person's own word: without it no address of this machine is asked.
  const env = { NODE_EXTRA_CA_CERTS: cert, HEWTO_NETWORK_ALLOW: `["${url}"]`, HOME: folder };
  return { url, env, asked, stop };
}

test("a remote template is fetched once, requested with its etag, and replaced by the cached copy when the server is down", async () => {
  const server = await httpsServer((path, etag) => {
    if (path === "/page.html") return { status: 200, type: "text/html", body: "<p>" };
    if (path !== "/spec.md") return { status: 404 };
    return etag === '"1"' ? { status: 304 } : { status: 200, body: "# {{title}} from afar\n", etag: '"1"' };
  });
  const root = await temporaryTree({ ".specman/": "" });
  const cli = (...words: string[]) => run(hewto, [...words, "--workspace", root], { env: server.env });
  for (const page of ["page.html", "gone.md"]) {
    const refused = await cli("artifacts", "template", "set", "specification", `${server.url}/${page}`);
    expect(refused).toMatchObject({ code: 3, errors: expect.stringContaining(page) });
  }
  const set = await cli("artifacts", "template", "set", "specification", `${server.url}/spec.md`);
  expect(set).toMatchObject({ code: 0, output: expect.stringContaining("PointerUrl") });
  expect((await cli("artifacts", "create", "specification", "one")).code).toBe(0);
  expect(await readFile(join(root, "spec/one/spec.md"), "utf8")).toContain("# One from afar\n");
  expect(server.asked.filter((line) => line.endsWith("/spec.md 304")).length).toBeGreaterThan(0);
  await server.stop();
  const later = await cli("artifacts", "create", "specification", "two");
  expect(later).toMatchObject({ code: 0, output: expect.stringContaining("Degraded:") });
  expect(await readFile(join(root, "spec/two/spec.md"), "utf8")).toContain("# Two from afar\n");
});

test("links are requested only with http: a missing page is an error, a server that is down is not", async () => {
  const server = await httpsServer((path) => ({
    status: path === "/ok" ? 200 : path === "/broken" ? 503 : 404,
  }));
  const root = await temporaryTree({ ".specman/": "" });
  const links = ["ok", "gone", "broken"].map((page) => `[${page}](${server.url}/${page})`).join(" ");
  await writeTree(root, {
    "spec/a/spec.md": `---\nversion: 1.0.0\n---\n# A\n\n${links} [down](https://localhost:1/x)\n`,
  });
  const check = (...flags: string[]) =>
    run(hewto, ["artifacts", "references", "a", "--json", "--workspace", root, ...flags], {
      env: server.env,
    });
  expect((await check()).code).toBe(0);
  expect(server.asked).toEqual([]);
  const asked = await check("--http");
  expect(asked.code).toBe(1);
  expect(JSON.parse(asked.output)).toMatchObject({
    status: "Failure",
    errors: [{ kind: "UnreachableUrl", destination: `${server.url}/gone` }],
    diagnostics: [
      { destination: `${server.url}/broken` },
      { destination: "https://localhost:1/x", message: expect.stringContaining("of this machine") },
    ],
  });
});
