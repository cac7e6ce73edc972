import { isThread, serveThread } from "../../workspace/process/threads.ts";
import { serveAnalysis } from "../remote/analysis-child.ts";
import { localWorker } from "./index-worker.ts";

// A worker on its own thread: files in, segments on disk out. As a process of its own it serves `hewto worker`.
if (isThread()) serveThread(localWorker().run);
else void serveAnalysis();
