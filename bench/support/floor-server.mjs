// The floor: the minimum that answers `initialize` and `tools/call`, without any checks.
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  rest += chunk;
  for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
    const line = rest.slice(0, end);
    rest = rest.slice(end + 1);
    if (line === "") continue;
    const { id, method } = JSON.parse(line);
    if (id === undefined) continue;
    const result =
      method === "initialize"
        ? {
            protocolVersion: "2025-11-25",
            capabilities: { tools: {} },
            serverInfo: { name: "floor", version: "1" },
          }
        : { content: [{ type: "text", text: "ok" }] };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  }
});
