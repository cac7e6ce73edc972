import { expect, test } from "vitest";
import { benchWith, padText, specText } from "../../../test/support/artifacts.ts";
import { ok } from "../../kernel/result.ts";
import { openSession } from "../operations/open-session.ts";
import { updateArtifact } from "./update.ts";

// covers specman: update-locator-forms
test("a remote document can be previewed but not written, and a remote scratch pad is refused", async () => {
  const bench = await benchWith({});
  const session = await openSession(bench.context, "update_artifact");
  if (!session.ok) throw new Error(session.fault.message);
  const answering = (text: string) => ({
    ...session.value,
    fetch: async () => ok({ changed: true as const, text }),
  });
  const url = "https://example.com/spec/far/spec.md";
  const ops = [{ op: "set_version" as const, version: "2.0.0" }];
  const preview = await updateArtifact(answering(specText()), url, ops, "preview");
  expect(preview).toMatchObject({
    ok: true,
    value: { persisted: false, updated_document: expect.stringContaining("version: 2.0.0") },
  });
  const persist = await updateArtifact(answering(specText()), url, ops, "persist");
  expect(persist).toMatchObject({ ok: false, fault: { code: "read_only_locator" } });
  for (const ref of ["../base/spec.md", "spec://base", "http://example.com/spec.md"]) {
    const local = [{ op: "add_dependency" as const, ref }];
    const refused = await updateArtifact(answering(specText()), url, local, "preview");
    expect(refused, ref).toMatchObject({ ok: false, fault: { code: "read_only_locator" } });
  }
  const pad = await updateArtifact(answering(padText("x")), url, ops, "preview");
  expect(pad).toMatchObject({ ok: false, fault: { message: expect.stringContaining("scratch pad") } });
});
