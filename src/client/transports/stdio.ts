import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { LineSplitter } from "../../kernel/lines.ts";
import { fail, ok } from "../../kernel/result.ts";
import { type Exit, type PipedProcess, spawnPiped } from "../../workspace/process/run.ts";
import { type Link, type LinkEvents, MAX_MESSAGE_BYTES } from "./transport.ts";

export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

const LAST_WORDS = 20;
const EXIT_STEP_MS = 1500;
const FORCED_STEP_MS = 200;
const LINGER_MS = 300;
const QUIET_MS = 50;
const TURN_MS = 5;
const FRAMED =
  "The agent frames its messages with Content-Length, as LSP does; MCP wants one message a line.";

/** An agent as a child process, one JSON message a line; other lines are tolerated and passed on as noise. */
export function stdioLink(agent: AgentCommand): Link {
  let starting: ReturnType<typeof spawnPiped> | undefined;
  let child: PipedProcess | undefined;
  return {
    start: async (events) => {
      const options = { cwd: agent.cwd, ...(agent.env ? { env: agent.env } : {}) };
      starting = spawnPiped(agent.command, agent.args, options);
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
      await starting; // who leaves at once must not leave behind what is just being started
      if (!child) return;
      await child.stop(now ? FORCED_STEP_MS : EXIT_STEP_MS);
      // What it said last is still in the pipes, and belongs in the log.
      const pipes = [child.stdout, child.stderr];
      await Promise.race([Promise.all(pipes.map(endOf)), delay(LINGER_MS, undefined, { ref: false })]);
      // What it left running may hold them open for ever, and our process with them.
      for (const pipe of pipes) pipe.destroy();
    },
  };
}

function listen(child: PipedProcess, events: LinkEvents): void {
  const splitter = new LineSplitter(MAX_MESSAGE_BYTES);
  const lastWords: string[] = [];
  let heard = false;
  const take = (line: string) => {
    const value = parseLine(line);
    heard ||= value !== undefined;
    if (value !== undefined) return events.message(value);
    if (line.trim() !== "") events.noise(line.replace(/\r$/, ""));
    // Messages in the framing of LSP end with no line feed: they would be waited for in vain.
    if (/^Content-Length: *\d+/i.test(line)) setTimeout(() => heard || tell(FRAMED), 500).unref();
  };
  let lastAt = 0;
  takeTurnsReading(child.stdout, (chunk) => {
    for (const part of splitter.push(chunk)) {
      if ("line" in part) take(part.line);
      else events.noise(`(a line of more than ${MAX_MESSAGE_BYTES} bytes was dropped)`);
    }
    lastAt = performance.now();
  });
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    events.stderr(text);
    lastWords.push(...text.split(/\r?\n/).filter((line) => line.trim() !== ""));
    lastWords.splice(0, lastWords.length - LAST_WORDS);
  });
  let told = false;
  const tell = (reason: string) => {
    if (told) return;
    told = true;
    const rest = reason === FRAMED ? "" : splitter.rest();
    if (rest !== "") take(rest);
    events.closed({ reason, lastWords });
  };
  // A process that closed its output can never answer again, whether it lives on or not. Its exit is waited
  // for a moment, because it says more.
  child.stdout.on("end", () => setTimeout(() => tell("The agent closed its output."), 200).unref());
  // The same for one that can no longer be told anything.
  child.stdin.on("error", () => setTimeout(() => tell("The agent closed its input."), 200).unref());
  // What is still in the pipe counts: as long as it flows, the end is not told.
  const tellExit = (exit: Exit) => {
    if (performance.now() - lastAt > QUIET_MS || child.stdout.readableEnded) tell(describeExit(exit));
    else setTimeout(() => tellExit(exit), QUIET_MS);
  };
  child.exited.then((exit) => setTimeout(() => tellExit(exit), QUIET_MS));
}

/** Reads for a few milliseconds at a time: an agent that floods us must not keep a person's keys waiting. */
function takeTurnsReading(stream: Readable, take: (chunk: Buffer) => void): void {
  let turnBegan: number | undefined;
  stream.on("data", (chunk: Buffer) => {
    turnBegan ??= performance.now();
    take(chunk);
    if (performance.now() - turnBegan < TURN_MS) return;
    stream.pause();
    setImmediate(() => {
      turnBegan = undefined;
      stream.resume();
    });
  });
}

/** Tolerates a byte order mark; scalars are text that happens to be JSON. */
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
  // Not `once` of node:events, which throws where the pipe breaks before it closes.
  return new Promise((resolve) => (stream.closed ? resolve() : stream.once("close", resolve)));
}

function describeExit({ code, signal }: Exit): string {
  return signal === null ? `The agent ended with exit code ${code}.` : `The agent was ended by ${signal}.`;
}
