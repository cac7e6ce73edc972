import { describe, expect, it } from "vitest";
import { temporaryTree } from "../../test/support/temporary.ts";
import { readConfig } from "./openspec-config.ts";

describe("the context of openspec/config.yaml", () => {
  async function problemsWith(context: string) {
    const root = await temporaryTree({
      "openspec/config.yaml": `schema: spec-driven\ncontext: "${context}"\n`,
    });
    return (await readConfig({ root }))?.problems.map(({ message }) => message);
  }

  it("may have 50 KB, counted in bytes and not in characters", async () => {
    expect(await problemsWith("x".repeat(50 * 1024))).toEqual([]);
    expect(await problemsWith("x".repeat(50 * 1024 + 1))).toEqual(["`context` must be at most 50 KB."]);
    expect(await problemsWith("é".repeat(25 * 1024 + 1))).toEqual(["`context` must be at most 50 KB."]);
  });
});
