/** The code of a system error, such as `ENOENT`; undefined for any other value. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
