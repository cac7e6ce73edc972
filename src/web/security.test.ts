import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { sharedByFile } from "../../test/support/cleanup.ts";
import { pageHost, type Reply } from "../../test/support/page-host.ts";
import { change, requirement, spec } from "../../test/support/specs.ts";
import { temporaryTree } from "../../test/support/temporary.ts";
import { catalog } from "../catalog.ts";
import { inputSchema } from "../operation/schema.ts";

const files = {
  "work/openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
  ...Object.fromEntries(
    Object.entries(
      change("work/openspec/changes/add-reset", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
    ),
  ),
  "work/openspec/changes/add-reset/tasks.md": "## 1. Work\n\n- [ ] 1.1 Dig\n",
  "secret.md": "# The pin is 4711-SECRET\n",
  "secret/spec.md": "# The pin is 4711-SECRET\n",
};

async function place(options: { write?: boolean } = {}) {
  const root = await temporaryTree(files);
  return { root, host: await pageHost(join(root, "work"), options) };
}
const reading = sharedByFile(() => place());

const documentation = readFileSync(resolve("docs/web.md"), "utf8").replace(/\s+/g, " ");

/** Counts attempts that were refused; the numbers of fixed lists are those of docs/web.md. */
function counter() {
  let count = 0;
  return {
    refused: ({ status }: Reply, wanted: number | readonly number[], what = "") => {
      expect([wanted].flat(), what).toContain(status);
      count += 1;
    },
    documented: (what: string) => expect(documentation).toContain(`${count} ${what}`),
    total: () => count,
  };
}

/** Numbers that grow with the table of operations; `--reporter=verbose` or CI shows them. */
function report(line: string): void {
  process.stdout.write(`security of the page: ${line}\n`);
}

const refusedOrigins = [
  "null",
  "http://evil.example",
  "https://127.0.0.1",
  "http://127.0.0.1",
  "http://127.0.0.1:1",
  "http://localhost:3000",
  "file://",
  "chrome-extension://abc",
];

test("requests from another origin are refused: pages, calls and streams", async () => {
  const { host } = await reading();
  const attempts = counter();
  for (const origin of refusedOrigins) {
    const headers = { cookie: host.cookie, origin };
    attempts.refused(await host.ask("/", { headers }), 403, origin);
    attempts.refused(await host.ask("/api/events", { headers }), 403, origin);
    attempts.refused(await host.call("list_work", {}, { headers }), 403, origin);
  }
  attempts.documented("requests from other origins");
  const own = { cookie: host.cookie, origin: host.origin };
  expect((await host.call("list_work", {}, { headers: own })).status).toBe(200);
});

test("a request that a browser marks as coming from another page is refused, even on this host", async () => {
  const { host } = await reading();
  const attempts = counter();
  for (const site of ["cross-site", "same-site"]) {
    const headers = { cookie: host.cookie, "sec-fetch-site": site };
    attempts.refused(await host.ask("/api/events", { headers }), 403, site);
    attempts.refused(await host.ask("/assets/x.js", { headers }), 403, site);
    attempts.refused(await host.call("list_work", {}, { headers }), 403, site);
  }
  // A link on another page of this machine may open the page, but not in a frame.
  const link = { cookie: host.cookie, "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" };
  const opened = (dest: string) => host.ask("/", { headers: { ...link, "sec-fetch-dest": dest } });
  expect((await opened("document")).status).not.toBe(403);
  attempts.refused(await opened("iframe"), 403, "iframe");
  attempts.documented("that a browser marks as coming from another page");
});

test("a rebound name in the Host header is refused", async () => {
  const { host } = await reading();
  const names = ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "0.0.0.0", "[::ffff:7f00:1]"];
  const attempts = counter();
  for (const name of names) {
    const headers = { cookie: host.cookie, host: name };
    attempts.refused(await host.ask("/api/session", { headers }), 403, name);
  }
  attempts.documented("rebound hosts");
});

test("without the cookie, or with one that is not ours, nothing is served", async () => {
  const { host } = await reading();
  const [name = "", value = ""] = host.cookie.split("=");
  const [expires = "", signature = ""] = value.split(".");
  const wrong = [
    "",
    `${name}=`,
    `${name}=${host.token}`,
    `${name}=${Number(expires) + 1}.${signature}`,
    `${name}=${expires}.${"0".repeat(64)}`,
    `hewto_1=${value}`,
    `${name}=1.${signature}`,
  ];
  const attempts = counter();
  for (const cookie of wrong) {
    for (const path of ["/", "/api/session", "/api/events", "/assets/index.js", "/secret.md"])
      attempts.refused(await host.ask(path, { headers: { cookie } }), 401, `${cookie} ${path}`);
    attempts.refused(await host.call("list_work", {}, { headers: { cookie } }), 401, cookie);
  }
  const cookieOfOther = (await place()).host.cookie;
  attempts.refused(await host.ask("/api/session", { headers: { cookie: cookieOfOther } }), 401, "other");
  attempts.documented("requests without a valid cookie");
});

test("only the exact token opens the page, by a redirect that hides it and a cookie that scripts cannot read", async () => {
  const { host } = await reading();
  const attempts = counter();
  for (const token of ["", "x", host.token.slice(1), `${host.token}x`, host.token.toUpperCase(), "undefined"])
    attempts.refused(await host.ask(`/?token=${token}`), 401, token);
  const { status, headers } = await host.ask(`/?token=${host.token}`);
  expect(status).toBe(302);
  expect(headers.location).toBe("/");
  expect(headers["set-cookie"]?.[0]).toMatch(
    /^hewto_\d+=\d+\.[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict/,
  );
  const once = host.oneTimeToken();
  expect((await host.ask(`/?token=${once}`)).status).toBe(302);
  attempts.refused(await host.ask(`/?token=${once}`), 401, "used before");
  attempts.refused(await host.ask(`/api/session?token=${host.token}`), 401, "not for the page");
  attempts.documented("wrong, used or misplaced tokens");
});

test("a form of another page cannot call anything: no header, no JSON, no POST", async () => {
  const { host } = await place({ write: true });
  const { cookie } = host;
  const input = JSON.stringify({ task: "1.1", work: "add-reset" });
  const posts: Record<string, string>[] = [
    { "content-type": "application/json" },
    { "content-type": "text/plain", "x-hewto-page": "1" },
    { "content-type": "application/x-www-form-urlencoded", "x-hewto-page": "1" },
    { "content-type": "multipart/form-data; boundary=x", "x-hewto-page": "1" },
    { "x-hewto-page": "1" },
  ];
  const attempts = counter();
  for (const headers of posts) {
    const posted = { method: "POST", headers: { cookie, ...headers }, body: input };
    attempts.refused(await host.ask("/api/tick_task", posted), "x-hewto-page" in headers ? 415 : 403);
  }
  for (const method of ["GET", "PUT", "DELETE", "OPTIONS", "HEAD"])
    attempts.refused(await host.ask("/api/tick_task", { method, headers: { cookie } }), 405, method);
  attempts.documented("posts and methods of forms");
  const preflight = {
    cookie,
    "access-control-request-headers": "x-hewto-page",
    "access-control-request-method": "POST",
  };
  const asked = await host.ask("/api/tick_task", { method: "OPTIONS", headers: preflight });
  expect(asked.headers["access-control-allow-origin"]).toBeUndefined();
  const after = JSON.parse((await host.call("show_work", { id: "add-reset" })).text);
  expect(after.progress.completed).toBe(0);
});

test("without --write every operation that writes is refused before it runs, and previews are not", async () => {
  const { root, host } = await place();
  const before = snapshot(root);
  const attempts = counter();
  for (const { name, load } of catalog) {
    for (const operation of Object.values((await load()).operations)) {
      if (operation.effects.readOnly) continue;
      const reply = await host.call(operation.name, { change_id: "add-reset", id: "add-reset" });
      // Some show what they would write unless they are asked to write.
      if (reply.status !== 403) {
        expect(operation.preview, operation.name).toBeDefined();
        continue;
      }
      attempts.refused(reply, 403, operation.name);
      const { code } = JSON.parse(reply.text).error;
      expect(code).toBe(name === "specman2" ? "unknown_operation" : "page_refused");
    }
  }
  expect(attempts.total()).toBeGreaterThan(40);
  report(`${attempts.total()} operations that write were refused without --write`);
  const preview = await host.call("archive_change", { change_id: "add-reset", mode: "preview" });
  expect(JSON.parse(preview.text)).toMatchObject({ persisted: false });
  expect((await host.call("archive_change", { change_id: "add-reset", mode: "persist" })).status).toBe(403);
  expect(snapshot(root)).toEqual(before);
});

test("with --write the page writes, but what is for a terminal stays refused", async () => {
  const { host } = await place({ write: true });
  const ticked = await host.call("tick_task", { task: "1.1", work: "add-reset" });
  expect(JSON.parse(ticked.text)).toMatchObject({ done: true });
  const install = await host.call("skills_install", { source: "https://evil.example/x" });
  expect([install.status, JSON.parse(install.text).error.code]).toEqual([403, "page_refused"]);
});

test("a summary of a check is written by people only: its file may be anywhere", async () => {
  const { root, host } = await place({ write: true });
  const { status, text } = await host.call("check", { summary: join(root, "secret.md") });
  expect([status, JSON.parse(text).error.code]).toEqual([403, "page_refused"]);
  expect((await host.call("check", {})).status).toBe(200);
});

test("bodies are bounded, in size and depth", async () => {
  const { host } = await reading();
  const big = await host.call("list_work", { kind: "x".repeat(2_000_000) });
  expect(big.status).toBe(413);
  const deep = await host.call("list_work", {}, { body: "[".repeat(100_000) });
  expect(deep.status).toBe(400);
  expect((await host.call("list_work", {}, { body: "{" })).status).toBe(400);
});

test("files outside the built page are not served, however the path is written", async () => {
  const { root, host } = await reading();
  const name = basename(dirname(join(root, "secret.md")));
  const attempts = counter();
  const paths = [
    "/secret.md",
    "/../secret.md",
    "/assets/../../secret.md",
    "/assets/..%2f..%2fsecret.md",
    "/assets/%2e%2e/%2e%2e/secret.md",
    "/assets/..\\..\\secret.md",
    "//secret.md",
    `/assets//${name}/secret.md`,
    "/assets/.%00./secret.md",
    "/assets/a.html/../../../secret.md",
    "/openspec/specs/auth/spec.md",
    "/api/../secret.md",
  ];
  for (const path of paths) {
    const reply = await host.ask(path, { headers: { cookie: host.cookie } });
    attempts.refused(reply, [400, 404, 405], path);
    expect(reply.text, path).not.toContain("4711");
  }
  attempts.documented("paths to files outside the page");
});

const escapes = [
  "../secret.md",
  "../../secret.md",
  "openspec/changes/add-reset/../../../../secret.md",
  "..\\secret.md",
  "../secret",
  "%2e%2e/secret.md",
  "spec://../../secret",
];

/** `npm run test:hostile` sends every escape in every argument; the usual run sends each argument one of them. */
test("no argument of any operation leads outside the workspace", async () => {
  const { root, host } = await place({ write: true });
  const absolute = join(root, "secret.md");
  const before = snapshot(root, "work");
  let calls = 0;
  for (const { name, load } of catalog) {
    if (name === "specman2") continue;
    for (const operation of Object.values((await load()).operations)) {
      if (slowOrElsewhere.has(operation.name)) continue;
      for (const input of inputsFor(operation, [...escapes, absolute], calls)) {
        const { text } = await host.call(operation.name, input);
        expect(text, `${operation.name} ${JSON.stringify(input)}`).not.toContain("4711");
        calls += 1;
      }
    }
  }
  expect(calls).toBeGreaterThan(120);
  report(`${calls} escapes in arguments of operations led nowhere`);
  expect(snapshot(root, "work")).toEqual(before);
}, 120_000);

/** They build an index or write to the user's folders; tests of their own send them escapes. */
const slowOrElsewhere = new Set([
  "index_codebase",
  "prove_requirement",
  "skills_install",
  "skills_instructions",
]);

/** One input for each argument that takes a text, with the others filled in so that the call gets far. */
function* inputsFor(operation: Parameters<typeof inputSchema>[0], texts: readonly string[], seed: number) {
  const { properties = {}, required = [] } = inputSchema(operation);
  const names = Object.entries(properties).filter(
    ([, { type, enum: choices }]) => type === "string" && !choices,
  );
  const all = process.env["HEWTO_HOSTILE"] !== undefined;
  for (const [at, [name]] of names.entries()) {
    for (const text of all ? texts : [texts[(seed + at) % texts.length]]) {
      const others = required.filter((each) => each !== name && properties[each]?.type === "string");
      yield { ...Object.fromEntries(others.map((each) => [each, known[each] ?? "auth"])), [name]: text };
    }
  }
}

const known: Readonly<Record<string, string>> = {
  change_id: "add-reset",
  id: "add-reset",
  spec_id: "auth",
  work: "add-reset",
  target: "add-reset",
  path: ".",
};

/** The files below a folder with their texts; `except` leaves a folder out. */
function snapshot(root: string, except?: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
  return Object.fromEntries(
    paths
      .filter((path) => !path.includes(".hewto") && (except === undefined || !path.startsWith(`${except}/`)))
      .map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
}
