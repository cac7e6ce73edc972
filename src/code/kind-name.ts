/** The name that a kind of declaration has in its own language: what Swift calls `typealias` is elsewhere a `type`. */
export function kindName(kind: string, path: string): string {
  return kind === "typealias" && !/\.(swift|kts?)$/i.test(path) ? "type" : kind;
}
