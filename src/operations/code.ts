import type { Toolset } from "./toolset.ts";

export const codeToolset: Toolset = { operations: [] };
