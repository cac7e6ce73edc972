import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { needsProgram } from "../support/skip.ts";

test("the transcript of docs/getting-started.md is what a fresh folder prints today", () => {
  needsProgram("git", "sh");
  const words = ["scripts/run-transcript.mjs", "docs/getting-started.md"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect([stdout, stderr, status]).toEqual(["", "", 0]);
}, 120_000);
