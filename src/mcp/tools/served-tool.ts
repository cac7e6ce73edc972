import { ProtocolError } from "@modelcontextprotocol/server";
import { didYouMean } from "../../kernel/nearest.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import type { Host } from "../protocol/host.ts";

/** The tool of that name; an unknown one is the client's mistake, not a tool's failure. */
export async function servedTool(host: Host, name: string): Promise<AnyOperation> {
  const registry = await host.registry();
  const operation = registry.tool(name);
  if (operation) return operation;
  const known = registry.tools().map((tool) => tool.name);
  const hint = didYouMean(name, known) || "Call tools/list to see what there is.";
  throw new ProtocolError(-32602, `Unknown tool: ${name}. ${hint}`);
}
