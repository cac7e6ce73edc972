import type { Result } from "../kernel/result.ts";
import type { ResourceContents } from "./content.ts";
import type { Context } from "./context.ts";
import type { AnyOperation } from "./operation.ts";

export type ToolsetName =
  | "specs"
  | "skills"
  | "code"
  | "artifacts"
  | "trace"
  | "workflow"
  | "project"
  | "reviews"
  | "specman2";

/** Everything a room offers to hosts and to the command line. Loaded when first needed. */
export interface Toolset {
  /** By name, in the order of `tools/list`. */
  readonly operations: Readonly<Record<string, AnyOperation>>;
  readonly resources?: ResourceProvider;
  readonly prompts?: PromptProvider;
  /** Protocol methods of an extension, e.g. `skills/list`. */
  readonly methods?: readonly ExtensionMethod[];
  /** Runs once per host; may watch or refresh, and says when the catalog changed. Returns its stop. */
  readonly start?: (context: Context, changed: (what: Change) => void) => () => void;
}

/** A list that hosts show, or the content of one resource that a client may have subscribed to. */
export type Change = "tools" | "resources" | "prompts" | { readonly resource: string };

export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

export interface ResourceTemplateEntry {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export interface ResourceProvider {
  readonly list: (context: Context) => Promise<Result<readonly ResourceEntry[]>>;
  readonly templates: readonly ResourceTemplateEntry[];
  /** Whether the URI belongs to this provider; the first that owns it reads it. */
  readonly owns: (uri: string) => boolean;
  readonly read: (context: Context, uri: string) => Promise<Result<readonly ResourceContents[]>>;
  readonly complete?: (context: Context, request: CompletionRequest) => Promise<readonly string[]>;
}

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

export interface PromptEntry {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
}

export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: import("./content.ts").ContentBlock;
}

export interface PromptProvider {
  readonly list: readonly PromptEntry[];
  readonly get: (
    context: Context,
    name: string,
    args: Readonly<Record<string, string>>,
  ) => Promise<Result<{ description?: string; messages: readonly PromptMessage[] }>>;
  readonly complete?: (context: Context, request: CompletionRequest) => Promise<readonly string[]>;
}

export interface CompletionRequest {
  /** Prompt name or URI template. */
  readonly reference: string;
  readonly argument: string;
  readonly value: string;
  readonly known: Readonly<Record<string, string>>;
}

export interface ExtensionMethod {
  readonly method: string;
  readonly run: (
    context: Context,
    params: Record<string, unknown>,
  ) => Promise<Result<Record<string, unknown>>>;
}
