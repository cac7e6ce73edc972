import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { browserForFile } from "../support/browser.ts";
import { hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { runHere } from "../support/cli.ts";
import { hostileWorkspace, script } from "../support/page-workspaces.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

const browser = browserForFile();
const run = promisify(execFile);

async function exported(workspace: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const folder = join(await temporaryFolder(), "site");
  const words = [hewto, "web", "--export", folder, "--workspace", workspace];
  const { stdout } = await run(process.execPath, words, { env: { ...process.env, ...env } });
  expect(stdout).toContain("Open its index.html.");
  return folder;
}

const ferry = sharedByFile(async () => {
  const root = join(await temporaryFolder(), "ferry");
  await cp(resolve("examples/ferry"), root, { recursive: true });
  const words = ["reviews", "add", "add-waiting-list", "How <i>long</i> does a place wait?"];
  expect(await runHere([...words, "--workspace", root])).toMatchObject({ code: 0 });
  const home = await temporaryTree({
    ".claude/skills/of-the-machine/SKILL.md":
      "---\nname: of-the-machine\ndescription: Private.\n---\n\nText\n",
  });
  return exported(root, { HOME: home });
});

it("an export opens from a folder, without a server, and every view has its data", async () => {
  const page = await browser.open();
  await page.goto(pathToFileURL(join(await ferry(), "index.html")).href);
  const rail = page.getByRole("navigation", { name: "Views" });
  await rail.getByRole("link").first().waitFor();
  for (const title of await rail.getByRole("link").allTextContents()) {
    await rail.getByRole("link", { name: title, exact: true }).click();
    await page.locator("main :is(h1, .ask-bar, .state-title)").first().waitFor();
    await page.locator(".state.loading").first().waitFor({ state: "detached" });
    expect(await page.locator(".state.error .state-title").allTextContents(), title).toEqual([]);
    // What happens now cannot be in an export, and it says so.
    const isLive = await page.getByText(`An export has no ${title}`).count();
    expect(isLive, title).toBe(["Activity", "Code"].includes(title) ? 1 : 0);
  }
});

it("an export has the project's skills and settings and the reviews, and nothing of the machine", async () => {
  const folder = await ferry();
  const page = await browser.open();
  const index = pathToFileURL(join(folder, "index.html")).href;
  await page.goto(`${index}#/skills`);
  await page.getByRole("link", { name: "claude:cancel-crossing" }).waitFor();
  await page.goto(`${index}#/settings`);
  await page.getByText("openspec/specs").waitFor();
  expect(await page.getByRole("heading", { name: "Hosts" }).count()).toBe(0);
  await page.goto(`${index}#/reviews`);
  await page.getByRole("link", { name: "How <i>long</i> does a place wait?" }).click();
  await page.getByRole("heading", { level: 1, name: "add-waiting-list" }).waitFor();
  await page.goto(`${index}#/work/add-waiting-list?tab=history`);
  await page.getByText("No history yet").waitFor();
  const data = readdirSync(join(folder, "data")).map((name) =>
    readFileSync(join(folder, "data", name), "utf8"),
  );
  expect(data.join("")).not.toContain("of-the-machine");
});

it("rows of an export open too", async () => {
  const page = await browser.open();
  const index = pathToFileURL(join(await ferry(), "index.html")).href;
  await page.goto(`${index}#/trace`);
  await page.getByRole("link", { name: "Cancel a booking" }).first().click();
  await page.getByRole("region", { name: "Requirement Cancel a booking" }).getByText("WHEN").waitFor();
  await page.goto(`${index}#/graph?around=${encodeURIComponent("spec:openspec:booking")}`);
  await page.getByRole("cell", { name: "changes booking" }).waitFor();
});

it("an export names no folder of the machine that made it, and runs nothing of the repository", async () => {
  const workspace = await temporaryTree(hostileWorkspace());
  const folder = await exported(workspace);
  for (const name of readdirSync(join(folder, "data")))
    expect(readFileSync(join(folder, "data", name), "utf8")).not.toContain(workspace);
  const page = await browser.open();
  await page.goto(`${pathToFileURL(join(folder, "index.html")).href}#/trace`);
  await page.getByText(script).first().waitFor();
  expect(await page.evaluate("window.hacked")).toBeUndefined();
});

it("an export replaces an earlier one, and nothing else", async () => {
  const folder = await ferry();
  const workspace = await temporaryTree({ "notes.md": "mine" });
  const again = await run(process.execPath, [hewto, "web", "--export", folder, "--workspace", workspace]);
  expect(again.stdout).toContain("Wrote");
  const refused = await run(process.execPath, [
    hewto,
    "web",
    "--export",
    workspace,
    "--workspace",
    workspace,
  ]).catch((error: { code: number; stderr: string }) => error);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is not empty") });
  expect(readdirSync(workspace).filter((name) => !name.startsWith("."))).toEqual(["notes.md"]);
});
