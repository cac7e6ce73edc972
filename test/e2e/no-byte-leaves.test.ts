import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { hewto } from "../support/bundle.ts";
import { forbiddenListener } from "../support/hostile/no-connection.ts";
import { run } from "../support/processes.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../support/temporary.ts";
import { openWire, resultOf, textOf } from "../support/wire.ts";

/** A clone whose pointer files and links lead to a port that must not be contacted. */
async function clone() {
  const listener = await forbiddenListener();
  const place = `${listener.https}/template.md`;
  const named = `https://localhost:${listener.port}/template.md`;
  const link = `[there](${place})`;
  const root = await temporaryTree({
    ".specman/templates/SPEC": place,
    ".specman/templates/IMPL": named,
    ".specman/templates/SCRATCH": place,
    "spec/a/spec.md": `---\nname: a\nversion: 1.0.0\n---\n# A\n\n${link}\n`,
  });
  const env = { HOME: await temporaryFolder(), XDG_CONFIG_HOME: "" };
  const cli = (...words: string[]) => run(hewto, [...words, "--workspace", root], { env });
  return { root, env, cli, place, named, listener };
}

const notAllowed = (pointer: string, place: string) =>
  `\`.specman/templates/${pointer}\` is not followed: ${place} is not fetched: you have not allowed it yet. The user can run \`hewto doctor --trust\``;

test("no command follows a template pointer of a clone before approval; the packaged template is used, and the answer says why", async () => {
  const { root, cli, place } = await clone();
  const template = await cli("artifacts", "template", "specification");
  expect(template).toMatchObject({ code: 0, output: expect.stringContaining(notAllowed("SPEC", place)) });
  for (const mode of ["preview", "persist"]) {
    const made = await cli("artifacts", "create", "specification", "tea", "--mode", mode);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(notAllowed("SPEC", place)) });
  }
  expect(await readFile(join(root, "spec/tea/spec.md"), "utf8")).toContain("# Tea");
  for (const words of [
    ["check"],
    ["artifacts", "status"],
    ["artifacts", "references", "a"],
    ["index"],
    ["init", "--yes"],
  ])
    await cli(...words);
});

test("no tool and no prompt follows one either, whatever an agent asks for", async () => {
  const { root, env, place } = await clone();
  const wire = openWire(hewto, ["mcp", "--profile", "specman", "--workspace", root], { env });
  await wire.initialize();
  const call = async (name: string, args: object) =>
    resultOf(await wire.request("tools/call", { name, arguments: args }));
  expect(textOf(await call("resolve_template", { kind: "specification" }))).toContain(
    notAllowed("SPEC", place),
  );
  const created = await call("create_artifact", { kind: "specification", name: "tea", mode: "preview" });
  expect(created).toMatchObject({
    structuredContent: {
      template: { tier: "EmbeddedDefault", degraded: true, pointer: ".specman/templates/SPEC" },
    },
  });
  const set = await call("set_template_pointer", { kind: "specification", locator: `${place}?new` });
  expect(set).toMatchObject({ isError: true });
  expect(textOf(set)).toContain("you have not allowed it yet");
  const checked = await call("validate_references", { locator: "a", http: true });
  expect(checked).toMatchObject({
    structuredContent: {
      diagnostics: [{ message: expect.stringContaining("the user has not allowed this address") }],
    },
  });
  await call("workspace_status", { http: true });
  const remote = await call("update_artifact", {
    locator: place,
    ops: [{ op: "set_version", version: "2.0.0" }],
    mode: "preview",
  });
  expect(textOf(remote)).toContain("you have not allowed it yet");
  const { prompts } = z
    .object({ prompts: z.array(z.object({ name: z.string() })) })
    .parse(resultOf(await wire.request("prompts/list")));
  expect(prompts.length).toBeGreaterThan(0);
  for (const { name } of prompts)
    await wire.request("prompts/get", { name, arguments: { target: "a", name: "tea", locator: "a" } });
});

test("after a yes an address of this machine is refused still, for each of its names", async () => {
  const { cli, place, named } = await clone();
  const waiting = await cli("doctor");
  expect(waiting.output).toContain(`SPEC of this project wants to fetch a template from \`${place}\``);
  const trusted = await cli("doctor", "--trust");
  expect(trusted.output).toContain(`Allowed from now on: ${named}`);
  for (const kind of ["specification", "implementation"]) {
    const { output } = await cli("artifacts", "template", kind);
    expect(output).toContain("it is an address of this machine or of a private network");
  }
  const links = await cli("artifacts", "references", "a", "--http");
  expect(links.output).toContain("it is an address of this machine or of a private network");
});

test("the project's own file cannot say which origins may be asked", async () => {
  const { root, env, listener, place } = await clone();
  await writeTree(root, { "hewto.toml": `[network]\nallow = ["${listener.https}"]\n` });
  const { output } = await run(hewto, ["artifacts", "template", "specification"], { cwd: root, env });
  expect(output).toContain(notAllowed("SPEC", place));
  const doctor = await run(hewto, ["doctor"], { cwd: root, env });
  expect(doctor.output).toContain("[network] in the project's hewto.toml has no effect");
});
