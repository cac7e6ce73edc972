import { serveThread } from "../../workspace/process/threads.ts";
import { localWorker } from "./index-worker.ts";

// A worker on its own thread: files in, segments on disk out.
serveThread(localWorker().run);
