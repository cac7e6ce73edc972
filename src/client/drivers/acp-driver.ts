import type {
  AgentRequestMethod,
  AgentRequestParamsByMethod,
  CancelNotification,
} from "@agentclientprotocol/sdk";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { promptFor } from "../../workflow/agent-prompt.ts";
import type { Hook } from "../../workflow/hooks/read-hooks.ts";
import { reviews, steps } from "../../workflow/phase.ts";
import type { CommandLine } from "../../workspace/trust/request.ts";
import { cancelled, died, type Outcome, timedOut } from "../run/outcome.ts";
import { StrayOutput, summarizeStderr } from "../session/diagnostics.ts";
import type { AgentIdentity } from "../session/handshake.ts";
import { type Reply, Rpc, within } from "../session/rpc.ts";
import type { CallOptions } from "../session/session.ts";
import { type Deadline, startTimeouts, whenAborted } from "../session/timeouts.ts";
import type { Transport } from "../transports/transport.ts";
import { AcpTurn, type Permission } from "./acp-turn.ts";
import type { AgentDriver, Observe } from "./driver.ts";

export interface AcpOptions {
  readonly cwd: string;
  readonly initializeMs: number;
  /** Our own MCP server, which gives the agent specs, skills, code and artifacts. */
  readonly server: CommandLine;
  readonly permit: Permission;
  /** Hooks of spec-kit's extensions that the user allowed. */
  readonly hooks?: readonly Hook[] | undefined;
  readonly observe: Observe;
}

const protocolVersion = 1;
const cancelGraceMs = 2000;

/** An agent that supports the Agent Client Protocol: it edits the files itself and reports its progress. */
export function acpDriver(transport: Transport, options: AcpOptions): AgentDriver {
  const { observe } = options;
  let turn: AcpTurn | undefined;
  let lastStderr: readonly string[] = [];
  const stray = new StrayOutput();
  const rpc: Rpc = new Rpc(
    (message) => {
      observe({ kind: "sent", message });
      transport.send(message);
    },
    {
      request: (id, method, params) => void answerRequest(rpc, turn, id, method, params),
      notification: (method, params) => method === "session/update" && turn?.update(params),
      stray: (value) => observe({ kind: "note", text: `unexpected message: ${JSON.stringify(value)}` }),
    },
  );
  const ask = <M extends AgentRequestMethod>(method: M, params: AgentRequestParamsByMethod[M]) =>
    rpc.request(method, () => params).reply;
  return {
    start: async () => {
      const started = await transport.start({
        message: (message) => {
          observe({ kind: "received", message });
          rpc.receive(message);
        },
        unparsed: (text) => {
          stray.add(text);
          observe({ kind: "unparsed", text });
        },
        stderr: (text) => observe({ kind: "stderr", text }),
        failed: (id, reason) => rpc.fail(id, reason),
        closed: (end) => {
          lastStderr = end.lastStderr;
          observe({ kind: "closed", end });
          rpc.end(end.reason);
        },
      });
      if (!started.ok) return started;
      const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
      const clientInfo = { name: "spec-tui", title: "Hewto", version };
      const reply = ask("initialize", { protocolVersion, clientCapabilities, clientInfo });
      return identify(await within(reply, options.initializeMs), stray, lastStderr);
    },
    tools: async () => ok([...steps, ...reviews].map((task) => `speckit.${task}`)),
    run: async (step, args, limits) => {
      const { command, args: serverArgs } = options.server;
      const mcpServers = [{ name: "hewto", command, args: [...serverArgs], env: [] }];
      const session = within(ask("session/new", { cwd: options.cwd, mcpServers }), limits.idleMs);
      const opened = await Promise.race([session, whenAborted(limits.signal, "cancelled")]);
      if (opened === "cancelled") return cancelled();
      const sessionId =
        opened?.kind === "result" && isRecord(opened.result) ? opened.result.sessionId : undefined;
      if (typeof sessionId !== "string") return noSession(opened);
      turn = new AcpTurn(limits.onProgress, options.permit);
      const prompt = [
        {
          type: "text" as const,
          text: await promptFor(options.cwd, step, args, { hooks: options.hooks ?? [] }),
        },
      ];
      const reply = ask("session/prompt", { sessionId, prompt });
      const end = await endOf(reply, turn, limits, () => {
        const cancel: CancelNotification = { sessionId };
        rpc.notify("session/cancel", cancel);
      });
      return outcomeOf(end, turn, limits, lastStderr);
    },
    close: async (now) => {
      turn?.cancel();
      await transport.close(now);
      rpc.end("The session is over.");
    },
  };
}

async function answerRequest(
  rpc: Rpc,
  turn: AcpTurn | undefined,
  id: string | number,
  method: string,
  params: Record<string, unknown>,
): Promise<void> {
  if (method !== "session/request_permission" || !turn)
    return rpc.refuse(id, -32601, `Method not found: ${method}`);
  rpc.answer(id, { outcome: await turn.decide(params) });
}

type End = Reply | Deadline | "cancelled";

/** Waits for the end of the turn, and cancels it when a limit is exceeded or the user cancels. */
async function endOf(
  reply: Promise<Reply>,
  turn: AcpTurn,
  limits: CallOptions,
  cancel: () => void,
): Promise<End> {
  let stop = () => {};
  const exceeded = new Promise<Deadline>((resolve) => {
    const timeouts = startTimeouts(limits, resolve, () => turn.isAsking);
    turn.onActivity = timeouts.restartIdle;
    limits.onIdleTimer?.(timeouts.restartIdle);
    stop = timeouts.stop;
  });
  const first = await Promise.race([reply, exceeded, whenAborted(limits.signal, "cancelled")]);
  stop();
  if (typeof first !== "string") return first;
  turn.cancel();
  cancel();
  await within(reply, cancelGraceMs);
  return first;
}

function outcomeOf(end: End, turn: AcpTurn, limits: CallOptions, lastStderr: readonly string[]): Outcome {
  const content = [{ type: "text", text: turn.text.trim() || "The agent printed no output." }];
  if (end === "cancelled") return { ...cancelled(), content };
  if (end === "idle" || end === "absolute") return { ...timedOut(end, limits), content };
  if (end.kind === "gone") return died(end.reason, lastStderr);
  if (end.kind === "error")
    return {
      state: "protocol-error",
      error: { message: end.message, hint: "See the log for details.", retryable: true, code: end.code },
    };
  const reason = isRecord(end.result) ? end.result.stopReason : undefined;
  if (reason === "end_turn") return { state: "done", isError: false, content };
  if (reason === "cancelled") return { ...cancelled(), content };
  const message = `The agent stopped early (${String(reason)}).`;
  return {
    state: "tool-failed",
    isError: true,
    content,
    error: { message, hint: "See its output, then run the step again.", retryable: true },
  };
}

function identify(
  reply: Reply | undefined,
  stray: StrayOutput,
  lastStderr: readonly string[],
): Result<AgentIdentity> {
  const result = reply?.kind === "result" && isRecord(reply.result) ? reply.result : undefined;
  if (result?.protocolVersion === protocolVersion) {
    const info = isRecord(result.agentInfo) ? result.agentInfo : {};
    const name = typeof info.name === "string" ? info.name : "agent";
    return ok({
      name,
      version: typeof info.version === "string" ? info.version : "",
      protocolVersion: `acp ${protocolVersion}`,
      capabilities: {},
    });
  }
  const reason = failureOf(reply, "it uses another protocol version").replace(/\.$/, "");
  const summary = summarizeStderr(lastStderr);
  const output = summary === "" ? stray.summary() : ` It printed: ${summary}.`;
  return fail(
    fault(
      "agent_unavailable",
      `The ACP handshake failed: ${reason}.${output}`,
      "Check `[mcp]` in hewto.toml.",
      { retryable: true },
    ),
  );
}

/** Why a request failed; `otherwise` if there was a reply, but not a usable one. */
function failureOf(reply: Reply | undefined, otherwise: string): string {
  if (reply === undefined) return "no reply in time";
  if (reply.kind === "error") return reply.message;
  return reply.kind === "gone" ? reply.reason : otherwise;
}

function noSession(reply: Reply | undefined): Outcome {
  const reason = failureOf(reply, "the reply has no session id");
  const needsLogin = reply?.kind === "error" && reply.code === -32000;
  const hint = needsLogin
    ? "Log in with the agent's own program first."
    : "Run `hewto doctor` to check the agent, then try again.";
  return {
    state: "unavailable",
    error: { message: `The agent did not open a session: ${reason}`, hint, retryable: true },
  };
}
