import { serverTransport } from "./api/server.ts";
import { startPage } from "./app/start.tsx";

startPage(serverTransport);
