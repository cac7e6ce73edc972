import type { Toolset } from "../operation/toolset.ts";
import { listCalls } from "./activity/calls.ts";
import { answerRun, cancelRun, startRun } from "./activity/run-operations.ts";
import { listRuns, showRun } from "./activity/runs.ts";
import { check } from "./check/check.ts";
import { projectDoctor } from "./doctor/operation.ts";
import { codeMap } from "./map/code-map.ts";
import { projectGraph } from "./map/project-graph.ts";
import { projectStatus } from "./status/status.ts";
import { archiveWork } from "./work/operations/archive-work.ts";
import { listWork } from "./work/operations/list-work.ts";
import { showWork } from "./work/operations/show-work.ts";
import { tickTaskOperation } from "./work/operations/tick-task.ts";
import { workHistory } from "./work/operations/work-history.ts";
import { workLog } from "./work/operations/work-log.ts";
import { workSince } from "./work/operations/work-since.ts";

/** What looks at the whole workspace, whatever its format. */
export const projectToolset = {
  operations: {
    project_status: projectStatus,
    list_work: listWork,
    show_work: showWork,
    tick_task: tickTaskOperation,
    work_archive: archiveWork,
    work_history: workHistory,
    work_log: workLog,
    work_since: workSince,
    project_graph: projectGraph,
    code_map: codeMap,
    check,
    project_doctor: projectDoctor,
    list_calls: listCalls,
    list_runs: listRuns,
    show_run: showRun,
    start_run: startRun,
    cancel_run: cancelRun,
    answer_run: answerRun,
  },
} satisfies Toolset;
