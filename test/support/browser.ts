import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, onTestFinished } from "vitest";
import { launchChromium } from "./chromium.ts";
import { skipTest } from "./skip.ts";

export interface FileBrowser {
  /** A page of its own, with its own cookies; closed when the test ends, which fails if the page had an error. */
  readonly open: (options?: PageOptions) => Promise<Page>;
}

export interface PageOptions extends BrowserContextOptions {
  /** Errors that the test expects on the page's console. */
  readonly expected?: RegExp;
}

/**
 * The one Chromium of a test file, started by the first test that needs it. Where none can be started, its tests are
 * skipped and the summary at the end of the run says why.
 *
 * @example const browser = browserForFile(); it("shows…", async () => { const page = await browser.open(); … });
 */
export function browserForFile(): FileBrowser {
  let started: Promise<Browser | Error> | undefined;
  afterAll(async () => {
    const browser = await started;
    if (browser !== undefined && !(browser instanceof Error)) await browser.close();
  });
  return {
    open: async (options = {}) => {
      started ??= start();
      const browser = await started;
      if (browser instanceof Error) return skipTest(browser.message);
      return openPage(browser, options);
    },
  };
}

async function start(): Promise<Browser | Error> {
  const { chromium } = await import("playwright-core");
  try {
    return await launchChromium((options) => chromium.launch({ ...options }));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function openPage(browser: Browser, { expected, ...options }: PageOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems = problemsOf(page);
  onTestFinished(async () => {
    await context.close();
    const unexpected = problems.filter((problem) => !expected?.test(problem));
    if (unexpected.length > 0) throw new Error(`The page reported: ${unexpected.join("\n")}`);
  });
  page.setDefaultTimeout(10_000);
  return page;
}

/** Uncaught exceptions, failed loads and breaches of the content security policy, as they come. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
  page.on("console", (message) => {
    // A browser reports every fault of an operation; the page shows it, or has no use for it.
    const isFault = /\/api\/\w+$/.test(message.location().url);
    if (message.type() === "error" && !isFault)
      problems.push(`${message.text()} (${message.location().url})`);
  });
  return problems;
}
