import { homedir, userInfo } from "node:os";
import { expect, test } from "vitest";
import { homeFolder, settingsLine, userCacheFolder } from "./config-places.ts";

test("the home is what the environment says", () => {
  expect(homeFolder({ HOME: "/home/me" })).toBe("/home/me");
  expect(homeFolder({ USERPROFILE: "/users/me" })).toBe("/users/me");
});

test("without a usable HOME it is what the system knows, never the current folder", () => {
  for (const HOME of [undefined, "", "relative/home"]) {
    expect(homeFolder({ HOME })).toBe(userInfo().homedir);
    expect(userCacheFolder({ HOME }).startsWith(homedir())).toBe(true);
  }
});

test("a message about settings names its line", () => {
  expect(settingsLine("hewto.toml:12: specs.profile must be …")).toBe(12);
  expect(settingsLine("HEWTO_SPECS_PROFILE must be …")).toBe(1);
});
