import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { homeFolder, splitConfigMessage, userCacheFolder, userConfigFolder } from "./user-folders.ts";

test("the home comes from the environment", () => {
  expect(homeFolder({ HOME: "/home/me" })).toBe("/home/me");
  expect(homeFolder({ USERPROFILE: "/users/me" })).toBe("/users/me");
});

test("tests run with a home of their own", () => {
  expect(homeFolder()).toBe(`${process.env["HEWTO_TEST_SHARED"]}/home`);
  expect(userConfigFolder()).toBe(`${process.env["HEWTO_TEST_SHARED"]}/home/.config/hewto`);
});

test("without a usable HOME it comes from the system, never from the current folder", () => {
  for (const HOME of [undefined, "", "relative/home"]) {
    expect(homeFolder({ HOME })).toBe(userInfo().homedir);
    expect(userCacheFolder({ HOME }).startsWith(userInfo().homedir)).toBe(true);
  }
});

test("a message about settings is split from its line number", () => {
  const parted = (line: number, message: string) => ({ line, message });
  expect(splitConfigMessage("hewto.toml:12: specs.profile must be …")).toEqual(
    parted(12, "specs.profile must be …"),
  );
  expect(splitConfigMessage("hewto.toml:3:1: not valid TOML: x.")).toEqual(parted(3, "Not valid TOML: x."));
  expect(splitConfigMessage("HEWTO_SPECS_PROFILE must be …")).toEqual(
    parted(1, "HEWTO_SPECS_PROFILE must be …"),
  );
});
