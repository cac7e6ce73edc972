import { join } from "node:path";
import { expect, test } from "vitest";
import { hostilePaths } from "../corpus/paths.ts";
import { cli } from "../support/cli.ts";
import { everythingOutside, hostileWorkspace, SECRET } from "./outside.ts";

/** One in so many of all combinations; `npm run test:hostile` tries every one. */
const EVERY = process.env["HEWTO_HOSTILE"] ? 1 : 197;

/** Commands that take a name, an address or a path of something in the workspace, with a place for it. */
const commands: readonly (readonly string[])[] = [
  ["specs", "show", "X"],
  ["specs", "validate", "X"],
  ["changes", "show", "X"],
  ["changes", "validate", "X"],
  ["changes", "new", "X"],
  ["changes", "archive", "X"],
  ["changes", "undo", "X"],
  ["features", "show", "X"],
  ["tasks", "toggle", "T001", "--spec", "X"],
  ["skills", "load", "X"],
  ["skills", "remove", "X"],
  ["skills", "disable", "X"],
  ["artifacts", "show", "X"],
  ["artifacts", "create", "specification", "X"],
  ["artifacts", "delete", "X"],
  ["artifacts", "template", "set", "specification", "X"],
  ["worktree", "add", "X"],
];

test("no argument of a command reads or writes a file outside the workspace", async () => {
  const { folder, root, outside } = await hostileWorkspace();
  const home = join(folder, "home");
  const env = { HOME: home, XDG_CACHE_HOME: join(home, ".cache"), XDG_CONFIG_HOME: join(home, ".config") };
  const attempts = hostilePaths(root, outside)
    .flatMap((path) => commands.map((words) => words.map((word) => (word === "X" ? path : word))))
    .filter((_, at) => at % EVERY === 0);
  expect(attempts.length).toBeGreaterThan(EVERY === 1 ? 8000 : 40);
  const before = everythingOutside(folder);
  const leaks: (readonly string[])[] = [];
  for (const words of attempts) {
    const { output, errors } = await cli(words, { cwd: root, env });
    if ((output + errors).includes(SECRET)) leaks.push(words);
  }
  expect(leaks).toEqual([]);
  expect(everythingOutside(folder)).toEqual(before);
}, 3_600_000);
