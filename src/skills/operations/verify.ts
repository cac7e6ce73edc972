import { join } from "node:path";
import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { absolutePath, joinPath } from "../../workspace/paths/paths.ts";
import { type Destination, filesAt } from "../install/install.ts";
import { compareDigests, digestsOf, lockName, readLock } from "../install/lock-file.ts";
import { destinationAt } from "./destination.ts";
import { registryOf } from "./registry-of.ts";

const Row = z.object({
  skill: z.string(),
  lock: z.string(),
  ok: z.boolean(),
  differences: z.array(z.object({ path: z.string(), kind: z.enum(["changed", "missing", "extra"]) })),
});
type Row = z.infer<typeof Row>;

const Output = z.object({ valid: z.boolean(), skills: z.array(Row), summary: z.string() });

export const verifyOperation = operation({
  name: "skills_verify",
  title: "Verify skills",
  summary: "Compare the installed skills with the digests in their lock files",
  icon: "check",
  effects: reading,
  served: { never: "for people who audit what was installed" },
  input: z.object({}),
  output: Output,
  cli: { words: "skills verify" },
  exitCode: ({ valid }) => (valid ? 0 : 1),
  run: async (context) => {
    const registry = registryOf(context);
    if (!registry.ok) return registry;
    const { discovery } = await registry.value.snapshot();
    const places = new Map(
      discovery.roots.map((root) => [root.folder.absolute, destinationAt(root, registry.value)]),
    );
    const skills: Row[] = [];
    for (const place of places.values()) {
      const rows = await verifyFolder(place);
      if (!rows.ok) return rows;
      skills.push(...rows.value);
    }
    const wrong = skills.filter((row) => !row.ok).length;
    const summary = `${count(skills.length, "locked skill")}, ${wrong === 0 ? "all as locked" : `${wrong} not as locked`}.`;
    return ok({ valid: wrong === 0, skills, summary });
  },
  text: ({ skills, summary }) => {
    const lines = skills.flatMap(({ skill, ok: fine, differences }) => [
      `${skill}: ${fine ? "as locked" : "not as locked"}`,
      ...differences.map(({ path, kind }) => `  ${kind.padEnd(7)} ${path}`),
    ]);
    return [...lines.map(printable), summary].join("\n");
  },
});

async function verifyFolder({ root, folder }: Destination): Promise<Result<Row[]>> {
  const lock = await readLock(root, folder);
  if (!lock.ok) return lock;
  const rows: Row[] = [];
  for (const [skill, locked] of lock.value.skills) {
    const place = joinPath(folder, skill);
    const files = place.ok ? await filesAt(root, place.value) : place;
    const found = files.ok ? digestsOf(files.value ?? []) : {};
    const differences = compareDigests(locked.files, asEnabled(found)).map((each) => ({ ...each }));
    rows.push({
      skill,
      lock: join(absolutePath(root, folder), lockName),
      ok: differences.length === 0,
      differences,
    });
  }
  return ok(rows);
}

/** A skill that was switched off is still the skill that was installed. */
function asEnabled(files: Record<string, string>): Record<string, string> {
  const { ".SKILL.md": off, ...others } = files;
  return off === undefined || others["SKILL.md"] !== undefined ? files : { ...others, "SKILL.md": off };
}
