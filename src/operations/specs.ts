import type { Toolset } from "./toolset.ts";

export const specsToolset: Toolset = { operations: [] };
