import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FlagSpec } from "../operation/flags.ts";
import { parseLine } from "./parse.ts";

const flags: FlagSpec[] = [
  { name: "port", kind: "integer", summary: "a port" },
  { name: "profile", kind: "string", summary: "a profile", choices: ["all", "spox"] },
  { name: "allow-root", kind: "list", summary: "folders" },
  { name: "json", kind: "boolean", summary: "as JSON" },
  { name: "limit", kind: "integer", summary: "how many" },
  { name: "no-plugins", kind: "boolean", summary: "without plugins" },
  { name: "help", kind: "boolean", short: "h", summary: "help" },
];

function parsed(...words: string[]) {
  const line = parseLine(words, flags);
  if (!line.ok) throw new Error(line.fault.message);
  return line.value;
}

function complaint(...words: string[]): string {
  const line = parseLine(words, flags);
  return line.ok ? "" : `${line.fault.message} ${line.fault.remedy}`;
}

describe("a command line", () => {
  it("takes values after a space or an equals sign", () => {
    expect(parsed("--port", "80").flags).toEqual({ port: 80 });
    expect(parsed("--port=80").flags).toEqual({ port: 80 });
    expect(parsed("--profile=spox").flags).toEqual({ profile: "spox" });
    expect(parsed("--allow-root=a=b").flags).toEqual({ "allow-root": ["a=b"] });
  });

  it("collects a flag that may be repeated", () => {
    expect(parsed("--allow-root", "a", "--allow-root", "b").flags).toEqual({ "allow-root": ["a", "b"] });
  });

  it("turns booleans on and off", () => {
    expect(parsed("--json").flags).toEqual({ json: true });
    expect(parsed("--no-json").flags).toEqual({ json: false });
    expect(parsed("--json=false").flags).toEqual({ json: false });
    expect(parsed("--no-plugins").flags).toEqual({ "no-plugins": true });
    expect(parsed("-h").flags).toEqual({ help: true });
  });

  it("takes the positive form of a flag that turns something off, as the original system spelled it", () => {
    expect(parsed("--plugins").flags).toEqual({ "no-plugins": false });
    expect(parsed("--plugins=false").flags).toEqual({ "no-plugins": true });
    expect(parsed("--no-json=false").flags).toEqual({ json: true });
    expect(complaint("--no-plugin")).toBe("Unknown flag --no-plugin. Did you mean --no-plugins?");
    expect(complaint("--no-plugins-file")).not.toContain("--no-no-");
  });

  it("does not take the next flag for a value that was forgotten", () => {
    expect(complaint("--allow-root", "--json")).toBe(
      "--allow-root needs a value. If that is --json, write --allow-root=--json.",
    );
    for (const next of ["--no-json", "--json=true", "--plugins"])
      expect(complaint("--allow-root", next), next).toMatch(/^--allow-root needs a value/);
    expect(parsed("--allow-root=--json").flags).toEqual({ "allow-root": ["--json"] });
    expect(parsed("--allow-root", "--other").flags).toEqual({ "allow-root": ["--other"] });
  });

  it("keeps words apart from flags, negative numbers and a lone dash among them", () => {
    expect(parsed("a", "--json", "-5", "-", "b").positionals).toEqual(["a", "-5", "-", "b"]);
    expect(parsed("--", "--json", "-h")).toEqual({ positionals: ["--json", "-h"], flags: {} });
  });

  it("names the nearest flag for an unknown one", () => {
    expect(complaint("--prot", "80")).toBe("Unknown flag --prot. Did you mean --port?");
    expect(complaint("--top-k", "3")).toBe("Unknown flag --top-k. Did you mean --limit?");
    expect(complaint("-n", "3")).toBe("Unknown flag -n. Did you mean --limit?");
    expect(complaint("--zzzzzzzz")).toBe("Unknown flag --zzzzzzzz. Add --help to see what there is.");
  });

  it("says what a flag takes when its value is wrong or missing", () => {
    expect(complaint("--port", "eighty")).toMatch(/^--port must be a whole number; got "eighty"/);
    expect(complaint("--port", "1e3")).toMatch(/^--port must be a whole number/);
    expect(complaint("--port")).toMatch(/^--port needs a value/);
    expect(complaint("--profile", "spx")).toBe(
      '--profile must be one of all, spox; got "spx". Did you mean `spox`?',
    );
    expect(complaint("--json=maybe")).toMatch(/^--json takes no value/);
  });

  it("never throws, whatever the words", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("--port", "--", "-h", "--no-json"))),
        (words) => {
          const line = parseLine(words, flags);
          expect(typeof line.ok).toBe("boolean");
        },
      ),
    );
  });
});
