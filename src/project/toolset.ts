import type { Toolset } from "../operation/toolset.ts";
import { check } from "./check/check.ts";

/** What looks at the whole workspace. */
export const projectToolset = { operations: { check } } satisfies Toolset;
