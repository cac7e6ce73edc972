import { computed, signal } from "@preact/signals";
import { serverTransport } from "./server.ts";
import type {
  CallOptions,
  Connection,
  Input,
  OperationName,
  Output,
  PageEvent,
  PageSession,
  Transport,
} from "./transport.ts";

let transport: Transport = serverTransport;

/** What the server said about itself; undefined until it did. */
export const session = signal<PageSession | undefined>(undefined);
/** Whether this page is an export, which shows what was there when it was made and can do nothing. */
export const isExport = computed(() => session.value?.isExport === true);
export const connection = signal<Connection>("connecting");

const listeners = new Set<(event: PageEvent) => void>();

/**
 * Runs an operation. Input and answer have the types of the operations table.
 *
 * @example const { work } = await call("list_work", {})
 * @throws CallFailed with the operation's fault
 */
export function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  options?: CallOptions,
): Promise<Output<N>> {
  return transport.call(name, input, options);
}

/** The command that does the same; its own arguments may be named too. */
export function commandFor(
  name: OperationName,
  input: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  return transport.command(name, input);
}

/** Calls `listener` for every event; returns the stop. */
export function onEvent(listener: (event: PageEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Connects the page; `using` is another source of answers than the server. */
export async function connect(using: Transport = serverTransport): Promise<void> {
  transport = using;
  let start: string | undefined;
  transport.listen({
    onState: (state) => {
      connection.value = state;
    },
    onEvent: (event) => {
      // After a restart or a pause anything may have changed.
      const isBack = event.kind === "hello" && start !== undefined;
      if (event.kind === "hello") start = event.start;
      for (const listener of listeners) listener(event);
      if (isBack) for (const listener of listeners) listener({ kind: "files", paths: [], more: 1 });
    },
  });
  session.value = await transport.session();
}
