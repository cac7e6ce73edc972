import { serveThread } from "../../workspace/process/threads.ts";
import { SearchThread } from "./search-thread.ts";

// Some segments of a large index on a thread of their own: rounds of a search in, answers out.
const thread = new SearchThread();
serveThread(async (request: Parameters<SearchThread["answer"]>[0]) => thread.answer(request));
