import {
  type JSONRPCRequest,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";

/**
 * Our values in the SDK's types. The SDK derives its types from zod schemas that are narrower than the JSON
 * they accept (mutable arrays, six levels of JSON Schema); it checks every outgoing result against those
 * schemas at run time, so this is the one place where a type is asserted.
 */
export function wire<T>(value: unknown): T {
  return value as T;
}

type Validator = NonNullable<ServerOptions["jsonSchemaValidator"]>;

/**
 * The SDK validates elicitation answers and would bundle 150 kB of ajv for it. We check answers where they
 * are used, so this one accepts what it gets.
 */
export const uncheckedAnswers: Validator = {
  getValidator: () => (input) => ({ valid: true, data: wire(input), errorMessage: undefined }),
};

type Handler = (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>;

/** The SDK takes nothing but content for a result of `tools/call`. Tasks are results too, so it is left alone there. */
export class TaskAwareServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    return method === "tools/call" ? handler : super._wrapHandler(method, handler);
  }
}
