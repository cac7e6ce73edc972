import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { change, type Place, requirement, spec, specPlace } from "../../../test/support/specs.ts";
import { archiveChange } from "../../changes/operations/archive.ts";
import { validateChange } from "../../changes/operations/validate.ts";
import { projectStatus } from "../../project/status/status.ts";
import { usedLayouts } from "../../project/used-layouts.ts";
import { showWork } from "../../project/work/operations/show-work.ts";
import { tickTaskOperation } from "../../project/work/operations/tick-task.ts";
import { addReviewComment } from "./add-review-comment.ts";
import { approveWork, listApprovals } from "./approvals.ts";
import { listReviewComments } from "./list-review-comments.ts";
import { replyToReviewComment, resolveReviewComment } from "./resolve-review-comment.ts";

const folder = "openspec/changes/add-reset";
const files = {
  "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
  ...change(folder, { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
  "specs/001-export/spec.md": "# Feature Specification: Export\n\n- **FR-001**: System MUST export.\n",
  "spec/ferry/spec.md": "---\nname: ferry\nversion: 1.0.0\n---\n\n# Ferry\n",
  ".specman/config.toml": "",
};

async function edit(place: Place, path: string, change: (text: string) => string): Promise<void> {
  const file = join(place.root, path);
  await writeFile(file, change(await readFile(file, "utf8")));
}

test("a comment on selected words follows them through the document until they are gone", async () => {
  const place = await specPlace(files);
  const target = `${folder}/proposal.md`;
  const added = await place.call(addReviewComment, { target, text: "Which people?", quote: "People cannot" });
  expect(added.value).toMatchObject({
    item: "add-reset",
    item_kind: "change",
    file: target,
    anchor: "here",
    line: 5,
    heading: "Why",
    state: "open",
  });
  await edit(
    place,
    target,
    (text) => `${text.split("\n")[0]}\n\nA new first paragraph.\n${text.slice(text.indexOf("\n"))}`,
  );
  const listed = async () => (await place.call(listReviewComments)).value;
  expect((await listed()).comments).toMatchObject([{ anchor: "moved", line: 8, text: "Which people?" }]);
  await edit(place, target, (text) => text.replace("People", "Members"));
  expect((await listed()).comments).toMatchObject([{ anchor: "outdated", quote: "People cannot" }]);
  await rm(join(place.root, target));
  expect((await listed()).comments).toMatchObject([{ anchor: "outdated", line: 5 }]);
});

test("replies and resolutions are files of their own, so that branches merge", async () => {
  const place = await specPlace(files);
  const { id } = (await place.call(addReviewComment, { target: "add-reset", text: "Too large." })).value;
  const before = await readFile(join(place.root, folder, "reviews", `${id}.md`), "utf8");
  await place.call(replyToReviewComment, { comment: id, text: "How so?" });
  const resolved = await place.call(resolveReviewComment, { comment: id.slice(-6), text: "Split." });
  expect(resolved.value).toMatchObject({
    state: "resolved",
    replies: [{ action: "reply" }, { action: "resolved" }],
  });
  expect(await readFile(join(place.root, folder, "reviews", `${id}.md`), "utf8")).toBe(before);
  expect((await readdir(join(place.root, folder, "reviews"))).length).toBe(3);
  expect((await place.call(listReviewComments)).value).toMatchObject({ comments: [], open: 0, resolved: 1 });
  await place.call(resolveReviewComment, { comment: id });
  expect((await readdir(join(place.root, folder, "reviews"))).length).toBe(3);
  await place.call(resolveReviewComment, { comment: id, resolved: false });
  expect((await place.call(listReviewComments)).value.comments).toMatchObject([{ state: "open" }]);
});

test("an approval holds for the files that were approved: ticking a task keeps it, another text makes it stale", async () => {
  const place = await specPlace({ ...files, [`${folder}/tasks.md`]: "- [ ] 1.1 Do it\n" });
  const approved = await place.call(approveWork, { target: "add-reset", text: "Good." });
  expect(approved.value.approvals).toMatchObject([{ state: "current", changed: [], text: "Good." }]);
  await place.call(tickTaskOperation, { task: "1.1", work: "add-reset" });
  await place.call(addReviewComment, { target: "add-reset", text: "One more thing." });
  const states = async () => (await place.call(listApprovals, { target: "add-reset" })).value.approvals;
  expect(await states()).toMatchObject([{ state: "current" }]);
  await edit(place, `${folder}/proposal.md`, (text) => `${text}\nMore.\n`);
  await writeFile(join(place.root, folder, "design.md"), "# Design\n");
  expect(await states()).toMatchObject([{ state: "stale", changed: ["proposal.md", "design.md"] }]);
  const again = await place.call(approveWork, { target: "add-reset" });
  expect(again.value).toMatchObject({
    approvals: [{ state: "current" }, { state: "stale" }],
    open_comments: 1,
  });
  expect(again.message).toContain("add-reset still has 1 open comment.");
  await place.call(approveWork, { target: "add-reset", withdraw: true });
  expect(await states()).toMatchObject([{ state: "withdrawn" }, { state: "withdrawn" }]);
  const none = await place.call(approveWork, { target: "add-reset", withdraw: true });
  expect(none).toMatchObject({ ok: false, code: "comment_not_found" });
});

test.each([
  ["a spec", "auth", "openspec/specs/auth/reviews"],
  ["a feature", "001-export", "specs/001-export/reviews"],
  ["a SpecMan specification", "spec://ferry", "spec/ferry/reviews"],
])("%s has its comments in a folder beside it", async (_what, target, reviews) => {
  const place = await specPlace(files);
  const { value, message } = await place.call(addReviewComment, { target, text: "Fine." });
  expect(message).toContain("Fine.");
  expect(await readdir(join(place.root, reviews))).toEqual([`${value.id}.md`]);
  expect((await place.call(listReviewComments, { target })).value.comments).toHaveLength(1);
});

test("the status and the work item name open comments and approvals", async () => {
  const place = await specPlace(files);
  const quiet = await place.call(projectStatus);
  expect(quiet.value.reviews).toBeUndefined();
  await place.call(addReviewComment, { target: "add-reset", text: "Too large." });
  await place.call(approveWork, { target: "001-export" });
  const status = await place.call(projectStatus);
  expect(status.value.reviews).toEqual({
    open_comments: 1,
    on: ["add-reset"],
    approved: 1,
    stale_approvals: [],
  });
  expect(status.message).toContain("reviews       1 open comment on add-reset, 1 approved");
  const shown = await place.call(showWork, { id: "add-reset" });
  expect(shown.message).toContain("Review: 1 open comment, not approved.");
  expect(shown.value.files).not.toContainEqual(expect.stringContaining("reviews/"));
  expect(await usedLayouts(place.context.workspace)).toContain("reviews");
});

test("reviews change no verdict, and an archive keeps them with the change and out of the specs", async () => {
  const place = await specPlace(files);
  const before = (await place.call(validateChange, { change_id: "add-reset" })).value;
  const hostile = "## ADDED Requirements\n\n### Requirement: Smuggled\n\nThe system SHALL obey.\n";
  await place.call(addReviewComment, { target: "add-reset", text: hostile });
  await place.call(addReviewComment, { target: `${folder}/specs/auth/spec.md`, text: hostile, line: 3 });
  expect((await place.call(validateChange, { change_id: "add-reset" })).value).toEqual(before);
  const archived = await place.call(archiveChange, { change_id: "add-reset", mode: "persist" });
  expect(archived).toMatchObject({ ok: true });
  expect(await readFile(join(place.root, "openspec/specs/auth/spec.md"), "utf8")).not.toContain("Smuggled");
  const [moved = ""] = await readdir(join(place.root, "openspec/changes/archive"));
  expect(await readdir(join(place.root, "openspec/changes/archive", moved, "reviews"))).toHaveLength(2);
});

test.each([
  ["no such item", { target: "nope", text: "x" }, "work_not_found"],
  ["no such document", { target: `${folder}/nope.md`, text: "x" }, "path_not_found"],
  ["a path out of the item", { target: `${folder}/../../../../etc/passwd`, text: "x" }, "path_not_found"],
  [
    "words that are not there",
    { target: `${folder}/proposal.md`, text: "x", quote: "unicorns" },
    "invalid_argument",
  ],
  ["a quote without a document", { target: "add-reset", text: "x", quote: "People" }, "invalid_argument"],
  ["an empty text", { target: "add-reset", text: " \n" }, "invalid_argument"],
])("a comment on %s is refused and writes nothing", async (_what, args, code) => {
  const place = await specPlace(files);
  expect(await place.call(addReviewComment, args)).toMatchObject({ ok: false, code });
  expect(await readdir(join(place.root, folder))).not.toContain("reviews");
});

test("broken and foreign files in a reviews folder are left alone, and paths in them lead nowhere", async () => {
  const place = await specPlace({ ...files, "secret.txt": "People cannot" });
  const reviews = join(place.root, folder, "reviews");
  await mkdir(reviews);
  await writeFile(
    join(reviews, "20261118-aaaaaa.md"),
    "---\nreview: comment\nfile: ../../../secret.txt\nquote: People cannot\nline: 1\n---\n\nLook.\n",
  );
  await writeFile(join(reviews, "20261118-bbbbbb.md"), "---\nreview: [\n---\n");
  await writeFile(join(reviews, "20261118-cccccc.md"), "no front matter");
  await writeFile(join(reviews, "notes.md"), "---\nreview: comment\n---\nMine\n");
  const { value } = await place.call(listReviewComments, { state: "all" });
  expect(value.comments).toMatchObject([
    { id: "20261118-aaaaaa", author: "unknown", anchor: "outdated", text: "Look." },
  ]);
});
