import type { ClientAnswer, ClientRequest } from "../../operation/context.ts";

interface Question {
  readonly request: ClientRequest;
  readonly resolve: (answer: ClientAnswer) => void;
}

/** The requests that a task has put to its client and that wait for an answer, by key. */
export class OpenQuestions {
  readonly #open = new Map<string, Question>();
  readonly #used = new Set<string>();
  readonly #changed: (isOpen: boolean) => void;

  /** `changed` hears when the first question opens and when the last one closes. */
  constructor(changed: (isOpen: boolean) => void) {
    this.#changed = changed;
  }

  requests(): Record<string, ClientRequest> {
    return Object.fromEntries([...this.#open].map(([key, { request }]) => [key, request]));
  }

  async ask(
    requests: Readonly<Record<string, ClientRequest>>,
    signal: AbortSignal,
  ): Promise<Record<string, ClientAnswer>> {
    const asked = Object.entries(requests).map(async ([key, request]) => {
      const id = this.#unusedKey(key);
      try {
        return [key, await this.#put(id, request, signal)] as const;
      } finally {
        this.#open.delete(id);
        if (this.#open.size === 0) this.#changed(false);
      }
    });
    return Object.fromEntries(await Promise.all(asked));
  }

  answer(answers: Readonly<Record<string, ClientAnswer>>): void {
    for (const [key, answer] of Object.entries(answers)) {
      const question = this.#open.get(key);
      // Closed at once, so that the next look at the task shows only what is still open.
      if (question && this.#open.delete(key)) question.resolve(answer);
    }
  }

  #put(id: string, request: ClientRequest, signal: AbortSignal): Promise<ClientAnswer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.#open.set(id, { request, resolve });
      if (this.#open.size === 1) this.#changed(true);
    });
  }

  /** A key names one question for the whole life of a task. */
  #unusedKey(key: string): string {
    let id = key;
    for (let count = 2; this.#used.has(id); count++) id = `${key}_${count}`;
    this.#used.add(id);
    return id;
  }
}
