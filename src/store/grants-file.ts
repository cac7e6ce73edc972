import * as z from "zod";

/** Grants as a job writes them: who may see which repositories, and when the code host was asked. */
export const GrantsFile = z.object({
  /** When the code host was last asked. */
  seen_at: z.iso.datetime({ offset: true }),
  grants: z.array(
    z.object({
      /** The subject of a token, or `group:NAME` for what its claim `groups` names. */
      to: z.string().min(1),
      /** Names of repositories; `*` at the end stands for any ending. */
      repos: z.array(z.string().min(1)),
    }),
  ),
});

export function parseGrants(text: string): z.infer<typeof GrantsFile> | undefined {
  try {
    return GrantsFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const grantsExample =
  '{"seen_at": "2026-11-18T08:00:00Z", "grants": [{"to": "group:dev", "repos": ["github.com/acme/*"]}]}';
