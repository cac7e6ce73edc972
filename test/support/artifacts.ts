import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openSession } from "../../src/artifacts/operations/open-session.ts";
import { artifactsToolset } from "../../src/artifacts/operations/toolset.ts";
import type { ArtifactSession } from "../../src/artifacts/session.ts";
import { type Fetch, type FetchResult, unusable } from "../../src/artifacts/templates/remote.ts";
import type { Fault } from "../../src/kernel/fault.ts";
import { isRecord } from "../../src/kernel/json.ts";
import { ok } from "../../src/kernel/result.ts";
import { parseArguments } from "../../src/operation/arguments.ts";
import type { Context } from "../../src/operation/context.ts";
import type { AnyOperation } from "../../src/operation/operation.ts";
import { contextFor, createRuntime, perform } from "../../src/operation/runtime.ts";
import { worded } from "../../src/operation/surface.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { agentWith } from "./operations.ts";
import { temporaryTree, writeTree } from "./temporary.ts";

const operations = new Map<string, AnyOperation>(Object.entries(artifactsToolset.operations));
const surface = agentWith(artifactsToolset.operations);

/** A tool's answer; reading the wrong half fails the test and shows the actual answer. */
export interface Answer {
  readonly ok: boolean;
  readonly value: Record<string, unknown>;
  readonly fault: Fault;
  readonly text: string;
}

export interface Bench {
  readonly root: string;
  /** Calls a tool or command of the toolset, arguments checked as the host checks them. */
  readonly call: (name: string, args?: object) => Promise<Answer>;
  readonly read: (path: string) => Promise<string>;
  readonly write: (files: Record<string, string | Uint8Array>) => Promise<void>;
  readonly context: Context;
  /** What the calls so far said they touched. */
  readonly touched: string[];
}

export interface BenchOptions {
  /** Fixed as by `--workspace`; false searches upward as in a shell. */
  readonly pinned?: boolean;
  readonly at?: string;
  readonly progress?: (step: { done: number; total?: number }) => void;
}

/** A SpecMan workspace with these files, and the toolset ready to be called on it. */
export async function benchWith(
  files: Record<string, string | Uint8Array>,
  options: BenchOptions = {},
): Promise<Bench> {
  const root = await temporaryTree({ ".specman/": "", ...files });
  return benchAt(options.at === undefined ? root : join(root, options.at), options);
}

export async function benchAt(root: string, options: BenchOptions = {}): Promise<Bench> {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const flags = (options.pinned ?? true) ? { workspace: root } : {};
  const runtime = createRuntime({ workspace: workspace.value, flags, log: () => {} });
  const touched: string[] = [];
  const newContext = () => {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    return contextFor(runtime, {
      signal: abort.signal,
      touched: (path) => void touched.push(path),
      ...(options.progress ? { progress: options.progress } : {}),
    });
  };
  const call = async (name: string, args: object = {}): Promise<Answer> => {
    const operation = operations.get(name);
    if (!operation) throw new Error(`no operation ${name}`);
    const input = parseArguments(operation, args);
    const answer = input.ok ? await perform(operation, newContext(), input.value) : input;
    if (!answer.ok) return failed(name, worded(answer.fault, surface));
    const { output } = answer.value;
    if (!isRecord(output)) throw new Error(`${name} gave no object`);
    const checked = operation.output.safeParse(output);
    if (!checked.success) throw new Error(`${name} breaks its output schema: ${checked.error.message}`);
    return succeeded(name, output, operation.text(output, answer.value.input, surface));
  };
  return {
    root,
    call,
    read: (path) => readFile(join(root, path), "utf8"),
    write: (more) => writeTree(root, more),
    context: newContext(),
    touched,
  };
}

function succeeded(name: string, value: Record<string, unknown>, text: string): Answer {
  return {
    ok: true,
    value,
    text,
    get fault(): Fault {
      throw new Error(`${name} succeeded: ${JSON.stringify(value).slice(0, 2000)}`);
    },
  };
}

function failed(name: string, fault: Fault): Answer {
  return {
    ok: false,
    fault,
    text: fault.message,
    get value(): Record<string, unknown> {
      throw new Error(`${name} failed: ${JSON.stringify(fault).slice(0, 4000)}`);
    },
  };
}

/** A specification's text: fields as YAML lines, then a body that the data model accepts. */
export function specText(fields = "", body = "### Concept: Thing\n"): string {
  return `---\nversion: 1.0.0\n${fields}---\n\n# Title\n\n## Terminology & References\n\nRFC 2119.\n\n${body}`;
}

export function implText(spec: string, fields = "", body = "# Impl\n"): string {
  return `---\nspec: ${spec}\nversion: 1.0.0\n${fields}---\n\n${body}`;
}

export function padText(target: string, workType = "feat: {}", fields = ""): string {
  return `---\ntarget: ${target}\nwork_type:\n  ${workType}\n${fields}---\n\n# Pad\n\n## Notes\n`;
}

/** A specification with unusual formatting, which an update must preserve. */
export const unusualSpec =
  '\uFEFF---\r\n# kept\r\nname: auth   # the folder\r\nversion: "1.0.0"\r\ntags: [ \'one\', two ]   # flow\r\ndependencies:\r\n    - ../base/spec.md # why\r\n    - {ref: "../other/spec.md", optional: true}\r\ncustom: 7\r\n---\r\n\r\n# Body\r\n\r\ntext  \r\n';

/** Artifacts of every kind for tests of updates. */
export const updateFiles = {
  "spec/auth/spec.md": unusualSpec,
  "spec/base/spec.md": specText(),
  "spec/other/spec.md": specText(),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md"),
  ".specman/scratchpad/pad/scratch.md": padText("impl/auth-ts/impl.md"),
};

/** A server with one version of a template. */
export function onlineServer(text: string, etag: string): Fetch {
  return async (_url, validators) =>
    ok<FetchResult>(
      validators.etag === etag
        ? { changed: false }
        : { changed: true, text, etag, lastModified: "yesterday" },
    );
}

export const offlineServer: Fetch = async (url) => unusable(url, "the network is down");

/** A session whose remote documents come from the given server. */
export async function sessionWith({ context }: Bench, fetch: Fetch): Promise<ArtifactSession> {
  const session = await openSession(context, "test");
  if (!session.ok) throw new Error(session.fault.message);
  return { ...session.value, fetch };
}
