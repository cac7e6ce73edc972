import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { exists, listFolder, readText } from "../../workspace/files/files.ts";
import { joinPath, literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Sequence } from "./read-sequence.ts";

const folder = literalPath(".specify/workflows");
const reserved = ["overlays", "runs", "steps"];

/** The workflow with this id that Hewto can run from start to end; otherwise why not. */
export async function findSequence(workspace: Workspace, id: string): Promise<Result<Sequence>> {
  const listed = await listFolder(workspace, folder);
  const names = (listed.ok ? listed.value : [])
    .filter(({ kind, name }) => kind === "folder" && !reserved.includes(name))
    .map(({ name }) => name);
  if (!names.includes(id)) {
    const known = names.length === 0 ? `${folder} has none.` : `Installed: ${names.join(", ")}.`;
    const message = `This project has no workflow \`${id}\`.`;
    return fail(fault("invalid_argument", message, didYouMean(id, names) || known));
  }
  const file = joinPath(folder, `${id}/workflow.yml`);
  const text = file.ok ? await readText(workspace, file.value) : file;
  if (!text.ok || !file.ok) return text.ok ? refuse(id, "its name is not a path") : text;
  const { readSequence } = await import("./read-sequence.ts");
  const sequence = readSequence(text.value.text);
  if ("problem" in sequence)
    return fail(
      fault("invalid_argument", `${file.value} cannot be used: ${sequence.problem}`, "Correct the file."),
    );
  const overlays = joinPath(folder, `overlays/${id}`);
  if (overlays.ok && (await exists(workspace, overlays.value)))
    return refuse(id, "it has overlays, which only spec-kit applies");
  if (await isDisabled(workspace, id)) return refuse(id, "it is disabled", "specify workflow enable");
  const others = sequence.parts.flatMap((part) =>
    part.kind === "other" ? [`${part.id} (${part.type})`] : [],
  );
  return others.length === 0
    ? ok(sequence)
    : refuse(id, `only spec-kit can run these steps of it: ${others.join(", ")}`);
}

function refuse(id: string, why: string, command = "specify workflow run"): Result<never> {
  return fail(
    fault(
      "invalid_argument",
      `Hewto does not run the workflow \`${id}\`: ${why}.`,
      `Run \`${command} ${id}\`.`,
    ),
  );
}

async function isDisabled(workspace: Workspace, id: string): Promise<boolean> {
  const text = await readText(workspace, literalPath(".specify/workflows/workflow-registry.json"));
  try {
    const registry: unknown = text.ok ? JSON.parse(text.value.text) : {};
    const entries = isRecord(registry) && isRecord(registry.workflows) ? registry.workflows : {};
    const entry = Object.hasOwn(entries, id) ? entries[id] : undefined;
    return isRecord(entry) && entry.enabled === false;
  } catch {
    return false; // spec-kit rewrites a broken registry; the workflow itself is there
  }
}
