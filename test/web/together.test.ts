import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { browserForFile } from "../support/browser.ts";
import { hewto } from "../support/bundle.ts";
import { startPage } from "../support/page-server.ts";
import { enter, visit } from "../support/page-walk.ts";
import { specsWorkspace } from "../support/page-workspaces.ts";
import { temporaryRepository } from "../support/repository.ts";

const browser = browserForFile();
const run = promisify(execFile);
const tasks = "openspec/changes/speed-up-0/tasks.md";

it("two browsers and an agent tick tasks at once: none is lost, and both pages show all of them", async () => {
  const root = await temporaryRepository(specsWorkspace(1));
  const boxes = Array.from({ length: 6 }, (_, index) => `- [ ] 1.${index + 1} Step ${index + 1}`);
  await writeFile(join(root, tasks), `## 1. Work\n\n${boxes.join("\n")}\n`);
  const server = await startPage(root, { write: true });
  const [first, second] = [await browser.open(), await browser.open()];
  for (const page of [first, second]) {
    await enter(page, server);
    await visit(page, server, "#/work/speed-up-0?tab=tasks");
    await page.getByRole("checkbox").nth(5).waitFor();
  }
  const agent = (task: string) =>
    run(process.execPath, [hewto, "work", "tick", task, "--work", "speed-up-0", "--workspace", root]);
  await Promise.all([
    first.getByRole("checkbox").nth(0).click(),
    second.getByRole("checkbox").nth(1).click(),
    agent("1.3"),
  ]);
  await Promise.all([
    first.getByRole("checkbox").nth(3).click(),
    second.getByRole("checkbox").nth(4).click(),
    agent("1.6"),
  ]);
  await expect.poll(() => readFileSync(join(root, tasks), "utf8").match(/\[x\]/g)?.length).toBe(6);
  for (const page of [first, second])
    await expect.poll(() => page.getByRole("checkbox", { checked: true }).count()).toBe(6);
});

it("a server that is killed and started again is noticed, and the page goes on without a reload", async () => {
  const root = await temporaryRepository(specsWorkspace(1));
  const server = await startPage(root);
  const page = await browser.open({ expected: /ERR_CONNECTION|ERR_INCOMPLETE|Failed to load/ });
  await enter(page, server);
  await visit(page, server, "#/trace");
  await server.kill();
  await page.getByText("The server does not answer").waitFor();
  const spec = join(root, "openspec/specs/crossing-0000/spec.md");
  await writeFile(spec, readFileSync(spec, "utf8").replaceAll("Departure 0.1", "Arrival"));
  await startPage(root, { port: Number(new URL(server.origin).port) });
  await page.getByText("The server does not answer").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Arrival" }).waitFor();
});
