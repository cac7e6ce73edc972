import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, specText } from "../../../test/support/artifacts.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import { createArtifact } from "../lifecycle/create.ts";
import type { ArtifactSession } from "../session.ts";
import { templateSources } from "../session.ts";
import { removePointer, setPointer } from "../templates/pointers.ts";
import { type Fetch, type FetchResult, unusable } from "../templates/remote.ts";
import { resolveTemplate } from "../templates/resolve.ts";
import { openSession } from "./open-session.ts";

type Bench = Awaited<ReturnType<typeof benchWith>>;

const effective = async (bench: Bench, kind = "specification", work_type?: string) =>
  (await bench.call("resolve_template", { kind, ...(work_type ? { work_type } : {}) })).value["template"];

// covers specman: server-resolves-the-template, tools-reference-templates
test("a file of the workspace beats the pointer, the pointer beats the packaged template, and each call looks anew", async () => {
  const bench = await benchWith({ "t/one.md": "# one\n", "t/two.md": "# two\n" });
  expect(await effective(bench)).toMatchObject({ tier: "EmbeddedDefault", locator: "embedded://spec" });
  await bench.write({ ".specman/templates/SPEC": "t/one.md\n" });
  expect(await effective(bench)).toMatchObject({
    tier: "PointerFile",
    locator: "t/one.md",
    pointer: ".specman/templates/SPEC",
  });
  await bench.write({ ".specman/templates/SPEC": "  t/two.md  " });
  expect(await effective(bench)).toMatchObject({ locator: "t/two.md" });
  await bench.write({ ".specman/templates/spec.md": "# override\n" });
  expect(await effective(bench)).toMatchObject({
    tier: "WorkspaceOverride",
    locator: ".specman/templates/spec.md",
  });
});

test("a scratch pad's template is looked for by work type first", async () => {
  const bench = await benchWith({ ".specman/templates/scratch.md": "## Notes\n" });
  expect(await effective(bench, "scratch_pad", "fix")).toMatchObject({
    locator: ".specman/templates/scratch.md",
  });
  await bench.write({ ".specman/templates/scratch-fix.md": "## Notes\n" });
  expect(await effective(bench, "scratch_pad", "fix")).toMatchObject({
    locator: ".specman/templates/scratch-fix.md",
  });
  await bench.write({ ".specman/templates/scratch/fix.md": "## Notes\n" });
  expect(await effective(bench, "scratch_pad", "fix")).toMatchObject({
    locator: ".specman/templates/scratch/fix.md",
  });
  expect(await effective(bench, "scratch_pad", "feat")).toMatchObject({
    locator: ".specman/templates/scratch.md",
  });
  const untyped = await bench.call("resolve_template", { kind: "scratch_pad" });
  expect(untyped.fault).toMatchObject({ code: "invalid_work_type", data_model_heading: "Work Type" });
});

// covers specman: no-silent-degradation
test("a pointer that is empty, dangling, outside, plain http or a handle is an error and never falls back", async () => {
  const bench = await benchWith({ "spec/x/spec.md": specText() });
  for (const content of [
    "",
    "  \n",
    "t/none.md",
    "../x.md",
    "/etc/passwd",
    "http://x.y/t.md",
    "spec://x",
    "ftp://x",
  ]) {
    await bench.write({ ".specman/templates/SPEC": content });
    const { fault } = await bench.call("resolve_template", { kind: "specification" });
    expect(["template_error", "workspace_boundary"], `${content}: ${fault.message}`).toContain(fault.code);
    expect(fault.concept).toBe("specman.core.template_orchestration");
    expect((await bench.call("create_artifact", { kind: "specification", name: "y" })).ok).toBe(false);
  }
  expect(await readdir(join(bench.root, "spec"))).toEqual(["x"]);
});

test("a pointer is set after its target was checked, and removing it tells what counts now", async () => {
  const bench = await benchWith({ "t/one.md": "# {{title}} {{owner}}\n" });
  const set = await bench.call("set_template_pointer", { kind: "specification", locator: "t/one.md" });
  expect(set.value).toMatchObject({ action: "set", effective: { tier: "PointerFile", locator: "t/one.md" } });
  expect(await bench.read(".specman/templates/SPEC")).toBe("t/one.md\n");
  expect((await bench.call("resolve_template", { kind: "specification" })).value["tokens"]).toEqual([
    "title",
    "owner",
  ]);
  expect(
    (await bench.call("set_template_pointer", { kind: "specification", locator: "t/one.md" })).value[
      "action"
    ],
  ).toBe("unchanged");
  for (const locator of ["t/none.md", "../x.md", "http://x.y/t.md", " "]) {
    expect((await bench.call("set_template_pointer", { kind: "specification", locator })).ok, locator).toBe(
      false,
    );
  }
  const refused = await bench.call("set_template_pointer", { kind: "specification", locator: "t/none.md" });
  expect(refused.fault?.message).toContain(
    "The pointer `.specman/templates/SPEC` to `t/none.md` cannot be used",
  );
  expect(await bench.read(".specman/templates/SPEC")).toBe("t/one.md\n");
  const removed = await bench.call("remove_template_pointer", { kind: "specification" });
  expect(removed.value).toMatchObject({
    action: "removed",
    locator: "t/one.md",
    effective: { tier: "EmbeddedDefault" },
    search_order: [".specman/templates/spec.md", ".specman/templates/SPEC", "embedded://spec"],
  });
  const again = await bench.call("remove_template_pointer", { kind: "specification" });
  expect(again.fault).toMatchObject({
    code: "template_error",
    remedy: expect.stringContaining("set_template_pointer"),
  });
});

test("a pointer for scratch pads can be set, as for the other kinds", async () => {
  const bench = await benchWith({ "t/pad.md": "# {{title}}\n\n## Notes\n" });
  const { value } = await bench.call("set_template_pointer", { kind: "scratch_pad", locator: "t/pad.md" });
  expect(value).toMatchObject({ pointer: ".specman/templates/SCRATCH", effective: { tier: "PointerFile" } });
});

test("front matter in a template is left out: the lifecycle makes it", async () => {
  const bench = await benchWith({
    ".specman/templates/spec.md": "---\nname: {{output_name}}\nversion: 9.9.9\n---\n# {{title}}\n",
  });
  await bench.call("create_artifact", { kind: "specification", name: "x" });
  expect(await bench.read("spec/x/spec.md")).toBe(
    "---\nname: x\nversion: 1.0.0\ndependencies: []\n---\n\n# X\n",
  );
});

const url = "https://example.com/templates/spec.md";
const online =
  (text: string, etag: string): Fetch =>
  async (_url, known) =>
    ok<FetchResult>(
      known.etag === etag ? { changed: false } : { changed: true, text, etag, lastModified: "yesterday" },
    );
const offline: Fetch = async (asked) => unusable(asked, "the network is down");

async function studioWith(bench: Bench, fetch: Fetch): Promise<ArtifactSession> {
  const session = await openSession(bench.context, "test");
  if (!session.ok) throw new Error(session.fault.message);
  return { ...session.value, fetch };
}

async function resolved(bench: Bench, fetch: Fetch) {
  const template = await resolveTemplate(templateSources(await studioWith(bench, fetch)), {
    kind: "specification",
  });
  if (!template.ok) throw new Error(template.fault.message);
  return template.value;
}

test("a remote template is kept with its validators, asked for anew each time, and used from the copy when it has not changed", async () => {
  const bench = await benchWith({ ".specman/templates/SPEC": url });
  expect(await resolved(bench, online("# {{title}} v1\n", "1"))).toMatchObject({
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
  expect((await resolved(bench, online("never sent", "1"))).body).toBe("# {{title}} v1\n");
  expect((await resolved(bench, online("# {{title}} v2\n", "2"))).body).toBe("# {{title}} v2\n");
});

test("without the network the copy serves, without a copy the packaged template does, and both say that they stand in", async () => {
  const bench = await benchWith({ ".specman/templates/SPEC": url });
  expect((await resolved(bench, offline)).provenance).toMatchObject({
    tier: "EmbeddedDefault",
    degraded: true,
    reason: expect.stringContaining("network is down"),
  });
  await resolved(bench, online("# {{title}} remote\n", "1"));
  const template = await resolved(bench, offline);
  expect(template).toMatchObject({
    body: "# {{title}} remote\n",
    provenance: { tier: "PointerUrl", degraded: true, reason: expect.stringContaining("network is down") },
  });
  const created = await createArtifact(
    await studioWith(bench, offline),
    { kind: "specification", name: "x" },
    "persist",
  );
  expect(created).toMatchObject({ ok: true, value: { template: { degraded: true } } });
  expect(await bench.read("spec/x/spec.md")).toContain("# X remote\n");
});

test("a copy that was tampered with is not used", async () => {
  const bench = await benchWith({ ".specman/templates/SPEC": url });
  const { provenance } = await resolved(bench, online("# remote\n", "1"));
  await bench.write({ [provenance.cache_path ?? ""]: "# evil\n" });
  expect((await resolved(bench, offline)).provenance).toMatchObject({
    tier: "EmbeddedDefault",
    degraded: true,
  });
});

test("the copy of an address that is no longer allowed is not used", async () => {
  const bench = await benchWith({ ".specman/templates/SPEC": url });
  await resolved(bench, online("# remote\n", "1"));
  const forbidden: Fetch = async () => fail(fault("not_trusted", "You have not allowed it.", "Allow it."));
  const { body, provenance } = await resolved(bench, forbidden);
  expect(provenance).toMatchObject({ tier: "EmbeddedDefault", degraded: true });
  expect(body).not.toContain("# remote");
});

test("a copy of a remote template that came with the repository is not used, though its record fits", async () => {
  const [mine, clone] = [
    await benchWith({ ".specman/templates/SPEC": url }),
    await benchWith({ ".specman/templates/SPEC": url }),
  ];
  await resolved(mine, online("# remote\n", "1"));
  await cp(join(mine.root, ".specman/cache"), join(clone.root, ".specman/cache"), { recursive: true });
  expect((await resolved(clone, offline)).provenance).toMatchObject({
    tier: "EmbeddedDefault",
    degraded: true,
  });
  expect((await resolved(clone, online("# from the server\n", "1"))).body).toBe("# from the server\n");
});

test("a pointer to a server that cannot be reached is not set, and removing one purges its copy", async () => {
  const bench = await benchWith({});
  const refused = await setPointer(templateSources(await studioWith(bench, offline)), "specification", url);
  expect(refused).toMatchObject({ ok: false, fault: { code: "remote_unavailable", retryable: true } });
  expect(
    (await setPointer(templateSources(await studioWith(bench, online("# r\n", "1"))), "specification", url))
      .ok,
  ).toBe(true);
  expect(await readdir(join(bench.root, ".specman/cache/templates"))).toHaveLength(2);
  const removed = await removePointer(templateSources(await studioWith(bench, offline)), "specification");
  expect(removed).toMatchObject({ ok: true, value: { purged: [expect.any(String), expect.any(String)] } });
  expect(await readdir(join(bench.root, ".specman/cache/templates"))).toEqual([]);
});
