import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, offlineServer, onlineServer, sessionWith } from "../../../test/support/artifacts.ts";
import { templateSources } from "../session.ts";
import { removePointer, setPointer } from "./pointers.ts";

test("a pointer is set after its target was checked, and removing it shows which template is used instead", async () => {
  const bench = await benchWith({ "t/one.md": "# {{title}} {{owner}}\n" });
  const set = await bench.call("set_template_pointer", { kind: "specification", locator: "t/one.md" });
  expect(set.value).toMatchObject({ action: "set", effective: { tier: "PointerFile", locator: "t/one.md" } });
  expect(await bench.read(".specman/templates/SPEC")).toBe("t/one.md\n");
  expect((await bench.call("resolve_template", { kind: "specification" })).value["tokens"]).toEqual([
    "title",
    "owner",
  ]);
  expect(
    (await bench.call("set_template_pointer", { kind: "specification", locator: "t/one.md" })).value[
      "action"
    ],
  ).toBe("unchanged");
  for (const locator of ["t/none.md", "../x.md", "http://x.y/t.md", " "]) {
    expect((await bench.call("set_template_pointer", { kind: "specification", locator })).ok, locator).toBe(
      false,
    );
  }
  const refused = await bench.call("set_template_pointer", { kind: "specification", locator: "t/none.md" });
  expect(refused.fault?.message).toContain(
    "The pointer `.specman/templates/SPEC` to `t/none.md` cannot be used",
  );
  expect(await bench.read(".specman/templates/SPEC")).toBe("t/one.md\n");
  const removed = await bench.call("remove_template_pointer", { kind: "specification" });
  expect(removed.value).toMatchObject({
    action: "removed",
    locator: "t/one.md",
    effective: { tier: "EmbeddedDefault" },
    search_order: [".specman/templates/spec.md", ".specman/templates/SPEC", "embedded://spec"],
  });
  const again = await bench.call("remove_template_pointer", { kind: "specification" });
  expect(again.fault).toMatchObject({
    code: "template_error",
    remedy: expect.stringContaining("set_template_pointer"),
  });
});

test("a pointer for scratch pads can be set, like those of the other kinds", async () => {
  const bench = await benchWith({ "t/pad.md": "# {{title}}\n\n## Notes\n" });
  const { value } = await bench.call("set_template_pointer", { kind: "scratch_pad", locator: "t/pad.md" });
  expect(value).toMatchObject({ pointer: ".specman/templates/SCRATCH", effective: { tier: "PointerFile" } });
});

const url = "https://example.com/templates/spec.md";

test("a pointer to a server that cannot be reached is not set, and removing one purges its copy", async () => {
  const bench = await benchWith({});
  const refused = await setPointer(
    templateSources(await sessionWith(bench, offlineServer)),
    "specification",
    url,
  );
  expect(refused).toMatchObject({ ok: false, fault: { code: "remote_unavailable", retryable: true } });
  expect(
    (
      await setPointer(
        templateSources(await sessionWith(bench, onlineServer("# r\n", "1"))),
        "specification",
        url,
      )
    ).ok,
  ).toBe(true);
  expect(await readdir(join(bench.root, ".specman/cache/templates"))).toHaveLength(2);
  const removed = await removePointer(
    templateSources(await sessionWith(bench, offlineServer)),
    "specification",
  );
  expect(removed).toMatchObject({ ok: true, value: { purged: [expect.any(String), expect.any(String)] } });
  expect(await readdir(join(bench.root, ".specman/cache/templates"))).toEqual([]);
});
