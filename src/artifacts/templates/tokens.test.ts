import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";
import { declaredTokens, renderTemplate, templateBody } from "./tokens.ts";

const base = {
  "spec/auth/spec.md": specText("", "## Concepts\n\n### Concept: Login\n\n### Concept: Logout\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md"),
};

// covers specman: templates-are-authoritative, directives-are-preserved, mutations-follow-the-lifecycle
test("the template is preserved verbatim: every directive is in the document and in the result", async () => {
  const template =
    "# {{title}}\n\n<!-- one -->\n\nText.\n\n<!-- two\nlines -->\n\n## End\n\n<!-- three -->\n";
  const bench = await benchWith({ ...base, ".specman/templates/spec.md": template });
  const { value } = await bench.call("create_artifact", {
    kind: "specification",
    name: "x",
    title: "A Title",
  });
  const text = await bench.read("spec/x/spec.md");
  expect(text.slice(text.indexOf("# "))).toBe(template.replace("{{title}}", "A Title"));
  expect(value["directives"]).toMatchObject([{ text: "one" }, { text: "two\nlines" }, { text: "three" }]);
});

// covers specman: inputs-suffice-for-the-template, substitutions-are-validated, caller-supplies-all-values,
//   unknown-substitutions-are-refused, token-contract
test("substitutions are a closed set: unknown and reserved tokens are refused, missing ones too, values stay literal", async () => {
  const bench = await benchWith({
    ...base,
    ".specman/templates/spec.md": "# {{title}}\n\nOwner: {{ owner }}\n",
  });
  const create = (substitutions?: object) =>
    bench.call("create_artifact", {
      kind: "specification",
      name: "x",
      title: "T",
      ...(substitutions ? { substitutions } : {}),
    });
  expect((await create({ unknown: "x" })).fault).toMatchObject({
    code: "unknown_token",
    message: expect.stringContaining("{{unknown}}"),
  });
  expect((await create({ owner: "o", title: "mine" })).fault).toMatchObject({ code: "unknown_token" });
  expect((await create()).fault).toMatchObject({ code: "missing_token", details: { missing: ["owner"] } });
  expect(await readdir(join(bench.root, "spec"))).toEqual(["auth"]);
  await create({ owner: "{{title}} $& $1" });
  expect(await bench.read("spec/x/spec.md")).toContain("Owner: {{title}} $& $1\n");
});

// covers specman: template-cannot-be-overridden
test("no argument lets a caller choose the template", async () => {
  const bench = await benchWith(base);
  for (const argument of ["template", "template_locator", "locator"]) {
    const { fault } = await bench.call("create_artifact", {
      kind: "specification",
      name: "x",
      [argument]: "x.md",
    });
    expect(fault).toMatchObject({ code: "invalid_argument" });
  }
});

test("a template declares each token once, and front matter is not part of its body", () => {
  expect(declaredTokens("{{ title }} {{target_name}} {{title}} {{Not}}")).toEqual(["title", "target_name"]);
  expect(templateBody("---\nname: x\n---\n\n# {{title}}\n")).toBe("# {{title}}\n");
});

test("values are inserted verbatim and never expanded", () => {
  const text = renderTemplate("{{title}}: {{note}}", { title: "$& {{note}}" }, { note: "{{title}}" }, "t.md");
  expect(text).toEqual({ ok: true, value: "$& {{note}}: {{title}}" });
});
