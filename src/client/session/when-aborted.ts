/** Resolves with the value when the signal is aborted, or at once when it has been already. */
export function whenAborted<const T>(signal: AbortSignal, value: T): Promise<T> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(value);
    else signal.addEventListener("abort", () => resolve(value), { once: true });
  });
}
