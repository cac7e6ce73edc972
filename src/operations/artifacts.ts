import type { Toolset } from "./toolset.ts";

export const artifactsToolset: Toolset = { operations: [] };
