// Client: start an MCP server (here our own), see its tools, call one with a time limit.
import { connectAgent, serverCommand } from "hewto";
import { withFerry } from "./ferry.mjs";

await withFerry(async (workspace) => {
  const agent = await connectAgent(serverCommand({ workspace, profile: "spox" }));
  try {
    console.log(`${agent.identity.name}, protocol ${agent.identity.protocolVersion}`);
    const tools = await agent.tools();
    console.log(`${tools.length} tools`);
    const outcome = await agent.call("list_specs", {}, { idleMs: 10_000 });
    console.log(outcome.state, outcome.structuredContent.specs.map(({ id }) => id).join(", "));
  } finally {
    await agent.close();
  }
});
