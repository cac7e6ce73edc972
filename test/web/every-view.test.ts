import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import * as z from "zod";
import { browserForFile } from "../support/browser.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { startPage } from "../support/page-server.ts";
import { enter, settled, viewsOf, visit } from "../support/page-walk.ts";
import { hostileWorkspace, specsWorkspace } from "../support/page-workspaces.ts";
import { temporaryRepository } from "../support/repository.ts";
import { temporaryTree } from "../support/temporary.ts";

const browser = browserForFile();
const axe = readFileSync(createRequire(resolve("package.json")).resolve("axe-core/axe.min.js"), "utf8");
const Violations = z.array(
  z.object({ id: z.string(), impact: z.string().nullish(), where: z.array(z.string()) }),
);

/** Serious violations in the view as it is, each with the elements concerned. */
async function violations(page: Page, rules: object = {}) {
  await page.evaluate(axe);
  const found = await page.evaluate(`axe
    .run(document, ${JSON.stringify({ resultTypes: ["violations"], ...rules })})
    .then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) })))`);
  return Violations.parse(found).filter(({ impact }) => impact === "serious" || impact === "critical");
}

const dozen = sharedByFile(async () =>
  startPage(await temporaryRepository(specsWorkspace(12)), { write: true }),
);

/** Places inside the views. */
const inner = [
  "#/work/speed-up-0",
  "#/work/speed-up-0?tab=runs",
  "#/work/speed-up-0?tab=history",
  "#/specs/crossing-0000",
  "#/reviews/crossing-0000",
  "#/activity?tab=runs",
  "#/trace/crossing-0000%2Fdeparture-00%23on-time",
  "#/trace?tab=tags",
  "#/trace?tab=export",
  "#/graph/treemap",
  "#/code/ask?q=who+calls+announce0",
];

/** The dark view is the same document in other colors. */
const ofColors = { runOnly: ["color-contrast", "link-in-text-block"] };

it.each([
  ["light", {}],
  ["dark", ofColors],
] as const)(
  "axe finds no serious violation in any view, %s",
  async (colorScheme, rules) => {
    const server = await dozen();
    const page = await browser.open({ colorScheme });
    await enter(page, server);
    const found: object[] = [];
    for (const place of [...(await viewsOf(page)), ...inner]) {
      await visit(page, server, place);
      for (const violation of await violations(page, rules)) found.push({ place, ...violation });
    }
    expect(found).toEqual([]);
  },
  90_000,
);

it("every view is readable at 400 pixels: nothing but drawings and code is wider than the screen", async () => {
  const server = await dozen();
  const page = await browser.open({ viewport: { width: 400, height: 800 } });
  await enter(page, server);
  for (const place of await viewsOf(page)) {
    await visit(page, server, place);
    expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBeLessThanOrEqual(400);
  }
});

it("hostile texts, names and sizes run nothing, break no layout and stop no view", async () => {
  const server = await startPage(await temporaryTree(hostileWorkspace()), { write: true });
  const page = await browser.open();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await enter(page, server);
  const places = [
    ...(await viewsOf(page)),
    ...["script", "korean", "chinese", "hebrew", "long", "ansi"].map((spec) => `#/specs/${spec}`),
    `#/work/${encodeURIComponent("<b>bold")}`,
  ];
  for (const place of places) {
    await visit(page, server, place);
    expect(await page.evaluate("window.hacked"), place).toBeUndefined();
    expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBeLessThanOrEqual(1280);
    expect(await page.locator(".state.error").allTextContents(), place).toEqual([]);
    expect(await page.locator("main img, main iframe, main script").count(), place).toBe(0);
  }
  expect(asked.filter((url) => !url.startsWith(server.origin))).toEqual([]);
}, 120_000);

it("a workspace without anything says in every view what to do", async () => {
  const server = await startPage(await temporaryTree({ "README.md": "# Empty\n" }));
  const page = await browser.open();
  await enter(page, server);
  for (const place of await viewsOf(page)) {
    await visit(page, server, place);
    expect((await page.locator("main").textContent())?.length ?? 0, place).toBeGreaterThan(20);
    expect(await page.locator(".state.error").allTextContents(), place).toEqual([]);
  }
});

it("keys move between views and rows, and back and forward work", async () => {
  const server = await dozen();
  const page = await browser.open();
  await enter(page, server);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.getByText(/\d+ rows/).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.locator(".panel").waitFor();
  await page.goBack();
  await page.locator(".panel").waitFor({ state: "detached" });
  await page.goForward();
  await page.locator(".panel").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await settled(page);
  await page.locator(".drawing").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".node.selected").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/(?:specs|work|code)/);
});
