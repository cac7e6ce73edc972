import type { Page } from "playwright-core";
import { afterEach, expect, it, vi } from "vitest";
import { browserForFile } from "../support/browser.ts";

afterEach(() => vi.unstubAllEnvs());

const page =
  "<!doctype html><title>Ferry</title><b>한국어 中文 עברית</b><script>document.body.append(1 + 1)</script>";

/** Without a font there is a document, but no text to see. */
async function expectShown(tab: Page): Promise<void> {
  expect(await tab.locator("body").textContent()).toContain("עברית");
  expect((await tab.getByText("한국어 中文 עברית").boundingBox())?.width).toBeGreaterThan(50);
  expect(await tab.evaluate("document.body.lastChild.data")).toBe("2");
}

const installed = browserForFile();
it("starts the machine's Chromium, or the one that npm brought", async () => {
  const tab = await installed.open();
  await tab.setContent(page);
  await expectShown(tab);
});

const packaged = browserForFile();
it("starts the Chromium that npm brought where the machine has none", async () => {
  vi.stubEnv("HEWTO_CHROMIUM", "/nowhere/chromium");
  const tab = await packaged.open();
  await tab.setContent(page);
  await expectShown(tab);
});
