import { createServer } from "node:http";

/** A model on loopback that answers "ok" in the protocols of several vendors, and the requests that it got. */
export async function startMockModel() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      requests.push(body);
      const { type, text } = answerTo(request.url ?? "");
      response.writeHead(200, { "content-type": type });
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : address;
  return { requests, url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

function answerTo(url: string): { type: string; text: string } {
  if (url.includes("/messages")) return events(anthropic);
  if (url.includes("/responses")) return events(responses);
  if (url.includes("/chat/completions")) return events([...completions, "[DONE]"]);
  const isStream = url.includes("stream");
  if (/generateContent/i.test(url)) return isStream ? events([gemini]) : json(gemini);
  return json({});
}

function json(value: object) {
  return { type: "application/json", text: JSON.stringify(value) };
}

/** Server-sent events, named where their vendor names them. */
function events(list: readonly (string | object)[]) {
  const lines = list.map((event) => {
    if (typeof event === "string") return `data: ${event}\n\n`;
    return `${"type" in event ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
  });
  return { type: "text/event-stream", text: lines.join("") };
}

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const message = { id: "m", type: "message", role: "assistant", model: "mock", content: [], usage };
const anthropic = [
  { type: "message_start", message },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ok" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage },
  { type: "message_stop" },
];
const item = {
  type: "message",
  id: "x",
  role: "assistant",
  content: [{ type: "output_text", text: "ok" }],
};
const response = { id: "r", object: "response", status: "completed", output: [item], usage };
const responses = [
  { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
  { type: "response.output_item.done", output_index: 0, item },
  { type: "response.completed", response },
];
const choice = { index: 0, delta: { role: "assistant", content: "ok" }, finish_reason: "stop" };
const completions = [{ id: "c", object: "chat.completion.chunk", choices: [choice] }];
const gemini = {
  candidates: [{ content: { role: "model", parts: [{ text: "ok" }] }, finishReason: "STOP", index: 0 }],
};
