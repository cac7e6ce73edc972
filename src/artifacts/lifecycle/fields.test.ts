import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";
import { runGit } from "../../../test/support/repository.ts";

const base = {
  "spec/auth/spec.md": specText("", "## Concepts\n\n### Concept: Login\n\n### Concept: Logout\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md"),
};

test("a field of another kind is refused instead of being dropped", async () => {
  const bench = await benchWith(base);
  const { fault } = await bench.call("create_artifact", {
    kind: "specification",
    name: "x",
    location: "src",
  });
  expect(fault).toMatchObject({ code: "invalid_metadata", message: expect.stringContaining("`location`") });
});

test("in a git repository a scratch pad gets a branch, and a given branch must follow the pattern", async () => {
  const bench = await benchWith(base);
  runGit(bench.root, "init", "-q", "-b", "trunk");
  const pad = { kind: "scratch_pad", target: "impl://auth-ts", work_type: { feat: {} } };
  const { value } = await bench.call("create_artifact", { ...pad, name: "add-mfa" });
  expect(value).toMatchObject({ front_matter: { branch: "auth-ts/feat/add-mfa" }, branch: "trunk" });
  const wrong = await bench.call("create_artifact", { ...pad, name: "other", branch: "feature/other" });
  expect(wrong.fault).toMatchObject({
    data_model_heading: "Git Branches",
    details: { ops: [{ op: "set_branch", branch: "auth-ts/feat/other" }] },
  });
});
