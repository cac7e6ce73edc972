import { expect, it } from "vitest";
import { browserForFile } from "../support/browser.ts";
import { startPage } from "../support/page-server.ts";
import { enter, viewsOf, visit } from "../support/page-walk.ts";
import { specsWorkspace } from "../support/page-workspaces.ts";
import { temporaryTree } from "../support/temporary.ts";

const browser = browserForFile();
/** Other tests may keep the machine busy. */
const soon = { timeout: 60_000 };

it.each([1, 50, 500])(
  "a workspace of %i specs: every view says how much there is, and what is looked for is found",
  async (specs) => {
    const requirements = 3 * specs;
    const changes = Math.ceil(specs / 10);
    const server = await startPage(await temporaryTree(specsWorkspace(specs)));
    const page = await browser.open();
    await enter(page, server);
    await visit(page, server, "#/home");
    const numbers = page.getByRole("list", { name: "At a glance" });
    await numbers.getByText(specs === 1 ? "in 1 spec" : `in ${specs} specs`).waitFor(soon);
    await numbers
      .getByText(`${requirements} without a test`)
      .or(numbers.getByText("no test results"))
      .waitFor(soon);
    await visit(page, server, "#/work");
    await expect.poll(() => page.locator(".card").count(), soon).toBe(changes);
    await visit(page, server, "#/specs");
    await page.getByText(`${requirements} requirements in`).waitFor(soon);
    await page.getByLabel("Filter by name").fill("crossing-0000");
    await expect.poll(() => page.locator("main [data-row]").count(), soon).toBe(1);
    await page.getByRole("link", { name: "crossing-0000", exact: true }).click();
    await page.getByText("announce departure 2 of crossing 0").waitFor(soon);
    await visit(page, server, "#/trace");
    await page.getByText(`${requirements} rows`, { exact: true }).waitFor(soon);
    await page.getByLabel("Filter requirements").fill("crossing-0000/departure-00");
    await page.getByText(`1 of ${requirements} rows`).waitFor(soon);
    await page.keyboard.press("Escape");
    for (const place of await viewsOf(page)) {
      await visit(page, server, place);
      expect(await page.locator(".state.error").allTextContents(), place).toEqual([]);
    }
    await page.locator("main").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("crossing-0000");
    await page.getByRole("option", { name: /Spec crossing-0000/ }).waitFor(soon);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url(), soon).toContain("#/specs/crossing-0000");
  },
  180_000,
);
