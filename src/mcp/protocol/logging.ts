import type { Server } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { LogLevel } from "../../operation/context.ts";
import type { Session } from "./session.ts";

/** From chatty to dire, as the protocol orders them. */
const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

/** `logging/setLevel`. The SDK has its own, but answers an unknown level as if we had failed. */
export function serveLogging(server: Server, session: Session): void {
  const params = z.looseObject({ level: z.enum(levels) });
  server.setRequestHandler("logging/setLevel", { params }, ({ level }) => {
    session.logLevel = level;
    return {};
  });
}

/** A client that set no level hears everything. */
export function isLogged({ logLevel = "debug" }: Session, level: LogLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(logLevel);
}
