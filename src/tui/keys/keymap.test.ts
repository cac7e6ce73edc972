import { expect, test } from "vitest";
import { defaultKeys, makeKeymap } from "./keymap.ts";

test("[keys] rebinds actions, problems in it are reported, and vim keys can be freed", () => {
  const keymap = makeKeymap({
    keys: { "run-menu": "x", zoom: "none", refresh: ["F5", "C-g"], runmenu: "y", retry: "x" },
    vim: false,
  });
  expect(keymap.find(["main"], "x")).toBe("run-menu");
  expect(keymap.find(["main"], "r")).toBeUndefined();
  expect(keymap.find(["main"], "z")).toBeUndefined();
  expect(keymap.find(["main"], "ctrl-g")).toBe("refresh");
  expect(keymap.find(["main"], "j")).toBeUndefined();
  expect(keymap.find(["main"], "down")).toBe("down");
  expect(keymap.warnings).toContainEqual(expect.stringMatching(/`runmenu`.*run-menu/));
  expect(keymap.warnings).toContainEqual(
    expect.stringContaining("[keys] binds x to both run-menu and retry; run-menu wins."),
  );
  expect(makeKeymap(defaultKeys).warnings).toEqual([]);
});
