import type { Toolset } from "./toolset.ts";
import { clarify } from "./workflow/clarify.ts";
import { implement } from "./workflow/implement.ts";
import { plan } from "./workflow/plan.ts";
import { specify } from "./workflow/specify.ts";
import { tasks } from "./workflow/tasks.ts";

export const workflowToolset: Toolset = { operations: [specify, clarify, plan, tasks, implement] };
