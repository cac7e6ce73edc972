import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { fillTemplate } from "./fill.ts";
import { resolveTemplate } from "./resolve.ts";

const files = {
  ".specify/templates/overrides/spec-template.md": "# override",
  ".specify/presets/late/templates/spec-template.md": "# late",
  ".specify/presets/early/templates/spec-template.md": "# early around\n{CORE_TEMPLATE}",
  ".specify/presets/.registry": '{"presets":{"early":{"priority":1},"late":{"priority":5}}}',
  ".specify/extensions/ext/templates/spec-template.md": "# extension",
  ".specify/templates/spec-template.md": "# core",
};

async function resolved(...without: string[]): Promise<string> {
  const remaining = Object.fromEntries(
    Object.entries(files).filter(([name]) => !without.some((word) => name.includes(word))),
  );
  const root = await temporaryTree({ "a.md": "", ...remaining });
  return (await resolveTemplate({ root }, "spec-template")).text;
}

test("templates are resolved in spec-kit's order: overrides, presets by priority, extensions, the project's, ours", async () => {
  expect(await resolved()).toBe("# override");
  expect(await resolved("overrides")).toBe("# early around\n# late");
  expect(await resolved("overrides", "early")).toBe("# late");
  expect(await resolved("overrides", "presets")).toBe("# extension");
  expect(await resolved("overrides", "presets", "extensions")).toBe("# core");
  expect(await resolved(".specify")).toMatch(/^# Feature Specification: \[FEATURE NAME\]/);
});

test("a project's own template keeps its extra sections; known sections are filled and missing ones added", () => {
  const template =
    "# Spec of [FEATURE NAME] ([DATE])\n\n## Security\n\nOurs.\n\n## Requirements *(mandatory)*\n\nold\n\n### Sub\n\nold\n\n## Last\n\nkept\n";
  const text = fillTemplate(template, {
    title: "T $& x",
    folder: "001-t",
    date: "2026-11-15",
    input: "i",
    sections: [
      ["Requirements", "new"],
      ["Success Criteria", "sc"],
    ],
  });
  expect(text).toBe(
    "# Spec of T $& x (2026-11-15)\n\n## Security\n\nOurs.\n\n## Requirements *(mandatory)*\n\nnew\n\n## Success Criteria\n\nsc\n\n## Last\n\nkept\n",
  );
});
