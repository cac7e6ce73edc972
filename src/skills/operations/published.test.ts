import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { newStoreUrl, openedStore, unwrap } from "../../../test/support/stores.ts";
import { temporaryFolder, writeTree } from "../../../test/support/temporary.ts";
import { contextFor, createRuntime } from "../../operation/runtime.ts";
import { addRepo } from "../../store/add-repo.ts";
import { publishedSkills, pushSkills } from "./published.ts";

afterEach(() => vi.unstubAllEnvs());

async function contextAt(root: string) {
  const flags = { "no-plugins": true, "user-dir": await temporaryFolder() };
  const runtime = createRuntime({ workspace: { root }, log: () => {}, flags });
  return contextFor(runtime, { signal: new AbortController().signal });
}

test("the catalog that a repository published says which skills here are the same", async () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n\nText.\n`;
  const origin = await temporaryRepository({
    ".claude/skills/pdf/SKILL.md": skill("pdf"),
    ".claude/skills/pdf/form.md": "Fill in.\n",
    ".claude/skills/csv/SKILL.md": skill("csv"),
  });
  const url = await newStoreUrl("file");
  vi.stubEnv("HEWTO_STORE_URL", url);
  unwrap(await addRepo(await openedStore(url), "/", { source: origin, refs: [] }));
  expect(await publishedSkills.run(await contextAt(origin), {})).toMatchObject({
    ok: false,
    fault: { code: "skill_not_found" },
  });
  expect(unwrap(await pushSkills.run(await contextAt(origin), {}))).toMatchObject({ skills: 2 });

  const clone = join(await temporaryFolder(), "clone");
  runGit(origin, "clone", "-q", origin, clone);
  await writeTree(clone, { ".claude/skills/pdf/form.md": "Fill in nothing.\n" });
  runGit(clone, "rm", "-q", "-r", ".claude/skills/csv");
  const { skills } = unwrap(await publishedSkills.run(await contextAt(clone), {}));
  expect(skills.map(({ name, here }) => `${name} ${here}`).sort()).toEqual(["csv absent", "pdf differs"]);
});
