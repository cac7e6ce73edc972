import { expect, test } from "vitest";
import { isSecretName, redact } from "./redact.ts";

const clean = (text: string, env: Record<string, string> = {}) =>
  redact(text, {
    env,
    secrets: [{ value: "hunter2hunter2", name: "mcp.env.PW" }],
    folders: [
      { path: "/home/ann", name: "~" },
      { path: "/home/ann/work/app", name: "WORKSPACE" },
    ],
  });

test("values of secret settings and variables are replaced by their names", () => {
  expect(clean("pw hunter2hunter2, key s3cr3t-value", { MY_API_KEY: "s3cr3t-value", PATH: "key" })).toBe(
    "pw [mcp.env.PW], key [$MY_API_KEY]",
  );
});

test.each([
  "Authorization: Bearer abc.def-123456",
  "sk-ant-api03-abcdefghijkl",
  "ghp_abcdefghijklmnopqrst",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijkl",
  "https://ann:pass1234@host/x",
  "https://host/x?access=pass1234",
  "--token pass1234",
  "--api-key=pass1234",
  'password: "pass1234"',
  "DB_PASSWORD=pass1234",
  "-----BEGIN PRIVATE KEY-----\nMIIabc\n-----END PRIVATE KEY-----",
  "AKIAIOSFODNN7EXAMPLE",
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c",
])("%j does not survive", (text) => {
  const result = clean(`before ${text} after`);
  expect(result).toContain("[redacted]");
  expect(result).not.toMatch(/pass1234|abcdefghijkl|MIIabc|IOSFODNN7|9f86d081|def-123456/);
  expect(result.startsWith("before ")).toBe(true);
});

test("folders of the user get short names, and ordinary text stays", () => {
  expect(clean("at /home/ann/work/app/src/a.ts:3 and /home/ann/.config")).toBe(
    "at WORKSPACE/src/a.ts:3 and ~/.config",
  );
  const text =
    "TypeError: Cannot read properties of undefined (reading 'tokens') at parse (dist/hewto.js:12:34)";
  expect(clean(text)).toBe(text);
});

test("names of secrets are recognized", () => {
  for (const name of ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "api_key", "DB_PASSWORD", "AUTHORIZATION"])
    expect(isSecretName(name), name).toBe(true);
  for (const name of ["PATH", "HOME", "LANG", "keyboard", "timeout_seconds"])
    expect(isSecretName(name), name).toBe(false);
});
