// Part of the types of the npm package: nothing that this file leads to imports a package.
import type { Flags } from "../operation/flags.ts";
import type { GenerateRequest } from "../operation/generate-request.ts";
import type { Methods, OperationName, OperationTypes } from "./operations.ts";

export interface HewtoOptions {
  /** The folder that may be read and written. Default: the current one. */
  readonly workspace?: string;
  /** Folders outside the workspace that may be indexed and searched. Default: none. */
  readonly allowRoots?: readonly string[];
  /** Writes texts where an operation wants a language model; without it the local methods are used. */
  readonly generate?: (request: GenerateRequest) => Promise<string>;
  /** Flags of the toolsets, as the command line has them: `{ "skill-dir": ["skills"], "no-plugins": true }`. */
  readonly flags?: Flags;
  readonly onLog?: (level: "debug" | "info" | "warning" | "error", message: string) => void;
  /** The time that answers and files are stamped with. */
  readonly clock?: () => Date;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (step: { done: number; total?: number; message?: string }) => void;
}

/** An open workspace. Every operation is a method; `call` and `text` take its name as a value. */
export interface Hewto extends Methods {
  /** The real absolute path of the workspace. */
  readonly workspace: string;
  /** The operation by the name that its tool has. */
  call<N extends OperationName>(
    name: N,
    input: OperationTypes[N]["input"],
    options?: CallOptions,
  ): Promise<OperationTypes[N]["output"]>;
  /** The same answer as text, as a model reads it. */
  text<N extends OperationName>(
    name: N,
    input: OperationTypes[N]["input"],
    options?: CallOptions,
  ): Promise<string>;
}
