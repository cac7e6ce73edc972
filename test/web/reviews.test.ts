import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { browserForFile } from "../support/browser.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { type PageServer, startPage } from "../support/page-server.ts";
import { temporaryRepository } from "../support/repository.ts";
import { change, requirement, spec } from "../support/specs.ts";

const browser = browserForFile();
const folder = "openspec/changes/add-reset";

const server = sharedByFile(async () => {
  const root = await temporaryRepository({
    "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
    ...change(folder, { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
    [`${folder}/design.md`]:
      "# Design\n\nUse **one** table. <script>alert(1)</script>\n\n비밀번호를 다시 설정한다.\n",
  });
  return { root, ...(await startPage(root, { write: true })) };
});

async function openReview(server: PageServer, file: string, page: Page): Promise<void> {
  await page.goto(server.address);
  await page.goto(`${server.origin}/#/reviews/${encodeURIComponent(folder)}?file=${file}`);
}

/** Runs in the page. */
const selectWords = `(wanted) => {
  const walker = document.createTreeWalker(document.querySelector(".review-document"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(wanted);
    if (at >= 0) return getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + wanted.length);
  }
}`;

/** Selects the words in the document as a person would with the mouse. */
async function select(page: Page, words: string): Promise<void> {
  await page.locator(".review-document").getByText(words).first().waitFor();
  await page.evaluate(`(${selectWords})(${JSON.stringify(words)})`);
  await page.getByRole("button", { name: "Comment", exact: true }).waitFor();
}

it("selected words are commented on, the comment is a file beside the change, and it is answered and resolved", async () => {
  const running = await server();
  const page = await browser.open();
  await openReview(running, "proposal.md", page);
  await select(page, "once they have left");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("hewto reviews add", { exact: false }).waitFor();
  await dialog.getByRole("textbox").fill("How long is <b>left</b>?");
  await dialog.getByRole("button", { name: "Save the comment" }).click();
  const comment = page.getByRole("region", { name: /Comment by/ }).filter({ hasText: "How long is" });
  await comment.getByText("How long is <b>left</b>?").waitFor();
  expect(page.url()).toContain("comment=");
  const files = readdirSync(join(running.root, folder, "reviews"));
  const text = readFileSync(join(running.root, folder, "reviews", files[0] ?? ""), "utf8");
  expect(text).toContain("quote: once they have left");
  expect(text).toContain("heading: Why");

  await comment.getByLabel("Your answer").fill("A year.");
  await comment.getByRole("button", { name: "Reply" }).click();
  await comment.getByText("A year.").waitFor();
  await comment.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("Resolved", { exact: false }).first().waitFor();
  await page.goto(`${running.origin}/#/reviews?state=resolved`);
  await page.getByRole("link", { name: "How long is <b>left</b>?" }).click();
  await page.getByRole("button", { name: "Open again" }).click();
  await page.getByRole("button", { name: "Resolve" }).waitFor();
});

it("an approval shows as changed as soon as a file changes, without a reload", async () => {
  const running = await server();
  const page = await browser.open();
  await openReview(running, "design.md", page);
  await page.getByText("비밀번호를 다시").waitFor();
  await page.getByText("<script>alert(1)</script>").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("hewto reviews approve", { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText("approved", { exact: true }).waitFor();
  writeFileSync(join(running.root, folder, "design.md"), "# Design\n\nUse two tables.\n");
  await page.getByText("changed since", { exact: true }).waitFor();
  await page.getByText("changed: design.md").waitFor();
  await page.getByText("Use two tables.").waitFor();
});

it("a read-only page shows the command instead of saving", async () => {
  const running = await server();
  const readOnly = await startPage(running.root);
  const page = await browser.open({ colorScheme: "dark", viewport: { width: 400, height: 800 } });
  await openReview(readOnly, "tasks.md", page);
  await select(page, "Do it");
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("This page is read-only.").waitFor();
  expect(await dialog.getByRole("button", { name: "Save the comment" }).count()).toBe(0);
});
