import { expect, it } from "vitest";
import { ok } from "../kernel/result.ts";
import { Grants } from "./grants.ts";

const now = () => new Date("2026-11-18T12:00:00Z");
const rights: Readonly<Record<string, string[]>> = { "group:dev": ["acme/ferry"], ann: ["acme/tea"] };
const grants = new Grants(
  async (principals) =>
    ok({ seenAt: "2026-11-18T11:00:00Z", repos: principals.flatMap((each) => rights[each] ?? []) }),
  now,
);

async function maySee(subject: string, groups: string[], repository: string): Promise<boolean> {
  const permits = await grants.permitsFor({ subject, groups });
  return permits.ok && permits.value(repository);
}

it("a person who is called like a group does not get the rights of the group", async () => {
  expect(await maySee("group:dev", [], "acme/ferry")).toBe(false);
  expect(await maySee("bob", ["dev"], "acme/ferry")).toBe(true);
  expect(await maySee("ann", [], "acme/tea")).toBe(true);
});
