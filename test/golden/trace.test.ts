import { describe, expect, it } from "vitest";
import { session } from "../support/session.ts";

const of = (command: string) => command.split(" ");

/** What a person sees, read once by a person. */
const sessions = {
  "trace-read": [
    of("hewto trace"),
    of("hewto trace --json"),
    of("hewto trace auth/sign-in"),
    of("hewto trace auth/sign-in#locked --json"),
    of("hewto trace auth/nowhere"),
    of("hewto trace --state open"),
    of("hewto trace impact signIn"),
    of("hewto trace impact digest --json"),
    of("hewto trace export"),
    of("hewto check --only trace"),
    of("hewto check --only trace --junit"),
    of("hewto status"),
  ],
  "trace-evidence": [
    of("hewto evidence add reports/first.xml"),
    of("hewto trace"),
    of("hewto check --only trace"),
    of("hewto check --only trace --evidence required"),
    of("hewto evidence add reports/second.json --json"),
    of("hewto trace"),
    of("hewto evidence list"),
    of("hewto evidence add reports/none.xml"),
    ["append", "src/auth.test.ts", "\n// The end.\n"],
    of("hewto trace --json"),
  ],
  "trace-changes": [
    [
      "write",
      "openspec/specs/auth/spec.md",
      "# auth Specification\n\n## Purpose\nHow people prove who they are, and how long the shop believes them.\n\n## Requirements\n\n### Requirement: Sign in\nThe system SHALL let a person sign in with a password.\n\n#### Scenario: Right password\n- **WHEN** the person gives the right password twice\n- **THEN** the person is signed in\n\n#### Scenario: Wrong password\n- **WHEN** the person gives a wrong password\n- **THEN** the answer does not say which part was wrong\n",
    ],
    of("hewto trace"),
    of("hewto check --only trace --changed-since HEAD"),
    of("hewto trace accept auth/sign-in#right-password"),
    of("hewto trace accept auth/sign-in#right-password --yes"),
    of("hewto trace waive auth/sign-in#wrong-password --reason Later --until 2026-12-31"),
    of("hewto trace waive auth/sign-in#wrong-password --reason Later --until 2001-01-01"),
    of("hewto trace"),
    of("hewto trace rename auth/sign-in auth/log-in"),
    of("hewto trace tidy"),
    of("git status --short -uall"),
  ],
  link: [
    of("hewto link"),
    of("hewto link auth/sign-in#locked"),
    ["hewto", "link", "auth/sign-in#locked", "--test", "src/auth.test.ts#signing in > goes nowhere"],
    [
      "hewto",
      "link",
      "auth/sign-out#signed-out",
      "--record",
      "--test",
      "src/auth.test.ts#signing in > lets Ada in",
    ],
    of("hewto link auth/nowhere --test src/auth.test.ts#x"),
    of("git diff"),
    of("git status --short -uall"),
    of("hewto trace"),
  ],
};

describe("requirements and their tests", { timeout: 120_000 }, () => {
  it.each(Object.entries(sessions))("%s", async (name, commands) => {
    await expect(await session("trace", commands)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});
