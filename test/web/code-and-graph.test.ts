import { expect, it } from "vitest";
import { browserForFile } from "../support/browser.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { startPage } from "../support/page-server.ts";
import { enter, visit } from "../support/page-walk.ts";
import { specsWorkspace } from "../support/page-workspaces.ts";
import { temporaryRepository } from "../support/repository.ts";

const browser = browserForFile();
const ten = sharedByFile(async () =>
  startPage(await temporaryRepository(specsWorkspace(10)), { write: true }),
);

it("code that was never indexed is indexed from the page; then words, symbols and questions find it", async () => {
  const server = await ten();
  const page = await browser.open();
  await enter(page, server);
  await visit(page, server, "#/code?q=announce3");
  await page.getByRole("button", { name: "Index the code" }).click();
  const preview = page.getByRole("region", { name: /Preview of src\/crossing-/ });
  await preview.waitFor();
  await page.getByLabel("Search the code").fill("announce5");
  await page.getByRole("list", { name: "Results" }).getByText("announce5", { exact: true }).click();
  expect(page.url()).toContain("q=announce5");
  await page
    .getByRole("region", { name: "Preview of src/crossing-5.ts" })
    .getByText("Callers and callees")
    .click();
  await page.getByRole("heading", { name: /^announce5/ }).waitFor();
  const callers = page.locator(".neighbors section").filter({ hasText: "Called by" });
  await callers.getByText("announce6").waitFor();
  await visit(page, server, "#/code/ask?q=who+calls+announce4");
  await page.getByRole("list", { name: "Steps" }).getByText("announce5").first().waitFor();
});

it("the graph draws work, specs and code, says the same in a table, and shows what is around one node", async () => {
  const server = await ten();
  const page = await browser.open();
  await enter(page, server);
  await visit(page, server, "#/graph");
  await page.locator(".node.work").first().waitFor();
  expect(await page.locator(".edge.changes").count()).toBe(1);
  const row = page.getByRole("row").filter({ hasText: "speed-up-0" }).first();
  expect(await row.textContent()).toContain("changes crossing-0000");
  await row.getByRole("link", { name: "Around it: speed-up-0" }).click();
  await expect.poll(() => page.locator(".node").count()).toBe(2);
  await page.getByRole("button", { name: "Work" }).click();
  await expect.poll(() => page.locator(".node.work").count()).toBe(0);
});

it("the treemap colors files by evidence and opens the requirements of one", async () => {
  const server = await ten();
  const page = await browser.open();
  await enter(page, server);
  await visit(page, server, "#/graph/treemap");
  await page.locator(".leaf.claimed").first().waitFor();
  expect(await page.locator(".leaf").count()).toBe(20);
  await page.getByRole("link", { name: "test/crossing-3.test.ts", exact: true }).click();
  await page.getByText(/^1 of \d+ rows$/).waitFor();
});
