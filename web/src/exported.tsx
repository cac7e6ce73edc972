import { exportTransport } from "./api/exported.ts";
import { startPage } from "./app/start.tsx";

// `hewto web --export`: the same page, with answers from files.
startPage(exportTransport);
