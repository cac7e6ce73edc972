import type { ExportIndex } from "../../../src/web/protocol.ts";
import { CallFailed, type Fault, type Transport } from "./transport.ts";

type Stored = { readonly answer: unknown } | { readonly fault: Fault };

const waiting = new Map<string, (value: unknown) => void>();

/** The files of an export call this by name: scripts are all that a page can load from a folder. */
Object.assign(window, {
  hewtoAnswer: (file: string, value: unknown) => {
    waiting.get(file)?.(value);
    waiting.delete(file);
  },
});

function loaded<T>(file: string): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.set(file, (value) => resolve(value as T));
    const script = Object.assign(document.createElement("script"), { src: `data/${file}.js` });
    script.onload = () => script.remove();
    script.onerror = () => reject(new CallFailed(incomplete));
    document.head.append(script);
  });
}

const incomplete: Fault = {
  code: "path_not_found",
  message: "A file of this export is missing.",
  remedy: "Copy the whole folder, or write it again with `hewto web --export`.",
  retryable: false,
};
const notExported: Fault = {
  code: "path_not_found",
  message: "This export does not hold the answer.",
  remedy: "Start `hewto web` in the project to see it.",
  retryable: false,
};

let index: Promise<ExportIndex> | undefined;
const stored = new Map<number, Promise<Stored>>();

function indexOf(): Promise<ExportIndex> {
  index ??= loaded<ExportIndex>("index");
  return index;
}

/**
 * The number of the answer to a call. Numbers in its input are not compared: an export holds the longest lists, and a
 * view that asks for fewer rows gets them all.
 */
function numberOf({ defaults, answers }: ExportIndex, name: string, input: object): number | undefined {
  const wanted = comparable({ ...defaults[name], ...defined(input) });
  const number = answers.findIndex((known) => known.name === name && comparable(known.input) === wanted);
  return number < 0 ? undefined : number;
}

function comparable(input: object): string {
  const compared = Object.entries(defined(input)).filter(([, value]) => typeof value !== "number");
  return JSON.stringify(compared.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function defined(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** The transport of `hewto web --export`: answers are files beside the page. */
export const exportTransport: Transport = {
  call: async (name, input) => {
    const number = numberOf(await indexOf(), name, input);
    if (number === undefined) throw new CallFailed(notExported);
    const file = stored.get(number) ?? loaded<Stored>(String(number));
    stored.set(number, file);
    const value = await file;
    if ("fault" in value) throw new CallFailed(value.fault);
    // Stored under the operation and the input that gave it.
    return value.answer as never;
  },
  command: async () => undefined,
  session: async () => (await indexOf()).session,
  listen: ({ onState }) => {
    onState("none");
    return () => {};
  },
};
