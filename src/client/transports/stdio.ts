import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { LineSplitter } from "../../kernel/lines.ts";
import { fail, ok } from "../../kernel/result.ts";
import { type Exit, type PipedProcess, spawnPiped } from "../../workspace/process/run.ts";
import { maxMessageBytes, type Transport, type TransportEvents } from "./transport.ts";

export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

const stderrLines = 20;
/** How long each step of stopping a process may take: end of input, SIGTERM, SIGKILL. */
const stopStepMs = 1500;
const forcedStepMs = 200;
/** How long to wait for output that is still in the pipes after the end. */
const drainMs = 300;
/** Without output for this long, the pipe counts as empty. */
const quietMs = 50;
/** How long to read without giving other events a turn. */
const readTurnMs = 5;
const lspFraming =
  "The agent frames its messages with Content-Length, as in LSP. MCP needs one message per line.";

/** An agent as a child process, with one JSON message per line. Other lines are reported as unparsed. */
export function stdioTransport(agent: AgentCommand): Transport {
  let starting: ReturnType<typeof spawnPiped> | undefined;
  let child: PipedProcess | undefined;
  return {
    start: async (events) => {
      starting = spawnPiped(agent.command, agent.args, { cwd: agent.cwd, env: agent.env });
      const started = await starting;
      if (!started.ok) return fail({ ...started.fault, code: "agent_unavailable" });
      child = started.value;
      listen(child, events);
      return ok(undefined);
    },
    send: (message) => {
      if (child?.stdin.writable) child.stdin.write(`${JSON.stringify(message)}\n`);
    },
    close: async (now) => {
      await starting; // a process that is just being started must be stopped too
      if (!child) return;
      await child.stop(now ? forcedStepMs : stopStepMs);
      // The last output is still in the pipes, and belongs in the log.
      const pipes = [child.stdout, child.stderr];
      await Promise.race([Promise.all(pipes.map(endOf)), delay(drainMs, undefined, { ref: false })]);
      // Processes that it left running could keep the pipes, and thus our process, open forever.
      for (const pipe of pipes) pipe.destroy();
    },
  };
}

function listen(child: PipedProcess, events: TransportEvents): void {
  const splitter = new LineSplitter(maxMessageBytes);
  const lastStderr: string[] = [];
  let hasSpoken = false;
  const take = (line: string) => {
    const value = parseLine(line);
    hasSpoken ||= value !== undefined;
    if (value !== undefined) return events.message(value);
    if (line.trim() !== "") events.unparsed(line.replace(/\r$/, ""));
    // Messages framed as in LSP have no line feed at their end, so they would never arrive.
    if (/^Content-Length: *\d+/i.test(line)) setTimeout(() => hasSpoken || close(lspFraming), 500).unref();
  };
  let lastReadAt = 0;
  readInTurns(child.stdout, (chunk) => {
    for (const part of splitter.push(chunk)) {
      if ("line" in part) take(part.line);
      else events.unparsed(`(a line of more than ${maxMessageBytes} bytes was dropped)`);
    }
    lastReadAt = performance.now();
  });
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    events.stderr(text);
    lastStderr.push(...text.split(/\r?\n/).filter((line) => line.trim() !== ""));
    lastStderr.splice(0, lastStderr.length - stderrLines);
  });
  let isClosed = false;
  const close = (reason: string) => {
    if (isClosed) return;
    isClosed = true;
    const rest = reason === lspFraming ? "" : splitter.rest();
    if (rest !== "") take(rest);
    events.closed({ reason, lastStderr });
  };
  // A process that closed its output or input cannot answer again, even if it keeps running. Wait a moment for its
  // exit, which is the better reason.
  child.stdout.on("end", () => setTimeout(() => close("The agent closed its output."), 200).unref());
  child.stdin.on("error", () => setTimeout(() => close("The agent closed its input."), 200).unref());
  // Output that is still in the pipe counts, so the end is reported only after it has been read.
  const closeAfterExit = (exit: Exit) => {
    if (performance.now() - lastReadAt > quietMs || child.stdout.readableEnded) close(describeExit(exit));
    else setTimeout(() => closeAfterExit(exit), quietMs);
  };
  child.exited.then((exit) => setTimeout(() => closeAfterExit(exit), quietMs));
}

/** Reads for a few milliseconds at a time, so that a flood of output does not block key presses. */
function readInTurns(stream: Readable, take: (chunk: Buffer) => void): void {
  let turnStart: number | undefined;
  stream.on("data", (chunk: Buffer) => {
    turnStart ??= performance.now();
    take(chunk);
    if (performance.now() - turnStart < readTurnMs) return;
    stream.pause();
    setImmediate(() => {
      turnStart = undefined;
      stream.resume();
    });
  });
}

/** Accepts a byte order mark. Scalars are not messages, only text that happens to be JSON. */
function parseLine(line: string): unknown {
  const text = line.replace(/^\ufeff/, "").trim();
  if (!text.startsWith("{") && !text.startsWith("[")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function endOf(stream: Readable): Promise<void> {
  // Not `once` of node:events, which throws if the pipe breaks before it closes.
  return new Promise((resolve) => (stream.closed ? resolve() : stream.once("close", resolve)));
}

function describeExit({ code, signal }: Exit): string {
  return signal === null ? `The agent ended with exit code ${code}.` : `The agent was ended by ${signal}.`;
}
