import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { clipText } from "../../kernel/clip.ts";
import { isRecord } from "../../kernel/json.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { Refusal, type ServerRequests } from "../session/session.ts";
import { formFields } from "./form.ts";
import type { Model, ModelRequest } from "./model.ts";
import { type Approval, nobody, type Person } from "./person.ts";
import { quoteAgent } from "./quote.ts";

/** What answers the agent's requests. */
export interface ClientServices {
  readonly workspace: Workspace;
  readonly person: Person;
  readonly model: Model | undefined;
  /** The person writes the replies in place of a model. */
  readonly isModelByHand: boolean;
  /** `--yes`: sampling requests need no approval. */
  readonly approved: boolean;
}

/** For checks without a person: every request is declined. */
export function unattended(workspace: Workspace): ClientServices {
  return { workspace, person: nobody, model: undefined, isModelByHand: false, approved: false };
}

const userRejected = -1;
const maxPromptShown = 4000;

/** Handlers of an agent's requests: sampling, elicitation, and the roots of the workspace. */
export function requestHandlers(services: ClientServices): ServerRequests {
  const granted = { run: services.approved };
  return {
    "sampling/createMessage": (params, signal) => sample(services, granted, params, signal),
    "elicitation/create": (params, signal) => elicit(services.person, params, signal),
    "roots/list": async () => ({
      roots: [
        {
          uri: pathToFileURL(services.workspace.root).href,
          name: basename(services.workspace.root),
        },
      ],
    }),
  };
}

/** The capabilities that the client declares. */
export function clientCapabilities(kind: "full" | "minimal"): Record<string, object> {
  return kind === "minimal" ? { sampling: {} } : { sampling: {}, elicitation: { form: {} }, roots: {} };
}

/** Answers a sampling request after the person has approved it, now or in advance with `--yes`. */
async function sample(
  { model, person, isModelByHand }: ClientServices,
  granted: { run: boolean },
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const request = requestOf(params);
  if (!model) return isModelByHand && person.write ? writtenBy(person, request, signal) : noModel();
  const approval: Approval = granted.run ? { allow: "run" } : await ask(person, model.name, request, signal);
  if (approval.allow === "no") throw new Refusal(userRejected, refusalReason(person));
  granted.run ||= approval.allow === "run";
  const answer = await model.generate({ ...request, prompt: approval.prompt ?? request.prompt }, signal);
  if (!answer.ok) throw new Refusal(-32603, answer.fault.message);
  return message(answer.value.text, answer.value.by);
}

async function ask(
  person: Person,
  model: string,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Approval> {
  if (!person.isPresent) return { allow: "no" };
  if (person.review) return person.review({ model, ...request }, signal);
  const prompt = clipText(fullPrompt(request), maxPromptShown, "the rest is in the log");
  const isApproved = await person.approve(
    `The agent requests text from ${model}:\n\n${quoteAgent(prompt)}`,
    signal,
  );
  return { allow: isApproved ? "once" : "no" };
}

/** The person replies in place of a model; an empty reply declines. */
async function writtenBy(person: Person, request: ModelRequest, signal: AbortSignal): Promise<unknown> {
  const text = await person.write?.(fullPrompt(request), signal);
  if (text === undefined || text.trim() === "") throw new Refusal(userRejected, refusalReason(person));
  return message(text, "human");
}

function fullPrompt({ system, prompt }: ModelRequest): string {
  return `${system ?? ""}\n\n${prompt}`.trim();
}

function refusalReason({ isPresent }: Person): string {
  return isPresent
    ? "User rejected sampling request"
    : "No user is present to approve; pass --yes to approve all.";
}

function noModel(): never {
  throw new Refusal(userRejected, "No model is configured ([model] in hewto.toml).");
}

function message(text: string, model: string) {
  return { role: "assistant", content: { type: "text", text }, model, stopReason: "endTurn" };
}

function requestOf(params: Record<string, unknown>): ModelRequest {
  const messages = Array.isArray(params.messages) ? params.messages.filter(isRecord) : [];
  const prompt = messages
    .map((each) => `${messages.length > 1 ? `${String(each.role)}: ` : ""}${textOf(each.content)}`)
    .join("\n\n");
  return {
    prompt,
    maxTokens: typeof params.maxTokens === "number" ? params.maxTokens : 4000,
    system: typeof params.systemPrompt === "string" ? params.systemPrompt : undefined,
  };
}

function textOf(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks
    .map((block) =>
      isRecord(block) && typeof block.text === "string"
        ? block.text
        : `[${isRecord(block) ? String(block.type) : "?"}]`,
    )
    .join("\n");
}

async function elicit(
  person: Person,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  if (params.mode === "url") return { action: "decline" }; // the client opens no addresses for an agent
  if (!person.isPresent) return { action: "decline" };
  const text = typeof params.message === "string" ? params.message : "The agent asks:";
  const answer = await person.fill(text, formFields(params), signal);
  return typeof answer === "string" ? { action: answer } : { action: "accept", content: answer };
}
