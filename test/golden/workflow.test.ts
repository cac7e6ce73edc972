import { describe, expect, it } from "vitest";
import { session } from "../support/session.ts";

const of = (command: string) => command.split(" ");

/** What a person sees, read once by a person: no model answers, so each step writes what rules can. */
const sessions = {
  "features-read": [
    of("hewto features list"),
    of("hewto features list --json"),
    of("hewto features show 001"),
    of("hewto features show borrow-books --json"),
    of("hewto features show 003"),
    of("hewto work list --json"),
    of("hewto work show 002"),
    of("hewto status"),
    of("hewto check"),
    of("hewto run analyze 001"),
    of("hewto run analyze 001 --json"),
    of("hewto run analyze 002"),
    of("hewto tasks export 001"),
  ],
  "features-run": [
    [
      "hewto",
      "run",
      "specify",
      "--description",
      "Readers reserve a book that is lent out, and hear within 5 minutes that it is back.",
    ],
    of("cat specs/003-readers-reserve-book/spec.md"),
    of("hewto run clarify 003"),
    of("hewto run plan 003"),
    of("cat specs/003-readers-reserve-book/plan.md"),
    of("hewto run tasks 003"),
    of("cat specs/003-readers-reserve-book/tasks.md"),
    of("hewto tasks toggle T001 --spec 003"),
    of("hewto tasks toggle T001 --spec 003"),
    of("hewto tasks toggle T999 --spec 003"),
    of("hewto tasks toggle T002"),
    of("hewto run checklist security --spec 003"),
    of("hewto run plan 002"),
    of("hewto run tasks 002"),
    of("hewto run implement 002"),
    of("hewto run converge 001"),
    ["hewto", "run", "constitution", "--description", "Tests first. Small modules."],
    of("hewto features new Lend films"),
    of("git status --short -uall"),
  ],
  worktrees: [
    of("hewto worktree list"),
    of("hewto worktree add 001-borrow-books --dry-run"),
    of("hewto worktree add 001-borrow-books"),
    of("hewto worktree list --json"),
    of("hewto worktree add 001-borrow-books"),
    of("hewto worktree remove 001-borrow-books"),
    of("hewto worktree remove 001-borrow-books"),
    of("git branch --list"),
  ],
  reviews: [
    of("hewto reviews add specs/001-borrow-books/spec.md Name_the_days"),
    of("hewto reviews reply COMMENT Fourteen"),
    ["hewto", "reviews", "add", "specs/001-borrow-books/plan.md", "Which database?", "--line", "13"],
    of("hewto reviews add specs/001-borrow-books/plan.md Where? --line 1300"),
    of("hewto reviews list"),
    of("hewto reviews list 001-borrow-books --json"),
    of("hewto reviews resolve COMMENT Postgres"),
    of("hewto reviews resolve COMMENT"),
    of("hewto reviews reply no-such Text"),
    of("hewto reviews list --all"),
    of("hewto reviews show 001-borrow-books"),
    of("hewto reviews approve 001-borrow-books Good"),
    of("hewto reviews approvals"),
    ["append", "specs/001-borrow-books/spec.md", "\nMore.\n"],
    of("hewto reviews approvals 001-borrow-books --json"),
    of("hewto reviews add nowhere Text"),
    of("git status --short"),
  ],
};

describe("features of spec-kit", { timeout: 120_000 }, () => {
  it.each(Object.entries(sessions))("%s", async (name, commands) => {
    await expect(await session("speckit", commands)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});
