import { join } from "node:path";
import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { absolutePath, joinPath } from "../../workspace/paths/paths.ts";
import { destinationAt } from "../install/destination.ts";
import { type Destination, filesAt } from "../install/install.ts";
import { compareDigests, digestsOf, lockName, readLock } from "../install/lock-file.ts";
import { rootFlags } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";

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
  served: { never: "for people who audit installed skills" },
  input: z.object({}),
  output: Output,
  cli: { words: "skills verify", flags: rootFlags },
  exitCode: ({ valid }) => (valid ? 0 : 1),
  run: (context) =>
    withRegistry(context, async (registry) => {
      const { discovery } = await registry.snapshot();
      const destinations = new Map(
        discovery.roots.map((root) => [
          root.folder.absolute,
          destinationAt(root, registry.options.paths.home),
        ]),
      );
      const skills: Row[] = [];
      for (const destination of destinations.values()) {
        const rows = await verifyFolder(destination);
        if (!rows.ok) return rows;
        skills.push(...rows.value);
      }
      const changed = skills.filter((row) => !row.ok).length;
      const verdict = changed === 0 ? "all match the lock" : `${changed} changed`;
      const summary = `${count(skills.length, "locked skill")}, ${verdict}.`;
      return ok({ valid: changed === 0, skills, summary });
    }),
  text: ({ skills, summary }) => {
    const lines = skills.flatMap(({ skill, ok: isUnchanged, differences }) => [
      `${skill}: ${isUnchanged ? "matches the lock" : "changed"}`,
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
    const path = joinPath(folder, skill);
    const files = path.ok ? await filesAt(root, path.value) : path;
    const actual = files.ok ? digestsOf(files.value ?? []) : {};
    const differences = compareDigests(locked.files, asEnabled(actual)).map((each) => ({ ...each }));
    rows.push({
      skill,
      lock: join(absolutePath(root, folder), lockName),
      ok: differences.length === 0,
      differences,
    });
  }
  return ok(rows);
}

/** A disabled skill still matches its lock. */
function asEnabled(files: Record<string, string>): Record<string, string> {
  const { ".SKILL.md": disabled, ...others } = files;
  return disabled === undefined || others["SKILL.md"] !== undefined
    ? files
    : { ...others, "SKILL.md": disabled };
}
