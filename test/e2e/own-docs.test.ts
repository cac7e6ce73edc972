import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHewto } from "../../src/library/hewto.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** What a newcomer asks, and the page that answers. */
const questions: readonly (readonly [question: string, page: RegExp])[] = [
  ["how do I install it", /getting-started/],
  ["how do I connect Claude Code", /README|hosts|getting-started/],
  ["how do I stop a pull request that breaks a spec", /gate-pull-requests|check/],
  ["does it send my code anywhere", /security/],
  ["how do I switch from OpenSpec", /switching|adopt/],
  ["how do I undo an archive", /specs|commands/],
  ["which programming languages does search understand", /code/],
  ["how do I link a test to a requirement", /trace|verifiable-specs/],
  ["how do I upgrade from 0.1.0", /upgrade/],
  ["how do I run it for a whole team", /team/],
  ["why is my skill not shown to the agent", /skills/],
  ["how do I let an agent write the code", /workflow/],
  ["can I use it from my own JavaScript program", /library/],
  ["does it work in Neovim", /editors/],
  ["something does not work, what now", /getting-started/],
];

test("the docs answer what newcomers ask: the right page is among the first three, and mostly the first", async () => {
  const workspace = await temporaryFolder();
  for (const name of ["docs", "README.md"]) cpSync(name, join(workspace, name), { recursive: true });
  const hewto = await openHewto({ workspace });
  await hewto.indexCodebase({ path: workspace });
  const ranks: [string, number][] = [];
  for (const [query, page] of questions) {
    const { results } = await hewto.searchDocs({ query, limit: 3 });
    ranks.push([query, results.findIndex(({ path }) => page.test(path))]);
  }
  expect(ranks.filter(([, rank]) => rank < 0)).toEqual([]);
  expect(ranks.filter(([, rank]) => rank === 0).length).toBeGreaterThanOrEqual(10);
}, 60_000);
