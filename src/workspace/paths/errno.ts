/** The system's name for a failed call, such as `ENOENT`; undefined when the value is something else. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
