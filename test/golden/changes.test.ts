import { describe, expect, it } from "vitest";
import { session } from "../support/session.ts";

const of = (command: string) => command.split(" ");

/** What a person sees, read once by a person: specs and changes of every kind. */
const sessions = {
  specs: [
    of("hewto specs"),
    of("hewto specs list --json"),
    of("hewto specs requirements auth"),
    of("hewto specs requirements broken --json"),
    ["hewto", "specs", "scenario", "auth", "Sign in"],
    ["hewto", "specs", "scenario", "auth", "Sign in", "Right password", "--json"],
    ["hewto", "specs", "scenario", "auth", "Sign in", "No such"],
    of("hewto specs show cart"),
    of("hewto specs show carts"),
    of("hewto specs validate"),
    of("hewto specs validate broken --json"),
    of("hewto specs validate auth --strict"),
    of("hewto specs search password"),
    of("hewto specs search thirty days --json"),
    of("hewto specs blame auth"),
    ["hewto", "specs", "blame", "auth", "Sign in", "--json"],
  ],
  changes: [
    of("hewto changes list"),
    of("hewto changes list --json"),
    of("hewto changes list --archived"),
    of("hewto changes show add-token"),
    of("hewto changes show add-token --diff"),
    of("hewto changes show wrong-in-every-way --diff"),
    of("hewto changes show add-token --json"),
    of("hewto changes status add-token"),
    of("hewto changes status no-deltas --json"),
    of("hewto changes instructions proposal --change add-token"),
    of("hewto changes instructions apply --change add-token"),
    of("hewto changes search token"),
    of("hewto changes schemas"),
    of("hewto work list"),
    of("hewto work show add-token"),
    of("hewto work history"),
    of("hewto status"),
  ],
  "changes-verdicts": [
    of("hewto changes validate"),
    of("hewto changes validate add-token --json"),
    of("hewto changes validate wrong-in-every-way"),
    of("hewto changes validate wrong-in-every-way --json"),
    of("hewto changes validate stacked --strict"),
    of("hewto changes validate empty-cart"),
    of("hewto changes validate begin --archived"),
    of("hewto changes fix wrong-in-every-way"),
    of("hewto check"),
  ],
  archive: [
    of("hewto changes archive add-token"),
    of("hewto changes archive add-token --dry-run --allow-open-tasks"),
    of("hewto changes archive add-token --allow-open-tasks"),
    of("cat openspec/specs/auth/spec.md"),
    of("hewto changes undo add-token"),
    of("git status --short"),
    of("hewto changes archive stacked --allow-open-tasks"),
    of("hewto changes archive wrong-in-every-way --allow-open-tasks"),
    of("hewto changes archive empty-cart"),
    of("hewto changes archive no-deltas"),
    of("hewto changes archive no-deltas --skip-specs --reason Tidy"),
    of("hewto changes archive rename-session add-coupons --json"),
    of("cat openspec/specs/auth/spec.md"),
    of("cat openspec/specs/coupons/spec.md"),
    of("git status --short -uall"),
    of("hewto changes list --archived"),
    of("hewto specs blame auth"),
    of("hewto changes undo no-such"),
  ],
  "moved-since": [
    // Another hand changes what the change repeats: a scenario and the text of the requirement.
    ["write", "openspec/specs/auth/spec.md", await movedSpec()],
    of("git commit -qam Moved"),
    of("hewto changes validate add-token"),
    of("hewto changes validate rename-session"),
    of("hewto changes archive add-token --allow-open-tasks"),
    of("hewto changes rebase add-token"),
    of("hewto changes archive rename-session --dry-run"),
  ],
  edits: [
    ["hewto", "changes", "new", "add-gifts", "--spec", "gifts"],
    of("git status --short -uall"),
    of("cat openspec/changes/add-gifts/specs/gifts/spec.md"),
    of("hewto changes validate add-gifts"),
    of("hewto changes new add-gifts"),
    of("hewto changes new Not-A-Name"),
    of("hewto work tick 1.1 --work add-token"),
    of("hewto tasks toggle 1.2"),
    of("cat openspec/changes/add-token/tasks.md"),
    of("hewto changes fix wrong-in-every-way --yes"),
    of("git diff"),
    of("hewto tasks export add-token --json"),
  ],
};

describe("specs and changes in an OpenSpec project", { timeout: 120_000 }, () => {
  it.each(Object.entries(sessions))("%s", async (name, commands) => {
    await expect(await session("openspec", commands)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});

async function movedSpec(): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const bundle = await readFile(new URL("fixtures/openspec.txt", import.meta.url), "utf8");
  const [, spec = ""] = /^==> openspec\/specs\/auth\/spec.md <==\n([\s\S]*?)\n==> /m.exec(bundle) ?? [];
  return `${spec}\n`
    .replace("- **AND** the time is noted", "- **AND** the time and the place are noted")
    .replace("A session SHALL end after a day.", "A session SHALL end after two days.");
}
