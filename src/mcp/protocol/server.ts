import type { Server } from "@modelcontextprotocol/server";
import { recordStart } from "../tools/record.ts";
import { serveTools } from "../tools/tools.ts";
import type { Connection, Era } from "./connection.ts";
import { capabilities, type Host, instructions, serverInfo } from "./host.ts";
import { serveLogging } from "./logging.ts";
import { serveMethods } from "./methods.ts";
import { servePrompts } from "./prompts.ts";
import { verifyRequestState } from "./replay.ts";
import { serveResources } from "./resources.ts";
import { TaskAwareServer, uncheckedAnswers } from "./sdk.ts";
import type { Session } from "./session.ts";

/** A server for one connection (or, under 2026-07-28 over HTTP, for one request). */
export function buildServer(host: Host, era: Era, session: Session): Server {
  const server = new TaskAwareServer(serverInfo(host), {
    capabilities: capabilities(host, era),
    instructions: instructions(host),
    debouncedNotificationMethods: ["notifications/tools/list_changed"],
    jsonSchemaValidator: uncheckedAnswers,
    requestState: { verify: verifyRequestState },
  });
  server.oninitialized = () => recordStart(server, host, session);
  const connection: Connection = { server, host, era, session };
  serveTools(connection);
  serveResources(connection);
  servePrompts(connection);
  serveMethods(server, host);
  serveLogging(server, session);
  return server;
}
