import { parse } from "yaml";

/** In a file of its own, so that the library is loaded only when a change has metadata. Throws on bad YAML. */
export function parseYaml(text: string): unknown {
  // A few lines of metadata need no aliases, and aliases are how a small file becomes a huge value.
  return parse(text, { maxAliasCount: 0 });
}
