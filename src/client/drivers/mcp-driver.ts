import { ok } from "../../kernel/result.ts";
import { AgentSession, type SessionOptions } from "../session/session.ts";
import type { Link } from "../transports/transport.ts";
import type { AgentDriver } from "./driver.ts";

/** An agent that speaks MCP and offers the `speckit.*` tools. */
export function mcpDriver(link: Link, options: SessionOptions): AgentDriver {
  const session = new AgentSession(link, options);
  return {
    start: () => session.open(),
    tools: async () => {
      const listed = await session.tools(options.initializeMs);
      return listed.ok ? ok(listed.value.map(({ name }) => name)) : listed;
    },
    run: (step, args, limits) => session.call(`speckit.${step}`, { ...args }, limits),
    close: (now) => session.close(now),
  };
}
