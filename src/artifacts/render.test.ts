import { expect, test } from "vitest";
import { benchWith, specText } from "../../test/support/artifacts.ts";
import { isRecord } from "../kernel/json.ts";

test("a heading is rendered with the sections that it links to, in link order, each once, even with cycles", async () => {
  const body =
    "### Concept: A\n\n[b](#concept-b) then [other](../b/spec.md#concept-far)\n\n#### Detail\n\ninside\n\n### Concept: B\n\n[c](#concept-c)\n\n### Concept: C\n\n[a](#concept-a) [detail](#detail)\n";
  const bench = await benchWith({
    "spec/a/spec.md": specText("", body),
    "spec/b/spec.md": specText("", "### Concept: Far\n\nfar away\n"),
  });
  const { value } = await bench.call("render_heading", { locator: "spec://a", slug: "#concept-a" });
  const parts = Array.isArray(value["parts"])
    ? value["parts"].map((part) => (isRecord(part) ? `${part.path}#${part.slug}` : ""))
    : [];
  expect(parts).toEqual([
    "spec/a/spec.md#concept-a",
    "spec/a/spec.md#detail",
    "spec/a/spec.md#concept-b",
    "spec/a/spec.md#concept-c",
    "spec/b/spec.md#concept-far",
  ]);
  expect(String(value["markdown"]).match(/### Concept: A/g)).toHaveLength(1);
  const unknown = await bench.call("render_heading", { locator: "spec://a", slug: "concept-aa" });
  expect(unknown.fault).toMatchObject({
    code: "heading_not_found",
    remedy: expect.stringContaining("#concept-a"),
  });
});

test("links are followed to a depth of fifty, and the rendering says so", async () => {
  const body = Array.from({ length: 60 }, (_, n) => `### S${n}\n\n[next](#s${n + 1})\n`).join("\n");
  const bench = await benchWith({ "spec/a/spec.md": specText("", `${body}\n### S60\n`) });
  const { value } = await bench.call("render_heading", { locator: "spec://a", slug: "s0" });
  expect(Array.isArray(value["parts"]) && value["parts"].length).toBe(51);
  expect(value["cut"]).toEqual(["spec/a/spec.md#s51"]);
  expect(String(value["markdown"])).toContain("deeper than 50");
});
