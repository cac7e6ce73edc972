import { stringify } from "yaml";

/** A new YAML document; long texts are block scalars, and no line is wrapped. */
export function yamlText(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
