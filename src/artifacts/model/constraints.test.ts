import fc from "fast-check";
import { expect, test } from "vitest";
import { readMarkdown } from "../../markdown/document.ts";
import { readConstraints } from "./constraints.ts";

const ids = (text: string) => readConstraints(readMarkdown(text)).groups.map((group) => group.id);

test("identifier lines in fences, indented code, comments and quotes are not groups, and near misses are warnings", () => {
  const text = [
    "# H",
    "",
    "```",
    "!in.fence:",
    "```",
    "",
    "    !in.code:",
    "",
    "<!--",
    "!in.comment:",
    "-->",
    "",
    "> !in.quote:",
    "",
    "!a.b: trailing text",
    "",
    "!solo:",
    "",
    "!a..b:",
    "",
    "!a.b",
    "",
    "! a.b:",
    "",
    "!a_x.b:",
    "",
  ].join("\n");
  const { groups, problems } = readConstraints(readMarkdown(text));
  expect(groups).toEqual([]);
  expect(problems.map(({ line, severity }) => [line, severity])).toEqual([
    [15, "warning"],
    [17, "warning"],
    [19, "warning"],
    [21, "warning"],
    [23, "warning"],
    [25, "warning"],
  ]);
});

test("ordinary text that starts with an exclamation mark is not a near miss", () => {
  const text = "![image](x.png)\n\n!important\n\n!Note that this matters.\n\n!see e.g. this\n";
  expect(readConstraints(readMarkdown(text)).problems).toEqual([]);
});

test("a group contains all lines up to the next real heading or identifier line", () => {
  const group = [
    "!x.y:",
    "",
    "- one",
    "  - nested",
    "",
    "| a | b |",
    "|---|---|",
    "| 1 | 2 |",
    "",
    "```",
    "## not a heading",
    "!z.z:",
    "```",
  ];
  const text = ["# X", "", ...group, "", "## Next", "", "!x.z:", "- other"].join("\n");
  const { groups } = readConstraints(readMarkdown(text));
  expect(groups.map(({ id }) => id)).toEqual(["x.y", "x.z"]);
  expect(groups[0]).toMatchObject({ markdown: group.join("\n"), line: 3, endLine: 15 });
});

test("a setext heading does not end a group", () => {
  const { groups } = readConstraints(readMarkdown("!a.b:\n\n- one\n\nTitle\n-----\n\n- two\n"));
  expect(groups[0]?.markdown).toContain("- two");
});

test("an identifier line right after a list item is not swallowed by the list", () => {
  expect(ids("!a.b:\n- one\n!a.c:\n- two\n")).toEqual(["a.b", "a.c"]);
});

// covers specman: constraint-id-case
test("ids differ by case, and a duplicate names both of its lines", () => {
  const { groups, problems } = readConstraints(readMarkdown("!a.b:\n- x\n\n!A.b:\n- y\n\n!a.b:\n- z\n"));
  expect(groups.map(({ id }) => id)).toEqual(["a.b", "A.b", "a.b"]);
  expect(problems).toMatchObject([
    { severity: "error", message: expect.stringMatching(/line 1 and again on line 7/) },
  ]);
});

test("a group belongs to the heading that its first part names, otherwise to the nearest heading, otherwise to the document", () => {
  const text =
    "!free.x:\n- a\n\n# Title\n\n## Concept: Login\n\n### Details\n\n!concept-login.rules:\n- b\n\n!nothing-here.rules:\n- c\n";
  const owners = readConstraints(readMarkdown(text)).groups.map(({ owner }) => owner?.slug);
  expect(owners).toEqual([undefined, "concept-login", "details"]);
});

test("line endings and a byte order mark change nothing", () => {
  const text = "# A\n\n!a.b:\n\n- one\n";
  expect(ids(text.replaceAll("\n", "\r\n"))).toEqual(["a.b"]);
  expect(ids(`\uFEFF${text}`)).toEqual(["a.b"]);
});

test("groups never overlap, come in order, and their text is the text of their lines, whatever the document", () => {
  const line = fc.constantFrom(
    "# H",
    "## Concept: A",
    "!a.b:",
    "!c.d:",
    "- item",
    "",
    "text",
    "```",
    "    code",
    "<!-- c",
    "-->",
    "!x",
    "Title",
    "---",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const document = readMarkdown(lines.join("\n"));
      let last = 0;
      for (const { line: start, endLine, markdown } of readConstraints(document).groups) {
        expect(start).toBeGreaterThan(last);
        expect(endLine).toBeGreaterThanOrEqual(start);
        expect(markdown).toBe(
          document.lines
            .slice(start - 1, endLine)
            .map((each) => each.text)
            .join("\n"),
        );
        last = endLine;
      }
    }),
  );
});
