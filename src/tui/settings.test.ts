import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../test/support/temporary.ts";
import { tuiSettings } from "./settings.ts";

test("the file named by --config overrides the project's and the user's file for the app's own settings too", async () => {
  const root = await temporaryTree({
    "hewto.toml": "[ui]\nmax_parallel_runs = 2\n",
    ".config/hewto/config.toml": "[ui]\nmax_parallel_runs = 3\n",
    "named.toml": "[ui]\nmax_parallel_runs = 4\n",
  });
  const runs = async (file: string | undefined) => {
    const settings = await tuiSettings({ root }, { HOME: root }, file);
    return settings.ok ? settings.value.maxRuns : settings.fault.message;
  };
  expect([await runs(undefined), await runs(join(root, "named.toml"))]).toEqual([3, 4]);
});
