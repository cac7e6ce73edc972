import type * as z from "zod";
import type { Operation } from "../operation/operation.ts";
import type { CallOptions } from "./api.ts";
import type { OperationName, OperationTypes } from "./operations.ts";

/** The answer of an operation, and the same as text. */
export interface Answered<Output> {
  readonly output: Output;
  readonly text: () => string;
}

/** Runs any operation, with its types. */
export type Answerer = <In extends z.ZodObject, Out extends z.ZodType>(
  operation: Operation<string, In, Out>,
  input: unknown,
  options: CallOptions | undefined,
) => Promise<Answered<z.output<Out>>>;

/** Every operation by its name. */
export type Calls = {
  readonly [N in OperationName]: (
    input: OperationTypes[N]["input"] | undefined,
    options?: CallOptions,
  ) => Promise<Answered<OperationTypes[N]["output"]>>;
};
