import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { change, requirement, spec, specPlace } from "../../../test/support/specs.ts";
import { listSpecs } from "../../specs/operations/list-specs.ts";
import { getSpecRequirements } from "../../specs/operations/read-specs.ts";
import { showSpec } from "../../specs/operations/show-spec.ts";
import { archiveChange } from "./archive.ts";
import { validateChange, validateSpec } from "./validate.ts";

const specPath = "openspec/specs/gate/spec.md";
const modified = `## MODIFIED Requirements\n\n${requirement("First")}`;

function place(first: string) {
  const text = spec("gate", first, requirement("Second"), requirement("Third"));
  return specPlace({ [specPath]: text, ...change("openspec/changes/tweak", { gate: modified }) });
}

const names = (value: { requirements: { name: string }[] }) => value.requirements.map(({ name }) => name);

describe("a paragraph that goes on with what looks like an HTML block", () => {
  const wrapped = ["<script>.test.mjs`", "<pre> twice", "<style> sheets", "<textarea> fields", "<!-- note"];
  test.each(wrapped)("does not hide the headings below it: %s", async (line) => {
    const first = requirement("First").replace("do First.", `run \`node\n${line} and prove it.`);
    const { call } = await place(first);
    const { value } = await call(getSpecRequirements, { spec_id: "gate" });
    expect(names(value)).toEqual(["First", "Second", "Third"]);
    expect((await call(validateSpec, {})).value.errors).toEqual([]);
  });

  test.each(wrapped)("loses no requirement when the one that holds it is archived: %s", async (line) => {
    const first = requirement("First").replace("do First.", `run \`node\n${line} and prove it.`);
    const { root, type } = await place(first);
    expect(await type(archiveChange, { change_id: "tweak" })).toMatchObject({ ok: true });
    const text = await readFile(join(root, specPath), "utf8");
    expect(text.match(/^### Requirement: .*/gm)).toEqual([
      "### Requirement: First",
      "### Requirement: Second",
      "### Requirement: Third",
    ]);
    expect(text).not.toContain(line);
  });

  test("in a list item too, where the wrapped line is not indented", async () => {
    const first = requirement("First").replace("First works happens", "someone runs `node\n<script>.mjs`");
    const { call } = await place(first);
    const { value } = await call(getSpecRequirements, { spec_id: "gate" });
    expect(names(value)).toEqual(["First", "Second", "Third"]);
  });

  test("still hides the text between its tags when it is closed before the next heading", async () => {
    const first = requirement("First").replace("First.", "First:\n<pre>\n- [ ] no\n\ntext\n</pre>");
    const { call } = await place(first);
    const { value } = await call(showSpec, { spec_id: "gate" });
    expect(names(value)).toEqual(["First", "Second", "Third"]);
    expect(value.problems).toBeUndefined();
  });
});

describe("a block that is never closed", () => {
  const openings = ["```sh", "~~~", "<!-- note", "<script>", "<pre>", "<style>", "<textarea>"];
  const more = ["<?php", "<![CDATA[", "<!DOCTYPE"];
  const firstWith = (opening: string) => requirement("First").replace("First.", `First.\n\n${opening}\ntext`);

  test.each([...openings, ...more])(
    "is an error with its line, and hides no heading: %s",
    async (opening) => {
      const { call } = await place(firstWith(opening));
      const { value } = await call(validateSpec, {});
      expect(value.errors).toMatchObject([{ rule: "block-unclosed", file: specPath, line: 13 }]);
      expect(value.errors[0].message).toMatch(
        /^The (code fence|comment|HTML block `<.*`) that opens on line 13/,
      );
      const shown = await call(showSpec, { spec_id: "gate" });
      expect(names(shown.value)).toEqual(["First", "Second", "Third"]);
      expect(shown.value.problems).toMatchObject([{ rule: "block-unclosed", line: 13 }]);
      const listed = await call(listSpecs, {});
      expect(listed.value.specs[0].problems).toMatchObject([{ rule: "block-unclosed", line: 13 }]);
    },
  );

  test.each([...openings, ...more])(
    "is refused by a change to that spec, and nothing is written: %s",
    async (opening) => {
      const { root, call, type } = await place(firstWith(opening));
      const before = await readFile(join(root, specPath), "utf8");
      const { value } = await call(validateChange, {});
      expect(value.errors).toMatchObject([{ rule: "block-unclosed", file: specPath, line: 13 }]);
      const archived = await type(archiveChange, { change_id: "tweak" });
      expect(archived).toMatchObject({ ok: false, code: "archive_refused" });
      expect(archived.message).toContain(`${specPath}:13`);
      expect(await readFile(join(root, specPath), "utf8")).toBe(before);
    },
  );

  test("at the end of a spec is a warning, and an error for a change that writes below it", async () => {
    const last = `${requirement("Last")}\n\`\`\`sh\nls\n`;
    const text = spec("gate", requirement("First"), last);
    const added = `## ADDED Requirements\n\n${requirement("New")}`;
    const { call } = await specPlace({
      [specPath]: text,
      ...change("openspec/changes/tweak", { gate: added }),
    });
    const specs = await call(validateSpec, {});
    expect(specs.value).toMatchObject({ valid: true, warnings: [{ rule: "block-unclosed" }] });
    const changes = await call(validateChange, {});
    expect(changes.value.errors).toMatchObject([{ rule: "block-unclosed", file: specPath }]);
  });
});

describe("a fence that another fence's end closes", () => {
  test("is an error that names both, since it takes a heading with it", async () => {
    const open = "```sh\nls\n";
    const first = `${requirement("First")}\n${open}`;
    const second = `${requirement("Second")}\n${open}\`\`\`\n`;
    const { call } = await specPlace({ [specPath]: spec("gate", first, second, requirement("Third")) });
    const { value } = await call(validateSpec, {});
    expect(value.errors).toMatchObject([{ rule: "block-unclosed", line: 18 }]);
    const shown = await call(showSpec, { spec_id: "gate" });
    expect(names(shown.value)).toEqual(["First", "Second", "Third"]);
  });
});
