import * as z from "zod";
import { type Absent, type Effects, writing } from "../../operation/operation.ts";
import type { Surface } from "../../operation/surface.ts";
import { LOCAL, type StepFile } from "../steps/step.ts";

export const specDirectory = z.string().describe("Absolute path to specification directory");

/** Writes in the workspace, and talks to a model if one is configured. */
export const generating: Effects = { ...writing, openWorld: ({ hasProvider }) => hasProvider };

/** A step has no command of its own: `hewto run` reaches it through the configured agent. */
export function reachedBy(command: string): Absent {
  return { never: "`hewto run` has the configured agent call it", command };
}

/** The line that recommends the next step, and why a model was not used. */
export function nextText(
  { next, notice }: { readonly next: string; readonly notice?: string | undefined },
  surface: Surface,
): string {
  const call = surface.reference({ operation: `speckit.${next}` });
  return [call === undefined ? "" : `Next: ${call}`, notice ?? ""].filter((line) => line !== "").join("\n");
}

/** One line per file with what happened to it. */
export function filesText(files: readonly StepFile[]): string {
  return files
    .map(
      ({ path, action, generated_by: by }) =>
        `- ${path} (${action}${by === "" || by === LOCAL ? "" : ` by ${by}`})`,
    )
    .join("\n");
}
