import type { Toolset } from "./toolset.ts";

export const workflowToolset: Toolset = { operations: [] };
