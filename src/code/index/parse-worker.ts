import { serveThread } from "../../workspace/process/threads.ts";
import { openLane } from "./lane.ts";

// A lane on a thread of its own: files in, segments on disk out.
serveThread(openLane().run);
