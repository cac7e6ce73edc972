import { reqUtils, makeServer, startServer, joinPaths } from "@acme/core";
import * as core from "@acme/core";
import { sharpen } from "@acme/core/extra/tools";
import { dive } from "@acme/other/deep";
import { parseRequest } from "@acme/other";

export function use() {
  reqUtils.parseRequest(); // → parseRequest @ packages/core/src/req-utils.ts
  core.reqUtils.parseRequest(); // → parseRequest @ packages/core/src/req-utils.ts
  core.joinPaths(); // → joinPaths @ packages/core/src/paths.ts
  makeServer(); // → createServer
  startServer(); // → boot
  joinPaths(); // → joinPaths @ packages/core/src/paths.ts
  sharpen(); // → sharpen
  dive(); // → dive
  parseRequest(); // → parseRequest @ packages/other/lib/main.ts
}
