import { isUtf8 } from "node:buffer";
import { ok } from "../../kernel/result.ts";
import type { ResourceProvider } from "../../operation/toolset.ts";
import { readBytes } from "../../workspace/files/files.ts";
import { mimeTypeOf } from "../serve/mime.ts";
import { findPublished, publishable } from "../serve/published.ts";
import { fileUri, skillScheme } from "../serve/uri.ts";
import { limits } from "../standard.ts";
import { registryOf } from "./registry-of.ts";

/** `skill://` resources: the SKILL.md of each published skill is listed, every file of it can be read. */
export const skillResources: ResourceProvider = {
  templates: [
    {
      uriTemplate: "skill://{+path}",
      name: "skill-file",
      title: "A file of a skill",
      description: "skill://<provider>/<location>/<name>/<file>; skills/list gives the addresses.",
    },
  ],
  owns: (uri) => uri.startsWith(skillScheme),
  list: async (context) => {
    const registry = registryOf(context);
    if (!registry.ok) return registry;
    const { enabled } = await registry.value.snapshot();
    return ok(
      [...publishable(enabled)].map(([uri, { document }]) => ({
        uri: fileUri(uri, "SKILL.md"),
        name: document.name,
        description: document.description,
        mimeType: "text/markdown",
      })),
    );
  },
  read: async (context, uri) => {
    const registry = registryOf(context);
    if (!registry.ok) return registry;
    const place = await findPublished((await registry.value.snapshot()).enabled, uri);
    if (!place.ok) return place;
    const { skill, folder, path } = place.value;
    context.touched(skill.path);
    const file = await readBytes(folder, path, { maxBytes: limits.bytes });
    if (!file.ok) return file;
    const bytes = Buffer.from(file.value.content);
    const isText = isUtf8(bytes);
    const mimeType = mimeTypeOf(path) ?? (isText ? "text/plain" : "application/octet-stream");
    return ok([
      isText
        ? { uri, mimeType, text: bytes.toString("utf8") }
        : { uri, mimeType, blob: bytes.toString("base64") },
    ]);
  },
};
