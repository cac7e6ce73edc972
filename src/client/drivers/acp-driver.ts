import type {
  AgentRequestMethod,
  AgentRequestParamsByMethod,
  CancelNotification,
} from "@agentclientprotocol/sdk";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { projectGuides } from "../../workflow/guides.ts";
import { steps } from "../../workflow/phase.ts";
import { agentPrompt } from "../../workflow/prompts.ts";
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
  /** Our own MCP server, handed to the agent so that it sees specs, skills, code and artifacts. */
  readonly server: CommandLine;
  readonly permit: Permission;
  readonly observe: Observe;
}

const PROTOCOL = 1;
const CANCEL_GRACE_MS = 2000;

/** An agent that speaks the Agent Client Protocol: it works on the files itself and reports its progress. */
export function acpDriver(link: Transport, options: AcpOptions): AgentDriver {
  const { observe } = options;
  let turn: AcpTurn | undefined;
  let lastWords: readonly string[] = [];
  const noise = new StrayOutput();
  const rpc: Rpc = new Rpc(
    (message) => {
      observe({ kind: "sent", message });
      link.send(message);
    },
    {
      request: (id, method, params) => void answer(rpc, turn, id, method, params),
      notification: (method, params) => method === "session/update" && turn?.update(params),
      stray: (value) => observe({ kind: "note", text: `unexpected message: ${JSON.stringify(value)}` }),
    },
  );
  const ask = <M extends AgentRequestMethod>(method: M, params: AgentRequestParamsByMethod[M]) =>
    rpc.request(method, () => params).reply;
  return {
    start: async () => {
      const started = await link.start({
        message: (message) => {
          observe({ kind: "received", message });
          rpc.receive(message);
        },
        unparsed: (text) => {
          noise.add(text);
          observe({ kind: "unparsed", text });
        },
        stderr: (text) => observe({ kind: "stderr", text }),
        failed: (id, reason) => rpc.fail(id, reason),
        closed: (end) => {
          lastWords = end.lastStderr;
          observe({ kind: "closed", end });
          rpc.end(end.reason);
        },
      });
      if (!started.ok) return started;
      const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
      const clientInfo = { name: "spec-tui", title: "Hewto", version };
      const reply = ask("initialize", { protocolVersion: PROTOCOL, clientCapabilities, clientInfo });
      return identify(await within(reply, options.initializeMs), noise, lastWords);
    },
    tools: async () => ok(steps.map((step) => `speckit.${step}`)),
    run: async (step, args, limits) => {
      const { command, args: words } = options.server;
      const mcpServers = [{ name: "hewto", command, args: [...words], env: [] }];
      const session = within(ask("session/new", { cwd: options.cwd, mcpServers }), limits.idleMs);
      const opened = await Promise.race([session, whenAborted(limits.signal, "cancelled")]);
      if (opened === "cancelled") return cancelled();
      const sessionId =
        opened?.kind === "result" && isRecord(opened.result) ? opened.result.sessionId : undefined;
      if (typeof sessionId !== "string") return noSession(opened);
      turn = new AcpTurn(limits.onProgress, options.permit);
      const guides = await projectGuides(options.cwd, step, args);
      const prompt = [{ type: "text" as const, text: agentPrompt(step, args, guides) }];
      const reply = ask("session/prompt", { sessionId, prompt });
      const end = await orCancelled(reply, turn, limits, () => {
        const cancel: CancelNotification = { sessionId };
        rpc.notify("session/cancel", cancel);
      });
      return outcomeOf(end, turn, limits, lastWords);
    },
    close: async (now) => {
      turn?.abandon();
      await link.close(now);
      rpc.end("The conversation is over.");
    },
  };
}

async function answer(
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

/** The end of the turn, or why we ended it; a turn that was cancelled gets a moment to say so. */
async function orCancelled(
  reply: Promise<Reply>,
  turn: AcpTurn,
  limits: CallOptions,
  cancel: () => void,
): Promise<End> {
  let stop = () => {};
  const late = new Promise<Deadline>((resolve) => {
    const clock = startTimeouts(limits, resolve, () => turn.isAsking);
    turn.onLife = clock.restartIdle;
    limits.onIdleTimer?.(clock.restartIdle);
    stop = clock.stop;
  });
  const first = await Promise.race([reply, late, whenAborted(limits.signal, "cancelled")]);
  stop();
  if (typeof first !== "string") return first;
  turn.abandon();
  cancel();
  await within(reply, CANCEL_GRACE_MS);
  return first;
}

function outcomeOf(end: End, turn: AcpTurn, limits: CallOptions, lastWords: readonly string[]): Outcome {
  const content = [{ type: "text", text: turn.text.trim() || "The agent said nothing." }];
  if (end === "cancelled") return { ...cancelled(), content };
  if (end === "idle" || end === "absolute") return { ...timedOut(end, limits), content };
  if (end.kind === "gone") return died(end.reason, lastWords);
  if (end.kind === "error")
    return {
      state: "protocol-error",
      error: { message: end.message, hint: "The log has the details.", retryable: true, code: end.code },
    };
  const reason = isRecord(end.result) ? end.result.stopReason : undefined;
  if (reason === "end_turn") return { state: "done", isError: false, content };
  if (reason === "cancelled") return { ...cancelled(), content };
  const message = `The agent stopped early (${String(reason)}).`;
  return {
    state: "tool-failed",
    isError: true,
    content,
    error: { message, hint: "Its last output has details; run it again.", retryable: true },
  };
}

function identify(
  reply: Reply | undefined,
  noise: StrayOutput,
  lastWords: readonly string[],
): Result<AgentIdentity> {
  const result = reply?.kind === "result" && isRecord(reply.result) ? reply.result : undefined;
  if (result?.protocolVersion === PROTOCOL) {
    const info = isRecord(result.agentInfo) ? result.agentInfo : {};
    const name = typeof info.name === "string" ? info.name : "agent";
    return ok({
      name,
      version: typeof info.version === "string" ? info.version : "",
      protocolVersion: `acp ${PROTOCOL}`,
      capabilities: {},
    });
  }
  const why = whyNot(reply, "it speaks another version");
  const words = summarizeStderr(lastWords);
  const said = words === "" ? noise.summary() : ` It said: ${words}.`;
  return fail(
    fault(
      "agent_unavailable",
      `The agent did not shake hands over ACP: ${why.replace(/\.$/, "")}.${said}`,
      "Check `[mcp]` in hewto.toml and run `hewto doctor`.",
      { retryable: true },
    ),
  );
}

/** Why a request brought nothing; `otherwise` when there was an answer, but not the one that was needed. */
function whyNot(reply: Reply | undefined, otherwise: string): string {
  if (reply === undefined) return "it did not answer in time";
  if (reply.kind === "error") return reply.message;
  return reply.kind === "gone" ? reply.reason : otherwise;
}

function noSession(reply: Reply | undefined): Outcome {
  const why = whyNot(reply, "it named none");
  const wantsLogin = reply?.kind === "error" && reply.code === -32000;
  const hint = wantsLogin
    ? "Log in with the agent's own program first."
    : "Run `hewto doctor`, then try again.";
  return {
    state: "unavailable",
    error: { message: `The agent opened no session: ${why}`, hint, retryable: true },
  };
}
