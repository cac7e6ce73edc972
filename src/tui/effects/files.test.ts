import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { decodeBytes, encodeText } from "./byte-text.ts";
import { copyFolder, readFile, saveFile, toggleLine } from "./files.ts";
import { filePage, textPage } from "./text-page.ts";

const absent = { kind: "absent", message: "none", hint: "" } as const;

// covers spec-tui: invalid-utf8
test("any bytes survive decoding and encoding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(encodeText(decodeBytes(bytes))).toEqual(Buffer.from(bytes));
    }),
  );
});

// covers spec-tui: wide-and-combining-text, hostile-documents
test("tabs become spaces up to the next tab stop; control characters are made visible", () => {
  const page = textPage("a\tb\n日\tc\n\u001b[2J \u202e x\n", undefined);
  const lines = page.kind === "text" ? page.lines : [];
  expect(lines.slice(0, 2)).toEqual(["a   b", "日  c"]);
  expect(lines[2]).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(lines[2]).toContain("[2J");
});

// covers spec-tui: one-byte-changes, task-in-a-fence
test("a tick changes exactly one byte, even when the file is not UTF-8, and keeps the file mode", async () => {
  const bytes = Buffer.concat([
    Buffer.from("# T\r\n```\n- [ ] T000 in a fence\n```\n- [ ] T001 a "),
    Buffer.from([0xff, 0xfe]),
    Buffer.from("\r\n- [X] T002 b"),
  ]);
  const root = await temporaryTree({ "tasks.md": bytes });
  const file = join(root, "tasks.md");
  chmodSync(file, 0o640);
  const location = { root, path: "tasks.md" };
  const page = await filePage(location, absent, { tasks: true });
  const tasks = page.kind === "text" ? page.tasks : [];
  expect(tasks.map(({ line, done }) => [line, done])).toEqual([
    [5, false],
    [6, true],
  ]);
  const [first, second] = tasks;
  expect(await toggleLine(location, 5, first?.text ?? "", true)).toMatchObject({ ok: true });
  const expected = Buffer.from(bytes);
  expected[bytes.indexOf("- [ ] T001") + 3] = "x".charCodeAt(0);
  expect(readFileSync(file)).toEqual(expected);
  expect(await toggleLine(location, 6, second?.text ?? "", false)).toMatchObject({ ok: true });
  expect(readFileSync(file, "latin1")).toContain("- [ ] T002");
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

// covers spec-tui: task-file-changed, two-apps-check-tasks
test("a line that changed on disk is not ticked; two ticks at once are both written", async () => {
  const root = await temporaryTree({ "tasks.md": "- [ ] T001 a\n- [ ] T002 b\n" });
  const file = { root, path: "tasks.md" };
  const both = [toggleLine(file, 1, "- [ ] T001 a", true), toggleLine(file, 2, "- [ ] T002 b", true)];
  expect((await Promise.all(both)).every(({ ok }) => ok)).toBe(true);
  expect(readFileSync(join(root, "tasks.md"), "utf8")).toBe("- [x] T001 a\n- [x] T002 b\n");
  const late = await toggleLine(file, 1, "- [ ] T001 a", true);
  expect(late).toMatchObject({ ok: false, fault: { code: "write_conflict" } });
});

// covers spec-tui: outside-change
test("saving over a change on disk is a conflict and writes nothing", async () => {
  const root = await temporaryTree({ "a.md": "one\n" });
  const file = { root, path: "a.md" };
  const content = await readFile(file);
  writeFileSync(join(root, "a.md"), "other\n");
  const saved = await saveFile(file, "two\n", content.ok ? content.value.sha256 : "");
  expect(saved).toMatchObject({ ok: false, fault: { code: "write_conflict" } });
  expect(readFileSync(join(root, "a.md"), "utf8")).toBe("other\n");
});

test("copying a spec into a worktree that has one of its files copies nothing and keeps that file", async () => {
  const root = await temporaryTree({ "specs/001-x/spec.md": "old\n", "specs/001-x/plan.md": "plan\n" });
  const target = await temporaryTree({ "specs/001-x/spec.md": "newer\n" });
  const copied = await copyFolder({ root, path: "specs/001-x" }, { root: target });
  expect(copied).toMatchObject({ ok: false, fault: { code: "write_conflict" } });
  expect(readFileSync(join(target, "specs/001-x/spec.md"), "utf8")).toBe("newer\n");
  expect(existsSync(join(target, "specs/001-x/plan.md"))).toBe(false);
});

// covers spec-tui: spec-is-a-folder, empty-file, large-file
test("a folder, an empty file, a missing file and a large file each get a page that says what they are", async () => {
  const root = await temporaryTree({ "spec.md/x": "", "empty.md": "" });
  const at = (path: string) => filePage({ root, path }, absent);
  expect(await at("spec.md")).toMatchObject({ kind: "absent", message: expect.stringContaining("spec.md") });
  expect(await at("empty.md")).toMatchObject({ kind: "text", notes: ["The file is empty."] });
  expect(await at("nowhere.md")).toEqual(absent);
  expect(textPage("x\n".repeat(2_500_000), undefined)).toMatchObject({
    kind: "text",
    markdown: false,
  });
});

// covers spec-tui: binary-file
test("a file with NUL bytes is not said to have zero bytes", async () => {
  const root = await temporaryTree({ "binary.md": "a\0b" });
  expect(await filePage({ root, path: "binary.md" }, absent)).toMatchObject({
    kind: "absent",
    message: "Not a text file: it contains NUL bytes.",
  });
});
