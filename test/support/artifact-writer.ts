import { artifactsToolset } from "../../src/artifacts/operations/toolset.ts";
import type { AnyOperation } from "../../src/operation/operation.ts";
import { contextFor, createRuntime } from "../../src/operation/runtime.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";

void main();

async function main(): Promise<void> {
  /**
   * A process that creates and updates artifacts as fast as it can: `ROOT WORKER ROUNDS`. In each round it tries to
   * create one artifact that all workers try to create and one of its own, and adds its own tag to a shared one.
   */
  const [root = "", worker = "0", rounds = "1"] = process.argv.slice(2);
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const runtime = createRuntime({ workspace: workspace.value, flags: { workspace: root }, log: () => {} });

  async function call(name: string, args: Record<string, unknown>): Promise<string> {
    const operation = new Map<string, AnyOperation>(Object.entries(artifactsToolset.operations)).get(name);
    if (operation === undefined) throw new Error(name);
    const context = contextFor(runtime, { signal: new AbortController().signal });
    const answer = await operation.run(context, operation.input.parse(args));
    if (answer.ok) return "ok";
    // On a busy machine the wait for a lock may time out; the fault says to try again.
    return answer.fault.code === "artifact_locked" && answer.fault.retryable
      ? call(name, args)
      : answer.fault.code;
  }

  for (let round = 0; round < Number(rounds); round++) {
    const say = (what: string, outcome: string) =>
      process.stdout.write(`${JSON.stringify({ what, round, outcome })}\n`);
    const title = `Worker ${worker}`;
    say("shared", await call("create_artifact", { kind: "specification", name: `shared-${round}`, title }));
    say(
      "own",
      await call("create_artifact", {
        kind: "specification",
        name: `own-${worker}-${round}`,
        dependencies: [{ ref: "spec://hub" }],
      }),
    );
    say(
      "tag",
      await call("update_artifact", {
        locator: "spec://hub",
        ops: [{ op: "add_tag", tag: `w${worker}-r${round}` }],
      }),
    );
  }
}
