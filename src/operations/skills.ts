import type { Toolset } from "./toolset.ts";

export const skillsToolset: Toolset = { operations: [] };
