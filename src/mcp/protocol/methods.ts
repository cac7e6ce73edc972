import type { Server } from "@modelcontextprotocol/server";
import * as z from "zod";
import { contextFor } from "../../operation/runtime.ts";
import { guarded } from "../tools/call.ts";
import type { Host } from "./host.ts";
import { protocolError } from "./resources.ts";

/** Methods of extensions that the served toolsets declare; the room behind them is loaded on first use. */
export function serveMethods(server: Server, host: Host): void {
  for (const name of host.entries.flatMap((entry) => entry.methods ?? [])) {
    server.setRequestHandler(name, { params: z.looseObject({}).optional() }, async (params, ctx) => {
      const registry = await host.registry();
      const method = registry.methods.find((candidate) => candidate.method === name);
      if (!method) throw new Error(`${name} is announced but not served`);
      const context = contextFor(host.runtime, { signal: ctx.mcpReq.signal });
      const result = await guarded(() => method.run(context, params ?? {}), ctx.mcpReq.signal);
      if (!result.ok) throw protocolError(result);
      return { ...result.value };
    });
  }
}
