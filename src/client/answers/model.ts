import { clipText } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { bodyText } from "../../workspace/network/body.ts";
import { send } from "../../workspace/network/request.ts";
import { runProgram } from "../../workspace/process/run.ts";
import type { ModelSettings } from "../settings.ts";
import { describeFailure, describeStatus } from "../transports/http-errors.ts";

export interface ModelRequest {
  readonly system?: string | undefined;
  readonly prompt: string;
  readonly maxTokens: number;
}

/** A language model that is reached by a program or by HTTP. */
export interface Model {
  readonly name: string;
  readonly generate: (
    request: ModelRequest,
    signal: AbortSignal,
  ) => Promise<Result<{ text: string; by: string }>>;
}

/** The configured model; undefined if there is none, or if a person writes in place of one. */
export function modelOf(settings: ModelSettings, cwd: string, env: NodeJS.ProcessEnv): Model | undefined {
  if (settings.backend === "command" && settings.command !== undefined)
    return commandModel(settings.command, settings, cwd, env);
  if (settings.backend === "http" && settings.endpoint !== undefined)
    return httpModel(settings.endpoint, settings, env);
  return undefined;
}

function commandModel(command: string, settings: ModelSettings, cwd: string, env: NodeJS.ProcessEnv): Model {
  const name = `agent:${command}`;
  return {
    name,
    generate: async ({ system, prompt }, signal) => {
      const input = system === undefined ? prompt : `${system}\n\n${prompt}`;
      const ran = await runProgram(command, settings.args, {
        cwd,
        env,
        input,
        signal,
        timeoutMs: settings.timeout_seconds * 1000,
      });
      if (!ran.ok) return ran;
      const { code, stdout, stderr } = ran.value;
      if (code === 0 && stdout.trim() !== "") return ok({ text: stdout, by: name });
      const output = clipText(stderr.trim() || stdout.trim(), 300, "");
      return fail(
        fault(
          "agent_unavailable",
          `\`${command}\` printed no text (exit code ${code}). ${output}`.trim(),
          "Check [model] in hewto.toml.",
          { retryable: true },
        ),
      );
    },
  };
}

const maxAnswerBytes = 16 * 1024 * 1024;

const modelServer = { name: "The model's server", setting: "model.endpoint" };

function httpModel(endpoint: string, settings: ModelSettings, env: NodeJS.ProcessEnv): Model {
  const by = `http:${settings.model}`;
  const key = env[settings.api_key_env];
  return {
    name: by,
    generate: async ({ system, prompt, maxTokens }, signal) => {
      const url = new URL(`${endpoint.replace(/\/$/, "")}/chat/completions`);
      const messages = [
        ...(system === undefined ? [] : [{ role: "system", content: system }]),
        { role: "user", content: prompt },
      ];
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (key) headers.authorization = `Bearer ${key}`;
      const body = JSON.stringify({ model: settings.model, messages, max_tokens: maxTokens });
      const seconds = settings.timeout_seconds;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
      try {
        const request = { method: "POST", url, headers, body, signal: limit, chosenBy: "person" } as const;
        const response = await send(request);
        const text = await bodyText(response, maxAnswerBytes);
        if (response.statusCode !== 200) return unreachable(describeStatus(response, text, modelServer));
        const answer = answerIn(text);
        return answer === undefined
          ? unreachable("The model's server replied without text.")
          : ok({ text: answer, by });
      } catch (error) {
        if (limit.aborted && !signal.aborted)
          return unreachable(`The model's server did not reply within ${seconds} s (model.timeout_seconds).`);
        return unreachable(describeFailure(error, url));
      }
    },
  };
}

function answerIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const choice: unknown = isRecord(value) && Array.isArray(value.choices) ? value.choices[0] : undefined;
    const message = isRecord(choice) ? choice.message : undefined;
    return isRecord(message) && typeof message.content === "string" ? message.content : undefined;
  } catch {
    return undefined;
  }
}

function unreachable(message: string): Result<never> {
  return fail(fault("agent_unavailable", message, "Check [model] in hewto.toml.", { retryable: true }));
}
