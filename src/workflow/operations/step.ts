import * as z from "zod";
import { faultText } from "../../kernel/fault.ts";
import { type Context, withoutModel } from "../../operation/context.ts";
import { type Absent, type Effects, writing } from "../../operation/operation.ts";
import type { Surface } from "../../operation/surface.ts";
import { parseFeatureName } from "../feature-name.ts";
import { LOCAL, type StepContext, type StepFile } from "../steps/step.ts";

export const specDirectory = z.string().describe("Absolute path to specification directory");

/** Writes in the workspace, and talks to a model if one is configured. */
export const generating: Effects = { ...writing, openWorld: ({ hasProvider }) => hasProvider };

/** A step has no command of its own: `hewto run` reaches it through the configured agent. */
export function reachedBy(command: string): Absent {
  return { never: "`hewto run` has the configured agent call it", command };
}

/** What a step uses of an operation's context. */
export function stepContext(context: Context): StepContext {
  const { workspace, signal, clock, withheld, generator, client, progress, log, touched } = context;
  return {
    workspace,
    signal,
    clock,
    withheld: withheld && faultText(withheld),
    touched,
    writer: generator?.generate,
    notice: withheld === undefined ? undefined : withoutModel(withheld),
    elicit: client?.canElicit
      ? async (key, params) => {
          const replies = await client.ask({ [key]: { method: "elicitation/create", params } });
          return replies.ok ? replies.value[key] : undefined;
        }
      : undefined,
    report: (percent, message) => progress({ done: percent, total: 100, message }),
    warn: (message) => log("warning", message),
  };
}

/** The line that recommends the next step, and why a model was not used. */
export function nextText(
  {
    next,
    notice,
    feature,
    spec_directory,
  }: {
    readonly next: string;
    readonly notice?: string | undefined;
    readonly feature: string;
    readonly spec_directory: string;
  },
  surface: Surface,
): string {
  const operation = `speckit.${next}`;
  // Changes have no active one, so a command names its change.
  const isChange =
    parseFeatureName(feature) === undefined && /[/\\]_?changes[/\\][^/\\]+$/.test(spec_directory);
  const command = next === "done" ? `changes archive ${feature}` : `run ${next} ${feature}`;
  const call =
    (isChange ? surface.reference({ command }) : undefined) ??
    surface.reference({ operation, args: isChange ? { spec_directory } : {} });
  return [call === undefined ? "" : `Next: ${call}`, notice ?? ""].filter((line) => line !== "").join("\n");
}

/** One line per file with what happened to it. */
export function filesText(files: readonly StepFile[]): string {
  return files
    .map(
      ({ path, action, generated_by: by }) =>
        `- ${path} (${action}${by === "" || by === LOCAL ? "" : ` by ${by}`}${isExclude(path) ? ", so that git status does not list .specify/feature.json" : ""})`,
    )
    .join("\n");
}

/** The only file outside the project's own that a step writes. */
function isExclude(path: string): boolean {
  return path.endsWith("/info/exclude");
}
