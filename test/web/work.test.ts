import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { browserForFile, type PageOptions } from "../support/browser.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { type PageServer, startPage } from "../support/page-server.ts";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { change, requirement, scenario, spec } from "../support/specs.ts";
import { writeTree } from "../support/temporary.ts";

const browser = browserForFile();
/** Other tests may keep the machine busy. */
const soon = { timeout: 10_000 };
const auth = (then: string) =>
  spec("auth", requirement("Login", scenario("One", then)), requirement("Leave"));
const tasks = "openspec/changes/add-reset/tasks.md";

/** A change that is nearly done, a finished feature, an archived change, and hostile and foreign text. */
function files(): Record<string, string> {
  return {
    "openspec/specs/auth/spec.md": auth("it works"),
    ...change("openspec/changes/add-reset", {
      auth: `## ADDED Requirements\n\n${requirement("Reset")}\n## MODIFIED Requirements\n\n${requirement("Login", scenario("One", "it works at once"))}`,
    }),
    "openspec/changes/add-reset/proposal.md":
      "# Change: Reset <img src=x onerror=alert(1)>\n\n## Why\n\n비밀번호를 잊은 사용자가 다시 들어올 수 없다. <script>alert(1)</script> [x](javascript:alert(1))\n\n## What Changes\n\n- שחזור סיסמה\n",
    [tasks]: "## 1. Work\n\n- [x] 1.1 Dig\n- [ ] 1.2 Fill\n",
    ...change("openspec/changes/archive/2026-01-02-add-login", {
      auth: `## ADDED Requirements\n\n${requirement("Login", scenario("One"))}`,
    }),
    "specs/001-export/spec.md": "# Feature Specification: Export\n\n- **FR-001**: System MUST export.\n",
  };
}

const shared = sharedByFile(async () => startPage(await temporaryRepository(files())));

async function opened(
  { address, origin }: PageServer,
  place: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await browser.open(options);
  await page.goto(address);
  await page.goto(`${origin}/${place}`);
  return page;
}

it("home has four numbers that lead somewhere, what needs you, and the work in flight", async () => {
  const page = await opened(await shared(), "#/");
  expect(page.url()).not.toContain("token");
  await page
    .getByRole("list", { name: "At a glance" })
    .getByRole("link", { name: /in flight/ })
    .waitFor();
  await page.getByRole("heading", { name: "Needs you" }).waitFor();
  await page
    .getByRole("table", { name: /Work in flight/ })
    .getByText("Export")
    .waitFor();
  await page.getByRole("link", { name: /Reset/ }).last().click();
  await page.getByRole("heading", { level: 1, name: /Reset/ }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Home" }).waitFor();
});

it("an empty folder gets three ways to begin", async () => {
  const page = await opened(await startPage(await temporaryRepository({ "a.txt": "x" })), "#/");
  await page.getByRole("heading", { name: "Three ways to begin" }).waitFor();
  await page.getByText("hewto init", { exact: true }).waitFor();
});

it("the board has every format in its column, and a filter that is part of the address", async () => {
  const page = await opened(await shared(), "#/work");
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await column("In progress").getByRole("link", { name: /Reset/ }).waitFor();
  await column("Drafting")
    .getByRole("link", { name: /Export/ })
    .waitFor();
  await column("Archived")
    .getByRole("link", { name: /add-login/ })
    .waitFor();
  await page.getByLabel("Format").selectOption("feature");
  await expect.poll(() => column("In progress").getByRole("link").count(), soon).toBe(0);
  expect(page.url()).toContain("kind=feature");
  await page.reload();
  await column("Drafting")
    .getByRole("link", { name: /Export/ })
    .waitFor();
});

it("the board is filtered by author and worktree, and an item has its runs and commits", async () => {
  const root = await temporaryRepository(files());
  await writeFile(join(root, tasks), "## 1. Work\n\n- [x] 1.1 Dig\n- [ ] 1.2 Fill\n\n");
  const rival = change("openspec/changes/add-second-factor-for-everybody", {
    auth: `## MODIFIED Requirements\n\n${requirement("Login", scenario("One", "it asks twice"))}`,
  });
  await writeTree(root, rival);
  runGit(root, "commit", "-qam", "<b>Dig</b>", "--author", "에이다 <ada@example.com>");
  runGit(root, "worktree", "add", "-q", ".worktrees/001-export", "-b", "001-export");
  const page = await opened(await startPage(root), "#/work");
  const cards = page.locator(".card:not(.quiet) .card-title");
  await page.getByText("overlaps add-second-factor-for-everybody").waitFor();
  const isCut = (columns: { scrollWidth: number; clientWidth: number }[]) =>
    columns.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await page.locator(".column").evaluateAll(isCut)).toBe(false);
  await page.getByLabel("Author").selectOption("에이다");
  await expect.poll(() => cards.allTextContents(), soon).toEqual([expect.stringContaining("Reset")]);
  await page.goto(`${new URL(page.url()).origin}/#/work?worktree=.worktrees%2F001-export`);
  await expect.poll(() => cards.allTextContents(), soon).toEqual(["Export"]);
  await page.goto(`${new URL(page.url()).origin}/#/work/add-reset?tab=history`);
  await page
    .getByRole("row", { name: /에이다/ })
    .getByText("<b>Dig</b>")
    .waitFor();
  await page.getByRole("link", { name: "Runs" }).click();
  await page.getByText("hewto work run add-reset").waitFor();
});

it("hostile text in a document is text, and other scripts are shown", async () => {
  const page = await opened(await shared(), "#/work/add-reset");
  await page.getByText("비밀번호를 잊은").waitFor();
  await page.getByText("שחזור סיסמה").waitFor();
  expect(await page.locator(".markdown script, .markdown img, .markdown a[href^=javascript]").count()).toBe(
    0,
  );
  expect(await page.locator(".markdown").textContent()).toContain("<script>alert(1)</script>");
});

it("the redline shows words, and a task is ticked in its file with the command next to it", async () => {
  const root = await temporaryRepository(files());
  const page = await opened(await startPage(root, { write: true }), "#/work/add-reset?tab=redline");
  const login = page.getByRole("article").filter({ hasText: "Login" });
  await expect.poll(() => login.locator("ins").allTextContents(), soon).toEqual([" at once"]);
  await page.getByRole("link", { name: /^Tasks/ }).click();
  await page.getByLabel(/Fill/).click();
  await page.getByText("hewto work tick 1.2 --work add-reset").waitFor();
  await expect.poll(() => readFileSync(join(root, tasks), "utf8"), soon).toContain("- [x] 1.2 Fill");
  await expect.poll(() => page.getByLabel(/Fill/).isChecked(), soon).toBe(true);
});

it("a file that an agent writes is on the page a moment later", async () => {
  const root = await temporaryRepository(files());
  const page = await opened(await startPage(root), "#/work/add-reset?tab=tasks");
  await page.getByLabel(/Fill/).waitFor();
  await writeFile(join(root, tasks), "## 1. Work\n\n- [x] 1.1 Dig\n- [ ] 1.2 Fill\n- [ ] 1.3 Sweep\n");
  await page.getByLabel(/Sweep/).waitFor();
});

it("archiving shows the redline first, then writes; undo brings everything back", async () => {
  const root = await temporaryRepository(files());
  const page = await opened(await startPage(root, { write: true }), "#/work/add-reset", {
    // What was archived is not in flight.
    expected: /404/,
  });
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 added, 1 modified").waitFor();
  await dialog.getByText("hewto work archive add-reset").first().waitFor();
  await dialog.getByLabel(/Archive with 1 open task/).check();
  await dialog.getByText("--allow-open-tasks").waitFor();
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByRole("region", { name: "Archived" }).getByText("add-reset").waitFor();
  expect(readFileSync(join(root, "openspec/specs/auth/spec.md"), "utf8")).toContain("it works at once");
  await page.goto(`${new URL(page.url()).origin}/#/work/add-reset`);
  await page.getByRole("button", { name: "Undo the archive" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the archive", exact: true }).click();
  await page.getByRole("button", { name: "Validate" }).waitFor();
  expect(readFileSync(join(root, "openspec/specs/auth/spec.md"), "utf8")).toBe(auth("it works"));
});

it("a conflict shows both sides since the change was written", async () => {
  const root = await temporaryRepository(files());
  await writeFile(join(root, "openspec/specs/auth/spec.md"), auth("it works tomorrow"));
  const page = await opened(await startPage(root), "#/work/add-reset?tab=redline");
  const login = page.getByRole("article").filter({ hasText: "Login" });
  await login.getByText("conflict", { exact: true }).waitFor();
  const inserted = await login.locator("ins").allTextContents();
  expect(inserted.join(" ")).toMatch(/tomorrow.* at once/s);
});

it("a spec shows requirements with steps, evidence, open work and the change that brought them", async () => {
  const page = await opened(await shared(), "#/specs");
  await page.getByRole("link", { name: "auth", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "auth" }).waitFor();
  await page.getByText("Open work on it:").waitFor();
  await page.locator("[data-requirement=Login]").getByText("added by").waitFor();
  await page.locator("[data-requirement=Login]").getByText("open", { exact: true }).waitFor();
  await page.getByRole("navigation", { name: "Requirements" }).getByRole("link", { name: "Leave" }).click();
  expect(page.url()).toContain("requirement=Leave");
});

it("keys do what the sheet says: go, move, open, search", async () => {
  const page = await opened(await shared(), "#/");
  await page.getByRole("heading", { name: "Home" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Search everything").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByRole("link", { name: /Export/ }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Export" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("auth");
  await page.getByRole("option", { name: /Spec auth/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url(), soon).toContain("#/specs/auth");
});

it("a server that is killed is noticed, and the page goes on by itself when it is back", async () => {
  const root = await temporaryRepository(files());
  const first = await startPage(root);
  const page = await browser.open({ expected: /ERR_CONNECTION_REFUSED|Failed to load|INCOMPLETE_CHUNKED/ });
  await page.goto(first.address);
  await page.goto(`${first.origin}/#/work/add-reset?tab=tasks`);
  await page.getByLabel(/Fill/).waitFor();
  await first.kill();
  await page.getByText("The server does not answer").waitFor();
  await writeFile(join(root, tasks), "## 1. Work\n\n- [ ] 1.9 Written meanwhile\n");
  await startPage(root, { port: Number(new URL(first.origin).port) });
  await page.getByLabel(/Written meanwhile/).waitFor();
  await expect.poll(() => page.getByText("The server does not answer").count(), soon).toBe(0);
});

it("everything is readable at 400 pixels: nothing scrolls sideways", async () => {
  const server = await shared();
  const page = await browser.open({ viewport: { width: 400, height: 800 } });
  await page.goto(server.address);
  for (const place of [
    "#/",
    "#/work",
    "#/work/add-reset",
    "#/work/add-reset?tab=redline",
    "#/specs",
    "#/specs/auth",
  ]) {
    await page.goto(`${server.origin}/${place}`);
    await page.locator("main h1").waitFor();
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, place).toBeLessThanOrEqual(400);
  }
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
});
