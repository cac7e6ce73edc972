import type { Context } from "../../operation/context.ts";
import type { Ask } from "../enrich/expand.ts";

/** The language model at hand as a plain question; undefined when there is none. A failure is logged, not fatal. */
export function askWith({ generator, log }: Context): Ask | undefined {
  if (!generator) return undefined;
  return async (request) => {
    const answered = await generator.generate(request);
    if (answered.ok) return answered.value;
    log("warning", `${generator.name}: ${answered.fault.message} The local method is used instead.`);
    return undefined;
  };
}
