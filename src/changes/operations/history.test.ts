import { describe, expect, test } from "vitest";
import { temporaryRepository } from "../../../test/support/repository.ts";
import { change, openPlace, requirement, spec, specPlace } from "../../../test/support/specs.ts";
import { blameSpec } from "./blame.ts";
import { searchChangesOperation } from "./search-changes.ts";

const why = (text: string) => `# Change: ${text}\n\n## Why\n\n${text} is needed.\n\n## What Changes\n\n- x\n`;
const archive = "openspec/changes/archive";

const tree = {
  "openspec/specs/auth/spec.md": spec("auth", requirement("Sign in"), requirement("By hand")),
  ...change(`${archive}/2026-01-01-add-login`, {
    auth: `## ADDED Requirements\n\n${requirement("Login")}\n${requirement("Logout")}`,
  }),
  [`${archive}/2026-01-01-add-login/proposal.md`]: why("A way in"),
  ...change(`${archive}/2026-02-02-rename-login`, {
    auth: "## RENAMED Requirements\n\n### Requirement: Login → Sign in\n\n## REMOVED Requirements\n\n### Requirement: Logout\n\n**Reason**: x\n",
  }),
  [`${archive}/2026-02-02-rename-login/proposal.md`]: why("A better name"),
  ...change(`${archive}/2026-03-03-dropped`, {
    auth: `## MODIFIED Requirements\n\n${requirement("Sign in")}`,
  }),
  [`${archive}/2026-03-03-dropped/.hewto-archive.json`]: '{"version":1,"skip_specs":true,"reason":"no"}\n',
};

describe("specs blame", () => {
  test("says which change brought a requirement and which changed it last, across a renaming", async () => {
    const place = await specPlace(tree);
    const { value, message } = await place.call(blameSpec, { spec_id: "auth" });
    expect(value.requirements).toEqual([
      {
        name: "Sign in",
        line: expect.any(Number),
        history: [
          { change_id: "2026-01-01-add-login", operation: "added" },
          { change_id: "2026-02-02-rename-login", operation: "renamed", from: "Login" },
        ],
      },
      { name: "By hand", line: expect.any(Number), history: [] },
    ]);
    expect(value.changes).toMatchObject([
      { change_id: "2026-01-01-add-login", title: "A way in", why: "A way in is needed." },
      { change_id: "2026-02-02-rename-login", path: `${archive}/2026-02-02-rename-login` },
    ]);
    expect(message).toContain(
      'Sign in: added by 2026-01-01-add-login, last renamed from "Login" by 2026-02-02-rename-login',
    );
    expect(message).toContain("By hand: no archived change names it.");
  });

  test("of one requirement gives the reasons, and finds one that was removed", async () => {
    const place = await specPlace(tree);
    const one = await place.call(blameSpec, { spec_id: "auth", requirement: "sign  in" });
    expect(one.message).toContain("added by 2026-01-01-add-login\n    A way in is needed.");
    const gone = await place.call(blameSpec, { spec_id: "auth", requirement: "Logout" });
    expect(gone.value.requirements).toMatchObject([
      { name: "Logout", history: [{ operation: "added" }, { operation: "removed" }] },
    ]);
    expect(await place.call(blameSpec, { spec_id: "auth", requirement: "Sgn in" })).toMatchObject({
      code: "requirement_not_found",
      message: expect.stringContaining("Did you mean `Sign in`"),
    });
  });

  test("names the commit of a requirement that no archived change brought", async () => {
    const place = await openPlace(await temporaryRepository(tree));
    const { value, message } = await place.call(blameSpec, { spec_id: "auth", requirement: "By hand" });
    expect(value.requirements[0].commit).toMatchObject({
      subject: "commit",
      id: expect.stringMatching(/^[0-9a-f]{40}/),
    });
    expect(message).toContain("It came with commit");
  });
});

describe("changes search", () => {
  test("finds what was archived, with the line that says it", async () => {
    const place = await specPlace({
      ...tree,
      ...change("openspec/changes/now", { auth: `## ADDED Requirements\n\n${requirement("Passkeys")}` }),
      [`${archive}/2026-02-02-rename-login/decisions.md`]:
        "# Decisions\n\nWe chose passkeys over passwords.\n",
    });
    const { value } = await place.call(searchChangesOperation, { query: "why passkeys over passwords" });
    expect(value.results[0]).toMatchObject({
      change_id: "2026-02-02-rename-login",
      archived_on: "2026-02-02",
      snippet: "We chose passkeys over passwords.",
      source: { path: `${archive}/2026-02-02-rename-login/decisions.md`, line: 3 },
    });
    const active = await place.call(searchChangesOperation, { query: "passkeys", scope: "active" });
    expect(active.value.results.map((each: { change_id: string }) => each.change_id)).toEqual(["now"]);
    const named = await place.call(searchChangesOperation, { query: "rename login" });
    expect(named.value.results[0]).toMatchObject({ change_id: "2026-02-02-rename-login" });
    expect((await place.call(searchChangesOperation, { query: "zebra" })).value.results).toEqual([]);
    expect(await place.call(searchChangesOperation, { query: " " })).toMatchObject({ code: "empty_query" });
  });
});
