import type * as z from "zod";
import type { Result } from "../kernel/result.ts";
import { offline } from "../workspace/network/offline.ts";
import type { ContentBlock } from "./content.ts";
import type { Context } from "./context.ts";
import type { IconName } from "./icons.ts";
import type { Style } from "./style.ts";

/** What a tool tells a host about its effects. Stated for every operation, never guessed. */
export interface Effects {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** Whether it may open a connection, or a function that knows when. An operation that says no is held to it. */
  readonly openWorld: boolean | ((context: Context) => Promise<boolean> | boolean);
}

/** How the command line reaches an operation: `specs show` takes `spec_id` as its first word. */
export interface CommandLine {
  readonly words: string;
  /** For people, where the tool's own sentence is another author's law. */
  readonly summary?: string;
  /** Input fields taken by position; the last may be `field...` to collect the remaining words. */
  readonly positionals?: readonly string[];
  /** Flags whose name is not the field's own in kebab-case: `{ path_filter: "glob" }`. */
  readonly flagNames?: Readonly<Record<string, string>>;
  /** Lines for the end of the help, without `hewto`; where the usage line alone would leave one guessing. */
  readonly examples?: readonly string[];
}

/**
 * One entry is one MCP tool, one CLI command and one row of the docs. The type parameters are the zod
 * schemas, so that `run` and `text` are checked against what hosts are told.
 */
export interface Operation<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** One sentence: first line of the tool description, the command's help, the row in the docs. */
  readonly summary: string;
  /** Further lines for the tool description; a function when it depends on what is on disk. */
  readonly details?: string | ((context: Context) => Promise<string> | string);
  readonly icon: IconName;
  readonly effects: Effects;
  readonly input: In;
  /** Taken instead of `input` in a drop-in profile, where the original system accepts less. */
  readonly dropInInput?: z.ZodObject;
  /** Published instead of the schema of `input`, where the schema is another author's law to the letter. */
  readonly publishedInput?: Readonly<Record<string, unknown>>;
  /** Absent only where the answer is text and nothing else (`skill`). */
  readonly output?: Out;
  /** Whether a language model writes part of the answer where one is at hand; a command opens it only then. */
  readonly generates?: true;
  /** Whether a call may run as a task of the protocol, or only so. */
  readonly taskSupport?: "optional" | "required";
  readonly cli?: CommandLine;
  /** The exit code of the command where the answer is a verdict: `valid: false` is 1. */
  exitCode?(output: z.output<Out>): number;
  /**
   * Where it is a tool: `always` (the default), only in profiles that take `extras` beside what the original
   * system had, or `never` (a command for people, such as installing a skill).
   */
  readonly served?: "always" | "extras" | "never";
  readonly meta?: Readonly<Record<string, unknown>>;
  run(context: Context, input: z.output<In>): Promise<Result<z.output<Out>>>;
  /** The same facts as text, for models and people. */
  text(output: z.output<Out>, input: z.output<In>): string;
  /** For a person at a terminal, where that should differ from `text`: colours, bars, trees. */
  human?(output: z.output<Out>, input: z.output<In>, style: Style): string;
  /** Content other than one text item: images, audio, links. */
  content?(output: z.output<Out>, input: z.output<In>): ContentBlock[];
}

/** Reading changes nothing and may be repeated. */
export const reading: Effects = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/** Writing inside the workspace; nothing existing is lost. */
export const writing: Effects = { readOnly: false, destructive: false, idempotent: false, openWorld: false };

/** Checks one entry against its own schemas, then lets it stand in the table beside the others. */
export function operation<In extends z.ZodObject, Out extends z.ZodType>(
  entry: Operation<In, Out>,
): Operation {
  if (entry.effects.openWorld !== false) return entry;
  const held: Operation<In, Out> = {
    ...entry,
    run: (context, input) => offline(() => entry.run(context, input)),
  };
  return held;
}
