import { expect, test } from "vitest";
import { benchWith, specText } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";

test("every kind of broken reference is reported, and images are ignored", async () => {
  const body = [
    "[ok](../b/spec.md#concept-thing) [self](#title) <https://example.com> ![image](missing.png)",
    "[ref][defined] [bad][undefined] [empty]() [mail](mailto:a@b.c) [http](http://x.y)",
    "[handle](spec://b) [abs](/etc/passwd) [out](../../../x.md) [gone](../gone.md) [frag](../b/spec.md#nope) [dash](../b/spec.md#title--x) [case](../b/spec.md#Title-X)",
    "",
    "`[code](nowhere.md)`",
    "",
    "[defined]: ../b/spec.md",
  ].join("\n");
  const bench = await benchWith({
    "spec/a/spec.md": specText("", body),
    "spec/b/spec.md": specText("", "### Concept: Thing\n\n## Title & X\n"),
  });
  const { value } = await bench.call("validate_references", { locator: "spec://a" });
  const errors = value["errors"];
  const kinds = Array.isArray(errors)
    ? errors.map((error) => (isRecord(error) ? `${error.kind} ${error.destination}` : ""))
    : [];
  expect(kinds).toEqual([
    "UnresolvedReference undefined",
    "EmptyDestination ",
    "UnsupportedScheme mailto:a@b.c",
    "UnsupportedScheme http://x.y",
    "DisallowedHandle spec://b",
    "UnsupportedScheme /etc/passwd",
    "WorkspaceBoundary ../../../x.md",
    "FileMissing ../gone.md",
    "InvalidFragment ../b/spec.md#nope",
    "InvalidFragment ../b/spec.md#title--x",
    "InvalidFragment ../b/spec.md#Title-X",
  ]);
  expect(value).toMatchObject({ status: "Failure", processed_documents: ["spec/a/spec.md"] });
  expect(JSON.stringify(errors)).toContain("Did you mean `#title-x`?");
});

test("a transitive check follows links between documents", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText("", "[b](../b/spec.md)"),
    "spec/b/spec.md": specText("", "[x](x.md)"),
  });
  expect((await bench.call("validate_references", { locator: "spec://a" })).value["status"]).toBe("Success");
  const { value } = await bench.call("validate_references", { locator: "spec://a", transitive: true });
  expect(value).toMatchObject({
    status: "Failure",
    processed_documents: ["spec/a/spec.md", "spec/b/spec.md"],
  });
});
