import type { Page } from "playwright-core";
import type { PageServer } from "./page-server.ts";

/** Opens the page with its token, as a person does first. */
export async function enter(page: Page, { address }: PageServer): Promise<void> {
  await page.goto(address);
  await page.locator("#rail a").first().waitFor({ state: "attached" });
}

/** Opens a place of the page and waits until nothing is loading. */
export async function visit(page: Page, { origin }: PageServer, place: string): Promise<void> {
  await page.goto(`${origin}/${place}`);
  await settled(page);
}

/** Until the view is there and has its first answers. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main :is(h1, .state-title)").first().waitFor({ state: "attached", timeout: 25_000 });
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.locator(".state.loading").first().waitFor({ state: "detached" });
}

/** The addresses of all registered views, in the order of the rail. */
export async function viewsOf(page: Page): Promise<string[]> {
  const links = await page.locator("#rail a").all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute("href")));
  return addresses.flatMap((address) => address ?? []);
}
