import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type Bench,
  benchWith,
  offlineServer,
  onlineServer,
  sessionWith,
} from "../../../test/support/artifacts.ts";
import { fault } from "../../kernel/fault.ts";
import { fail } from "../../kernel/result.ts";
import { createArtifact } from "../lifecycle/create.ts";
import { templateSources } from "../session.ts";
import type { Fetch } from "./remote.ts";
import { resolveTemplate } from "./resolve.ts";

const url = "https://example.com/templates/spec.md";

async function resolved(bench: Bench, fetch: Fetch) {
  const template = await resolveTemplate(templateSources(await sessionWith(bench, fetch)), {
    kind: "specification",
  });
  if (!template.ok) throw new Error(template.fault.message);
  return template.value;
}

test("a remote template is cached with its validators, requested every time, and read from the cache if it has not changed", async () => {
  const bench = await benchWith({ ".specman/templates/SPEC": url });
  expect(await resolved(bench, onlineServer("# {{title}} v1\n", "1"))).toMatchObject({
    body: "# {{title}} v1\n",
    provenance: {
      tier: "PointerUrl",
      locator: url,
      last_modified: "yesterday",
      cache_path: expect.stringMatching(/^\.specman\/cache\/templates\/url-[0-9a-f]{64}\.md$/),
    },
  });
  const files = await readdir(join(bench.root, ".specman/cache/templates"));
  const record = files.find((name) => name.endsWith(".json")) ?? "";
  expect(JSON.parse(await bench.read(`.specman/cache/templates/${record}`))).toMatchObject({
    locator: url,
    etag: "1",
    last_modified: "yesterday",
    retrieved_at: expect.any(String),
  });
  expect((await resolved(bench, onlineServer("never sent", "1"))).body).toBe("# {{title}} v1\n");
  expect((await resolved(bench, onlineServer("# {{title}} v2\n", "2"))).body).toBe("# {{title}} v2\n");
});

test("without the network the cached copy is used, without a copy the packaged template, and both are marked as degraded", async () => {
  const bench = await benchWith({ ".specman/templates/SPEC": url });
  expect((await resolved(bench, offlineServer)).provenance).toMatchObject({
    tier: "EmbeddedDefault",
    degraded: true,
    reason: expect.stringContaining("network is down"),
  });
  await resolved(bench, onlineServer("# {{title}} remote\n", "1"));
  const template = await resolved(bench, offlineServer);
  expect(template).toMatchObject({
    body: "# {{title}} remote\n",
    provenance: { tier: "PointerUrl", degraded: true, reason: expect.stringContaining("network is down") },
  });
  const created = await createArtifact(
    await sessionWith(bench, offlineServer),
    { kind: "specification", name: "x" },
    "persist",
  );
  expect(created).toMatchObject({ ok: true, value: { template: { degraded: true } } });
  expect(await bench.read("spec/x/spec.md")).toContain("# X remote\n");
});

test("a copy that was tampered with is not used", async () => {
  const bench = await benchWith({ ".specman/templates/SPEC": url });
  const { provenance } = await resolved(bench, onlineServer("# remote\n", "1"));
  await bench.write({ [provenance.cache_path ?? ""]: "# evil\n" });
  expect((await resolved(bench, offlineServer)).provenance).toMatchObject({
    tier: "EmbeddedDefault",
    degraded: true,
  });
});

test.each(["etag", "last_modified", "retrieved_at"])(
  "a copy whose record got another %s is not used",
  async (field) => {
    const bench = await benchWith({ ".specman/templates/SPEC": url });
    const { provenance } = await resolved(bench, onlineServer("# remote\n", "1"));
    const path = (provenance.cache_path ?? "").replace(/md$/, "json");
    const record = JSON.parse(await bench.read(path));
    await bench.write({ [path]: JSON.stringify({ ...record, [field]: "2020-01-01T00:00:00.000Z" }) });
    expect((await resolved(bench, offlineServer)).provenance).toMatchObject({ tier: "EmbeddedDefault" });
  },
);

test("the copy of an address that is no longer allowed is not used", async () => {
  const bench = await benchWith({ ".specman/templates/SPEC": url });
  await resolved(bench, onlineServer("# remote\n", "1"));
  const forbidden: Fetch = async () => fail(fault("not_trusted", "You have not allowed it.", "Allow it."));
  const { body, provenance } = await resolved(bench, forbidden);
  expect(provenance).toMatchObject({ tier: "EmbeddedDefault", degraded: true });
  expect(body).not.toContain("# remote");
});

test("a copy of a remote template that came with the repository is not used, even with a matching record", async () => {
  const [mine, clone] = [
    await benchWith({ ".specman/templates/SPEC": url }),
    await benchWith({ ".specman/templates/SPEC": url }),
  ];
  await resolved(mine, onlineServer("# remote\n", "1"));
  await cp(join(mine.root, ".specman/cache"), join(clone.root, ".specman/cache"), { recursive: true });
  expect((await resolved(clone, offlineServer)).provenance).toMatchObject({
    tier: "EmbeddedDefault",
    degraded: true,
  });
  expect((await resolved(clone, onlineServer("# from the server\n", "1"))).body).toBe("# from the server\n");
});
