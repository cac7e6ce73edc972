import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { collectCommits } from "../../model/commits.ts";
import { commitAll, runGit } from "../support/repository.ts";
import { temporaryTree } from "../support/temporary.ts";

it("a commit's subject asks for the declaration that it changed most; housekeeping asks for nothing", async () => {
  const mirror = await temporaryTree({ "owner+name/repo/": "" });
  const pairs = await temporaryTree({ "train/owner+name.tsv": "" });
  const clone = join(mirror, "owner+name", "repo");
  runGit(clone, "init", "-q");
  const commit = (subject: string, text: string) => {
    writeFileSync(join(clone, "retry.py"), text);
    commitAll(clone, subject);
  };
  const rest = "def untouched(queue):\n    return queue.size()\n";
  commit("Begin with something small", `def call(job):\n    return job.run()\n\n${rest}`);
  commit(
    "fix(jobs): give up after the third failure (#12)",
    `def call(job):\n    for attempt in range(3):\n        if job.run():\n            return\n\n${rest}`,
  );
  commit("Bump version to the next one", `def call(job):\n    return None\n\n${rest}`);

  await collectCommits(mirror, pairs, new Set(), 0, 1);

  const lines = readFileSync(join(pairs, "commits", "owner+name.tsv"), "utf8").split("\n");
  expect(lines).toHaveLength(1);
  const [, language, question, name, , , , , body] = lines[0]?.split("\t") ?? [];
  expect({ language, question, name }).toEqual({
    language: "python",
    question: "give up after the third failur",
    name: "call",
  });
  expect(body).toContain("attempt");
});
