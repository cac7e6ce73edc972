import { type CatalogEntry, catalog } from "../../src/catalog.ts";
import { createHost, type Host } from "../../src/mcp/protocol/host.ts";
import type { AuditLine } from "../../src/mcp/tools/audit-line.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import { chooseProfile } from "../../src/profiles.ts";

export interface TestHost {
  readonly host: Host;
  readonly lines: AuditLine[];
  readonly logged: string[];
}

/** A server in this process, with the operations and the clock that a test needs. */
export function testHost(
  root: string,
  entries: readonly CatalogEntry[] = catalog,
  clock: () => Date = () => new Date(),
): TestHost {
  const profile = chooseProfile("all", "all");
  if (!profile.ok) throw new Error(profile.fault.message);
  const lines: AuditLine[] = [];
  const logged: string[] = [];
  const host = createHost({
    profile: profile.value,
    entries,
    runtime: createRuntime({
      workspace: { root },
      clock,
      log: (_level, message) => void logged.push(message),
    }),
    audit: { record: (line) => void lines.push(line), flushed: async () => {} },
    protocol: undefined,
  });
  return { host, lines, logged };
}
