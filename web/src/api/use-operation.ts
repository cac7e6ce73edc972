import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import { call, onEvent } from "./client.ts";
import { type Fault, faultFrom, type Input, type OperationName, type Output } from "./transport.ts";

export interface Loaded<T> {
  /** The last answer; kept while a newer one is being fetched. */
  readonly data: T | undefined;
  readonly fault: Fault | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

export interface UseOptions {
  /** Which changes of files ask again; default: all. */
  readonly when?: (paths: readonly string[]) => boolean;
}

/** Answers by call, so that going back shows the last one at once. */
const answers = new Map<string, unknown>();
const maxAnswers = 60;

/**
 * The answer of a reading operation, asked again whenever files change. Without an input nothing is asked.
 *
 * @example const work = useOperation("list_work", {}); if (!work.data) return <Pending of={work} />;
 */
export function useOperation<N extends OperationName>(
  name: N,
  input: Input<N> | undefined,
  { when }: UseOptions = {},
): Loaded<Output<N>> {
  const key = input === undefined ? undefined : `${name} ${JSON.stringify(input)}`;
  const [state, setState] = useState<{ key: string | undefined; fault?: Fault; isLoading: boolean }>({
    key,
    isLoading: key !== undefined,
  });
  const current = useRef<{ key: string | undefined; abort: AbortController | undefined }>({
    key,
    abort: undefined,
  });
  const load = useCallback(() => {
    if (key === undefined || input === undefined) return;
    current.current.abort?.abort();
    const abort = new AbortController();
    current.current = { key, abort };
    setState((before) => (before.key === key ? { ...before, isLoading: true } : { key, isLoading: true }));
    call(name, input, { signal: abort.signal }).then(
      (answer) => {
        if (abort.signal.aborted) return;
        remember(key, answer);
        setState({ key, isLoading: false });
      },
      (thrown) => {
        if (abort.signal.aborted) return;
        const fault = faultFrom(thrown);
        // What is gone must not be shown; what cannot be reached now may be.
        if (!fault.retryable) answers.delete(key);
        setState({ key, fault, isLoading: false });
      },
    );
  }, [key]);
  // Before the first paint: the server can work while the browser draws.
  useLayoutEffect(() => {
    load();
    const stop = onEvent((event) => {
      if (event.kind === "files" && (event.more > 0 || (when?.(event.paths) ?? true))) load();
    });
    return () => {
      stop();
      current.current.abort?.abort();
    };
  }, [load]);
  const isCurrent = state.key === key;
  return {
    // Answers are stored under the call that gave them.
    data: key === undefined ? undefined : (answers.get(key) as Output<N> | undefined),
    fault: isCurrent ? state.fault : undefined,
    isLoading: key !== undefined && (!isCurrent || state.isLoading),
    reload: load,
  };
}

function remember(key: string, answer: unknown): void {
  answers.delete(key);
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
}
