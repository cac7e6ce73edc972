import fc from "fast-check";
import { expect, test } from "vitest";
import { contentFindings } from "../../src/artifacts/checks/content.ts";
import { parseLocator } from "../../src/artifacts/locate/locator.ts";
import { artifactOf } from "../../src/artifacts/model/artifact.ts";
import { readConstraints } from "../../src/artifacts/model/constraints.ts";
import { artifactKinds, documentPath, handleOf } from "../../src/artifacts/model/kinds.ts";
import { checkName } from "../../src/artifacts/model/names.ts";
import { readSource } from "../../src/artifacts/source.ts";
import { readTags } from "../../src/artifacts/tags/tags.ts";
import { renderTemplate } from "../../src/artifacts/templates/tokens.ts";
import { readMarkdown } from "../../src/markdown/document.ts";
import { literalPath } from "../../src/workspace/paths/paths.ts";

const numRuns = Math.max(200, Math.floor(Number(process.env.HEWTO_FUZZ ?? 2000) / 4));

const words = fc.constantFrom(
  "spec://",
  "impl://",
  "scratch://",
  "https://",
  "a",
  "/",
  "constraints",
  "dependencies",
  "compliance",
  "..",
  "%2F",
  "%",
  "!",
  ":",
  " ",
  "\\",
  "\u0000",
  "Ä",
  "x.y",
);

test("any text is a locator or a refusal, never a crash, and a handle survives its own handle", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(words).map((parts) => parts.join("")),
      ),
      (text) => {
        const locator = parseLocator(text);
        if (!locator.ok) return void expect(locator.fault.message).not.toBe("");
        if (locator.value.type !== "artifact") return;
        const again = parseLocator(handleOf(locator.value.ref));
        expect(again).toEqual({ ok: true, value: { type: "artifact", ref: locator.value.ref } });
        expect(() =>
          literalPath(
            documentPath(
              locator.value.type === "artifact" ? locator.value.ref : { kind: "specification", name: "x" },
            ),
          ),
        ).not.toThrow();
      },
    ),
    { numRuns },
  );
});

const yamlLine = fc.constantFrom(
  "name: x",
  "version: 1",
  "version: 1.0.0",
  "dependencies:",
  "  - ../a/spec.md",
  "  - ref: b",
  "    optional: maybe",
  "references: 7",
  "work_type: {feat: {}}",
  "work_type: null",
  "  revision:",
  "    revised_headings: [a, {b: c}]",
  "target: x",
  "spec: [a]",
  "tags: {a: b}",
  "- list",
  ": bad",
  "\t",
  "a: &x 1",
  "b: *x",
  '"": 1',
  "location: ../../..",
);
const bodyLine = fc.constantFrom(
  "# H",
  "!a.b:",
  "!a:",
  "- item",
  "```",
  "<!--",
  "-->",
  "[x](spec://a)",
  "spec://a",
  "",
  "    code",
  "> q",
  "## 🚀",
);

test("any front matter and body is read as every kind without a crash, and each finding has a message and a remedy", () => {
  fc.assert(
    fc.property(
      fc.array(yamlLine, { maxLength: 12 }),
      fc.array(bodyLine, { maxLength: 20 }),
      fc.constantFrom(...artifactKinds),
      (yaml, body, kind) => {
        const text = `---\n${yaml.join("\n")}\n---\n${body.join("\n")}`;
        const ref = { kind, name: "x" };
        const artifact = artifactOf(
          ref,
          readSource({ path: literalPath(documentPath(ref)), text, sha256: text }),
        );
        const prefixes = { concept: "Concept:", entity: "Entity:" };
        for (const { message, fix: remedy } of [
          ...artifact.findings,
          ...contentFindings(artifact, prefixes),
        ]) {
          expect(message).not.toBe("");
          expect(remedy).not.toBe("");
        }
      },
    ),
    { numRuns },
  );
});

test("tags and constraint groups of any text are found on the lines that they are on", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom("[ENSURES: a.b]", "!a.b:", "[ensures:", "]")), {
        maxLength: 30,
      }),
      (lines) => {
        const text = lines.join("\n");
        const each = text.split("\n");
        for (const { line } of readTags(text).tags) expect(each[line - 1]).toMatch(/ensures/i);
        for (const { line, identifierLine } of readConstraints(readMarkdown(text)).groups)
          expect(readMarkdown(text).lines[line - 1]?.text.trim()).toBe(identifierLine);
      },
    ),
    { numRuns },
  );
});

test("a template with every token given has none left of its own, and values are never expanded", () => {
  const token = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
  fc.assert(
    fc.property(fc.array(token, { maxLength: 5 }), fc.string(), (tokens, value) => {
      const body = tokens.map((name) => `<{{${name}}}>`).join("");
      const given = Object.fromEntries(tokens.map((name) => [name, value]));
      expect(renderTemplate(body, {}, given, "t")).toEqual({
        ok: true,
        value: tokens.map(() => `<${value}>`).join(""),
      });
    }),
    { numRuns },
  );
});

test("a name is accepted exactly when it has one to four plain lowercase words", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc
          .array(fc.constantFrom("a", "b9", "-", "_", "A", " "), { maxLength: 12 })
          .map((parts) => parts.join("")),
      ),
      (name) => {
        const isFine = checkName("scratch_pad", name).length === 0;
        expect(isFine).toBe(/^[a-z0-9]+(-[a-z0-9]+){0,3}$/.test(name));
      },
    ),
    { numRuns },
  );
});
