import type * as z from "zod";
import type { Result } from "../kernel/result.ts";
import { offline } from "../workspace/network/offline.ts";
import type { ContentBlock } from "./content.ts";
import type { Context } from "./context.ts";
import type { FlagSpec } from "./flags.ts";
import type { IconName } from "./icons.ts";
import type { Style } from "./style.ts";
import type { Surface } from "./surface.ts";

/** The effects that a tool states to hosts. Stated for every operation, never guessed. */
export interface Effects {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** Whether it may open a connection, or a function that knows when. An operation that says no is held to it. */
  readonly openWorld: boolean | ((context: Context) => Promise<boolean> | boolean);
}

/** The command of an operation: `specs show` takes `spec_id` as its first argument. */
export interface CommandView<In extends z.ZodObject = z.ZodObject, Given extends z.ZodObject = z.ZodObject> {
  readonly words: string;
  /** For people, where the tool's own sentence is written for agents. */
  readonly summary?: string;
  /** Fields taken by position; the last may be `field...` to collect the remaining arguments. */
  readonly positionals?: readonly string[];
  /** Flags whose name is not the field's own in kebab-case: `{ path_filter: "glob" }`. */
  readonly flagNames?: Readonly<Record<string, string>>;
  /** Flags of the process that this operation reads from its context, such as `--skill-dir`. */
  readonly flags?: readonly FlagSpec[];
  /** Lines for the end of the help, without `hewto`. */
  readonly examples?: readonly string[];
  /** Taken instead of the operation's input, where people expect other arguments: `--dry-run`, a default path. */
  readonly input?: Given;
  /** Those arguments as the operation's input. */
  toInput?(given: z.output<Given>): z.input<In>;
}

/** Why a capability is deliberately missing on a surface. */
export interface Absent {
  readonly never: string;
  /** A command outside the table that reaches the operation all the same, without `hewto`: `run plan`. */
  readonly command?: string;
}

/**
 * One entry is one MCP tool, one command, one method of the library and one row of the docs. The type parameters
 * are its name and its zod schemas, and they survive registration: callers get typed answers.
 */
export interface Operation<
  Name extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Given extends z.ZodObject = z.ZodObject,
> {
  readonly name: Name;
  readonly title: string;
  /** One sentence: first line of the tool description, the command's help, the row in the docs. */
  readonly summary: string;
  /** Further lines for the tool description; a function when it depends on the disk. */
  readonly details?: string | ((context: Context) => Promise<string> | string);
  readonly icon: IconName;
  readonly effects: Effects;
  readonly input: In;
  /** Published and taken in a drop-in profile, where the original system has smaller schemas. */
  readonly dropIn?: Partial<Pick<AnyOperation, "input" | "output" | "run" | "fit" | "text">>;
  /** Arguments that a model has no use for; taken, but not published where tools are listed for models alone. */
  readonly seldom?: readonly string[];
  /** Published instead of the schema of `input`, where another system dictates the schema to the letter. */
  readonly publishedInput?: Readonly<Record<string, unknown>>;
  /** An object, published as the schema of `structuredContent`; or a string, where the answer is text and nothing else. */
  readonly output: Out;
  /** Whether a language model writes part of the answer where one is available; a command opens it only then. */
  readonly generates?: true;
  /** Whether a call may run as a task of the protocol, or only so. */
  readonly taskSupport?: "optional" | "required";
  /** The command, or why there is none. */
  readonly cli: CommandView<In, Given> | Absent;
  /** The exit code of the command where the answer is a verdict: `valid: false` is 1. */
  exitCode?(output: z.output<Out>): number;
  /**
   * Where it is a tool: `always` (the default), only in profiles with `extras` (tools that the original system
   * did not have), or never, with the reason.
   */
  readonly served?: "always" | "extras" | Absent;
  /** Why the page must not call it; without it, the page calls what reads, and with `--write` what writes. */
  readonly page?: Absent;
  /** Arguments with which an operation that writes only shows what it would write: `{ mode: "preview" }`. */
  readonly preview?: Readonly<Record<string, string | boolean>>;
  /** Arguments of a reading operation that the page must not set, because they name a file to write. */
  readonly notFromPage?: readonly string[];
  /** The operation that this one narrows to satisfy a contract: `describe_specification` of `describe_artifact`. */
  readonly aliasOf?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  run(context: Context, input: z.output<In>): Promise<Result<z.output<Out>>>;
  /** The same facts as text, for models and people; `surface` words references to other operations. */
  text(output: z.output<Out>, input: z.output<In>, surface: Surface): string;
  /** For a person at a terminal, where that should differ from `text`: colors, bars, trees. */
  human?(output: z.output<Out>, given: z.output<Given>, style: Style, surface: Surface): string;
  /**
   * The answer within so many bytes of JSON, where some parts of it matter more than others. Without it, lists are cut
   * from the end.
   */
  fit?(output: z.output<Out>, bytes: number, input: z.output<In>): z.output<Out>;
  /** Content other than one text item: images, audio, links. */
  content?(output: z.output<Out>, input: z.output<In>): ContentBlock[];
}

/** An operation whose schemas are not known to the compiler: what adapters and tables work with. */
export type AnyOperation = Operation<string, z.ZodObject, z.ZodType>;

/** Reading changes nothing and may be repeated. */
export const reading: Effects = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/** Writing inside the workspace; nothing existing is lost. */
export const writing: Effects = { readOnly: false, destructive: false, idempotent: false, openWorld: false };

/** Checks one entry against its own schemas and keeps their types. */
export function operation<
  const Name extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Given extends z.ZodObject = In,
>(entry: Operation<Name, In, Out, Given>): Operation<Name, In, Out, Given> {
  if (entry.effects.openWorld !== false) return entry;
  const { dropIn } = entry;
  const other = dropIn?.run;
  return {
    ...entry,
    run: (context, input) => offline(() => entry.run(context, input)),
    ...(other
      ? { dropIn: { ...dropIn, run: (context, input) => offline(() => other(context, input)) } }
      : {}),
  };
}

/** The command of an operation, if it has one. */
export function commandOf({ cli }: AnyOperation): CommandView | undefined {
  return "words" in cli ? cli : undefined;
}

/** Whether a host may list the operation as a tool; `extras` are tools that the original system did not have. */
export function isTool({ served = "always" }: AnyOperation, extras = true): boolean {
  return served === "always" || (served === "extras" && extras);
}
