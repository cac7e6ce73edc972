import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";
import { artifactResources } from "./resources.ts";

test("a handle reads the raw file, including front matter, and resources are listed by kind and name with their titles", async () => {
  const files = {
    "spec/b/spec.md": specText(),
    "spec/a/spec.md": specText("title: A title\n"),
    "impl/c-ts/impl.md": implText("../../spec/a/spec.md"),
  };
  const bench = await benchWith(files);
  expect(await artifactResources.list(bench.context)).toMatchObject({
    ok: true,
    value: [
      {
        uri: "spec://a",
        name: "a",
        title: "A title",
        mimeType: "text/markdown",
        description: "SpecMan specification spec://a",
      },
      { uri: "spec://b" },
      { uri: "impl://c-ts", title: "Impl" },
    ],
  });
  expect(await artifactResources.read(bench.context, "spec://a/")).toEqual({
    ok: true,
    value: [{ uri: "spec://a/", mimeType: "text/markdown", text: files["spec/a/spec.md"] }],
  });
  expect(await artifactResources.read(bench.context, "scratch://nothing")).toMatchObject({
    ok: false,
    fault: { code: "artifact_not_found" },
  });
});

// covers specman: constraint-templates
test("the nine resource templates are those of the contract", () => {
  expect(
    artifactResources.templates.map(({ uriTemplate, mimeType }) => `${uriTemplate} ${mimeType}`),
  ).toEqual([
    "spec://{artifact} text/markdown",
    "impl://{artifact} text/markdown",
    "scratch://{artifact} text/markdown",
    "spec://{artifact}/dependencies application/json",
    "spec://{artifact}/constraints application/json",
    "spec://{artifact}/constraints/{constraint_id} text/markdown",
    "impl://{artifact}/dependencies application/json",
    "scratch://{artifact}/dependencies application/json",
    "impl://{artifact}/compliance application/json",
  ]);
});
