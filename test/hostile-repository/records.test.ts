import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { archiveChange } from "../../src/changes/operations/archive.ts";
import { undoArchive } from "../../src/changes/operations/change-commands.ts";
import { validateChange } from "../../src/changes/operations/validate.ts";
import { snapshot } from "../support/snapshot.ts";
import { bigChange, change, openPlace, requirement, scenario, spec, specPlace } from "../support/specs.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** The same files in another place, state included, as after a clone of a repository that committed it. */
async function cloneOf(root: string): Promise<string> {
  const clone = await temporaryFolder();
  await cp(root, clone, { recursive: true });
  return clone;
}

describe("a repository that brings an undo record", () => {
  it("is not undone by it, and the message names the record", async () => {
    const place = await specPlace(bigChange);
    await place.type(archiveChange, { change_id: "big" });
    const clone = await openPlace(await cloneOf(place.root));
    const before = snapshot(clone.root);
    const answer = await clone.call(undoArchive, { change_id: "big" });
    expect(answer).toMatchObject({ code: "nothing_to_undo" });
    expect(answer.message).toMatch(
      /`\.hewto\/undo\/.*big.*json` describes an archive of `big`, but it was not written by your Hewto/,
    );
    expect(snapshot(clone.root)).toEqual(before);
    expect((await place.call(undoArchive, { change_id: "big" })).ok).toBe(true);
  });

  it("is not undone by one without a signature, or with a changed text", async () => {
    const place = await specPlace(bigChange);
    await place.type(archiveChange, { change_id: "big" });
    const folder = join(place.root, ".hewto/undo");
    const [name = ""] = await readdir(folder);
    const text = await readFile(join(folder, name), "utf8");
    const before = snapshot(place.root);
    for (const forged of [text.slice(text.indexOf("{")), text.replace("auth", "evil")]) {
      await writeFile(join(folder, name), forged);
      expect(await place.call(undoArchive, { change_id: "big" })).toMatchObject({ code: "nothing_to_undo" });
      expect(snapshot(place.root)).toEqual(before);
    }
  });
});

it("a note about the base of a change that came with a repository does not hide a conflict", async () => {
  const place = await specPlace({
    "specs/auth/spec.md": spec("auth", requirement("A")),
    ...change("specs/_changes/c", {
      auth: `## MODIFIED Requirements\n\n${requirement("A", scenario("Mine", "it works"))}`,
    }),
  });
  await place.call(validateChange, { change_id: "c" });
  const [name = ""] = await readdir(join(place.root, ".hewto/bases"));
  const note = join(place.root, ".hewto/bases", name);
  const signed = await readFile(note, "utf8");
  expect(signed).toMatch(/^[0-9a-f]{64}\n\{/);
  // What the attacker says the spec was when the change was written is something else: a change that lost text.
  await writeFile(note, `${"0".repeat(64)}\n${signed.slice(65).replace("A works", "Another thing")}`);
  const forged = await place.call(validateChange, { change_id: "c" });
  await writeFile(note, "");
  expect(forged.value).toEqual((await place.call(validateChange, { change_id: "c" })).value);
});
