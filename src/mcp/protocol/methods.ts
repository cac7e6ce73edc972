import type { Server } from "@modelcontextprotocol/server";
import * as z from "zod";
import { guarded } from "../../operation/invoke.ts";
import { contextFor } from "../../operation/runtime.ts";
import { isProtocols } from "../tools/call.ts";
import type { Host } from "./host.ts";
import { protocolError } from "./resources.ts";
import { wordedFault } from "./surface.ts";

/** Methods of extensions that the served toolsets declare; the room behind them is loaded on first use. */
export function serveMethods(server: Server, host: Host): void {
  for (const name of host.entries.flatMap((entry) => entry.methods ?? [])) {
    server.setRequestHandler(name, { params: z.looseObject({}).optional() }, async (params, ctx) => {
      const registry = await host.registry();
      const method = registry.methods.find((candidate) => candidate.method === name);
      if (!method) throw new Error(`${name} is announced but not served`);
      const scope = { signal: ctx.mcpReq.signal, passes: isProtocols };
      const context = contextFor(host.runtime, scope);
      const result = await guarded(() => method.run(context, params ?? {}), host.runtime, scope);
      if (!result.ok) throw protocolError(await wordedFault(result.fault, registry, host));
      return { ...result.value };
    });
  }
}
