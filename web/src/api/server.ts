import {
  CallFailed,
  type CallOptions,
  type Connection,
  type Fault,
  type Input,
  type Listener,
  type OperationName,
  type Output,
  type PageEvent,
  type PageSession,
  type ProgressStep,
  type Transport,
} from "./transport.ts";

const retryMs = 1500;
const progressListeners = new Map<string, (step: ProgressStep) => void>();
let calls = 0;

/** The transport of `hewto web`. */
export const serverTransport: Transport = {
  call: callServer,
  command: async (name, input) => {
    const { command } = await post<{ command?: string }>(`command/${name}`, input);
    return command;
  },
  session: async () => answer<PageSession>(await request("api/session", {})),
  listen,
};

async function callServer<N extends OperationName>(
  name: N,
  input: Input<N>,
  { signal, onProgress }: CallOptions = {},
): Promise<Output<N>> {
  calls += 1;
  const id = `${calls}`;
  if (onProgress) progressListeners.set(id, onProgress);
  try {
    return await post<Output<N>>(`api/${name}`, input, onProgress ? { "x-hewto-call": id } : {}, signal);
  } finally {
    progressListeners.delete(id);
  }
}

async function post<T>(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<T> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", "x-hewto-page": "1", ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  };
  return answer<T>(await request(path, init));
}

async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    throw new CallFailed(unreachable);
  }
}

const unreachable: Fault = {
  code: "internal_error",
  message: "The server does not answer.",
  remedy: "Start `hewto web` again; the page then reconnects.",
  retryable: true,
};

/** The shapes are those of the operations table, which the server is held to by its own types. */
async function answer<T>(response: Response): Promise<T> {
  const value = await response.json();
  if (response.ok) return value;
  throw new CallFailed(value.error);
}

/** Server-sent events. A hidden tab does not listen: browsers allow few connections to one host. */
function listen({ onEvent, onState }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    source = new EventSource("api/events");
    source.onmessage = ({ data }) => {
      const event: PageEvent = JSON.parse(data);
      if (event.kind === "hello") onState("live");
      if (event.kind === "progress") progressListeners.get(event.call)?.(event);
      onEvent(event);
    };
    source.onerror = () => {
      close();
      retry();
    };
  };
  const retry = async () => {
    const state = await reachable();
    if (state === "live") return open();
    onState(state);
    timer = setTimeout(retry, retryMs);
  };
  const onVisible = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", onVisible);
  onVisible();
  return () => {
    document.removeEventListener("visibilitychange", onVisible);
    close();
  };
}

async function reachable(): Promise<Connection> {
  try {
    const { status } = await fetch("api/session");
    return status === 200 ? "live" : "refused";
  } catch {
    return "lost";
  }
}
