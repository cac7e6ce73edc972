import { pathToFileURL } from "node:url";
import { clipText } from "../../kernel/clip.ts";
import { isRecord } from "../../kernel/json.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { Refusal, type ServerRequests } from "../session/session.ts";
import { formFields } from "./form.ts";
import type { Model, ModelRequest } from "./model.ts";
import type { Person, Verdict } from "./person.ts";
import { quoteAgent } from "./quote.ts";

export interface Service {
  readonly workspace: Workspace;
  readonly person: Person;
  readonly model: Model | undefined;
  /** The person writes in place of a model. */
  readonly byHand: boolean;
  /** `--yes`: sampling needs no further word. */
  readonly approved: boolean;
}

const USER_REJECTED = -1;
const MOST_SHOWN = 4000;

/** What we do for an agent when it asks: sampling, questions to the person, the roots of the workspace. */
export function serviceFor(service: Service): ServerRequests {
  const granted = { run: service.approved };
  return {
    "sampling/createMessage": (params, signal) => sample(service, granted, params, signal),
    "elicitation/create": (params, signal) => elicit(service.person, params, signal),
    "roots/list": async () => ({
      roots: [
        {
          uri: pathToFileURL(service.workspace.root).href,
          name: service.workspace.root.split("/").at(-1) ?? "",
        },
      ],
    }),
  };
}

/** What we tell the agent that we can do. */
export function capabilitiesOf(kind: "full" | "minimal"): Record<string, object> {
  return kind === "minimal" ? { sampling: {} } : { sampling: {}, elicitation: { form: {} }, roots: {} };
}

/** A text for the agent: always shown, always approved, by a person or beforehand by `--yes`. */
async function sample(
  service: Service,
  granted: { run: boolean },
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const { model, person, byHand } = service;
  const request = requestOf(params);
  if (!model) return byHand && person.write ? writtenBy(person, request, signal) : noModel();
  const verdict: Verdict = granted.run ? { allow: "run" } : await ask(person, model.name, request, signal);
  if (verdict.allow === "no") throw new Refusal(USER_REJECTED, whyNot(person));
  granted.run ||= verdict.allow === "run";
  const answer = await model.generate({ ...request, prompt: verdict.prompt ?? request.prompt }, signal);
  if (!answer.ok) throw new Refusal(-32603, answer.fault.message);
  return message(answer.value.text, answer.value.by);
}

async function ask(
  person: Person,
  model: string,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Verdict> {
  if (!person.isThere) return { allow: "no" };
  if (person.review) return person.review({ model, ...request }, signal);
  const shown = clipText(inFull(request), MOST_SHOWN, "the rest is in the log");
  const said = await person.approve(`The agent asks ${model} for a text:\n\n${quoteAgent(shown)}`, signal);
  return { allow: said ? "once" : "no" };
}

/** The person is the model: what they write is the answer, and writing nothing is a no. */
async function writtenBy(person: Person, request: ModelRequest, signal: AbortSignal): Promise<unknown> {
  const text = await person.write?.(inFull(request), signal);
  if (text === undefined || text.trim() === "") throw new Refusal(USER_REJECTED, whyNot(person));
  return message(text, "human");
}

function inFull({ system, prompt }: ModelRequest): string {
  return `${system ?? ""}\n\n${prompt}`.trim();
}

function whyNot({ isThere }: Person): string {
  return isThere ? "User rejected sampling request" : "Nobody is there to approve; --yes would.";
}

function noModel(): never {
  throw new Refusal(USER_REJECTED, "No model is configured ([model] in hewto.toml).");
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
    ...(typeof params.systemPrompt === "string" ? { system: params.systemPrompt } : {}),
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
  if (params.mode === "url") return { action: "decline" }; // we open no address for an agent
  if (!person.isThere) return { action: "decline" };
  const text = typeof params.message === "string" ? params.message : "The agent asks:";
  const answer = await person.fill(text, formFields(params), signal);
  return typeof answer === "string" ? { action: answer } : { action: "accept", content: answer };
}
