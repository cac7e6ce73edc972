import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { ExecuteCommandRequest } from "vscode-languageserver-protocol/node";
import { Commands } from "../../editors/vscode/src/commands.ts";
import type { Call } from "../../editors/vscode/src/host.ts";
import { GateStatus } from "../../editors/vscode/src/status.ts";
import { SpecsAndWork } from "../../editors/vscode/src/tree.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { EditorServer, ferryCopy } from "../support/editor.ts";
import { fakeHost } from "../support/fake-vscode.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { unzip } from "../support/unzip.ts";

const server = sharedByFile(() => EditorServer.start());

async function extension() {
  const editor = await (await server()).add(await ferryCopy());
  const fake = fakeHost(pathToFileURL(editor.root).href);
  const call: Call = (command, ...args) =>
    editor.connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
  return { editor, call, ...fake };
}

test("the status bar shows the verdict of the gate", async () => {
  const { editor, call, host, statusItem, answers } = await extension();
  const status = new GateStatus(host, call);
  await status.check();
  expect(statusItem).toMatchObject({ text: "$(pass) hewto", command: "hewto.showCheck" });
  writeFileSync(join(editor.root, "openspec/specs/boarding/spec.md"), "# Boarding\n");
  await status.show();
  expect(statusItem.text).toMatch(/^\$\(error\) hewto \d+ \$\(error\)/);
  expect(answers.shown.at(-1)).toContain("errors");
  status.dispose();
});

test("the tree lists work and specs, and a click opens the file", async () => {
  const { call, host } = await extension();
  const tree = new SpecsAndWork(host, call);
  const groups = await tree.getChildren();
  expect(groups.map(({ label }) => label)).toEqual(["Work", "Specs"]);
  const specs = await tree.getChildren(groups[1]);
  expect(specs.map(({ label }) => label)).toEqual(["boarding", "booking"]);
  const work = await tree.getChildren(groups[0]);
  const change = work.find(({ label }) => label === "add-waiting-list");
  expect(change).toMatchObject({ file: "openspec/changes/add-waiting-list/proposal.md" });
  expect(change?.detail).toContain("2 of 4 tasks");
  const [spec] = specs;
  expect(spec && tree.getTreeItem(spec).command).toMatchObject({ command: "vscode.open" });
});

test("accepting asks first, and writes only after a yes", async () => {
  const { editor, call, host, answers } = await extension();
  const commands = new Commands(host, call, { command: "node", args: ["hewto.js"] });
  const record = ".trace/openspec/booking/reserve-a-place.toml";
  await commands.accept("booking/reserve-a-place#the-crossing-is-full");
  expect(() => editor.text(record)).toThrow("ENOENT");
  answers.choice = "Accept";
  await commands.accept("booking/reserve-a-place#the-crossing-is-full");
  expect(editor.text(record)).toContain("[scenario.the-crossing-is-full]\naccepted = ");
});

test("linking offers proposals and writes the chosen one", async () => {
  const { editor, call, host, answers } = await extension();
  const commands = new Commands(host, call, { command: "node", args: ["hewto.js"] });
  answers.pick = (items) => items[0];
  await commands.link("booking/reserve-a-place#the-crossing-is-full");
  const source = editor.text("Tests/FerryTests/BookingServiceTests.swift");
  expect(source).toContain("[VERIFIES: booking/reserve-a-place#the-crossing-is-full]");
});

test("a test and the page start in a terminal, and only in a workspace that is trusted", async () => {
  const { call, host, answers, terminals, trust } = await extension();
  const commands = new Commands(host, call, { command: "/usr/bin/node", args: ["/x/hewto.js"] });
  const id = "Tests/FerryTests/BookingServiceTests.swift#aFull";
  const answer = await call("hewto.runTest", host.workspace.workspaceFolders?.[0]?.uri.toString(), id);
  await commands.runTest(answer);
  commands.openPage();
  expect(terminals).toEqual([]);
  expect(answers.shown.join("\n")).toContain("The command is: swift test");
  trust();
  await commands.runTest(answer);
  commands.openPage();
  expect(terminals).toMatchObject([
    { sent: ["swift test --filter BookingServiceTests"] },
    { options: { shellPath: "/usr/bin/node", shellArgs: ["/x/hewto.js", "web", "--open"] } },
  ]);
});

test("one command packs an extension that loads, with the program that it starts", async () => {
  const folder = await temporaryFolder();
  execFileSync(process.execPath, ["scripts/make-vsix.mjs", join(folder, "hewto.vsix")]);
  const files = await unzip(readFileSync(join(folder, "hewto.vsix")));
  const types = String(files.get("[Content_Types].xml"));
  for (const name of files.keys()) {
    const type = /\.[a-z0-9]+$/i.exec(name)?.[0] ?? "no extension";
    expect(name === "[Content_Types].xml" || types.includes(`Extension="${type}"`), name).toBe(true);
  }
  const manifest = JSON.parse(String(files.get("extension/package.json")));
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(manifest).toMatchObject({ name: "hewto", publisher: "hewto", version, main: "./dist/extension.js" });
  expect(String(files.get("extension.vsixmanifest"))).toContain(`Version="${version}" Publisher="hewto"`);
  const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  for (const [name, content] of files) {
    const path = join(folder, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, content);
  }
  const main = join(folder, "extension/dist/extension.js");
  const loaded = execFileSync(process.execPath, ["test/support/load-extension.cjs", main], {
    encoding: "utf8",
  });
  expect(JSON.parse(loaded)).toEqual({ exports: ["activate", "deactivate"], commands: declared.sort() });
  const program = join(folder, "extension/server/hewto.js");
  expect(execFileSync(process.execPath, [program, "--version"], { encoding: "utf8" }).trim()).toBe(version);
}, 120_000);
