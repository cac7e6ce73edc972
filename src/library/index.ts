// What `import { … } from "hewto"` gives. A name here is a promise until the next major version.

export type { Outcome, RunError, RunState } from "../client/run/outcome.ts";
export type { AgentIdentity } from "../client/session/handshake.ts";
export type { ProgressReport } from "../client/session/progress.ts";
export type { ServerRequests, SessionEvent } from "../client/session/session.ts";
export { Refusal } from "../client/session/session.ts";
export type { RemoteTool } from "../client/session/tool-list.ts";
export type { Fault } from "../kernel/fault.ts";
export type { FaultCode } from "../kernel/fault-codes.ts";
export { version } from "../kernel/version.ts";
export type { GenerateRequest } from "../operation/generate-request.ts";
export {
  type Agent,
  type AgentAddress,
  type AgentCallOptions,
  type AgentOptions,
  connectAgent,
} from "./agent.ts";
export type { CallOptions, Hewto, HewtoOptions } from "./api.ts";
export { HewtoError } from "./error.ts";
export { openHewto } from "./hewto.ts";
export type * from "./operations.ts";
export { type ServerOptions, serverCommand } from "./server-command.ts";
