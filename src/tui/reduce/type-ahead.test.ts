import { expect, test } from "vitest";
import { appWith, feature, page, TestApp } from "../../../test/support/tui.ts";
import { waitsForContent } from "./type-ahead.ts";

const rows = [feature("001-auth"), feature("002-booking")];

test("a key that acts on a page that is still loading waits; other keys do not", () => {
  const app = appWith(rows).type("\r");
  const waits = (name: string) => waitsForContent(app.state, { name, text: "" });
  expect(["G", "space", "e", "l", "q", "?"].map(waits)).toEqual([true, true, true, true, false, false]);
  app.send({ type: "page", key: "001-auth:spec", page: page("text") });
  expect(waits("G")).toBe(false);
  const started = new TestApp();
  expect(waitsForContent(started.state, { name: "j", text: "j" })).toBe(true);
  expect(waitsForContent(started.state, { name: "n", text: "n" })).toBe(false);
});
