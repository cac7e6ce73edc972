import { isUtf8 } from "node:buffer";
import { ok } from "../../kernel/result.ts";
import type { ResourceProvider } from "../../operation/toolset.ts";
import { readBytes } from "../../workspace/files/files.ts";
import { mimeTypeOf } from "../serve/mime.ts";
import { findPublished, publishable } from "../serve/published.ts";
import { fileUri, skillScheme } from "../serve/uri.ts";
import { limits } from "../standard.ts";
import { withRegistry } from "./registry-of.ts";

/** `skill://` resources: lists the SKILL.md of each published skill; every file of a skill can be read. */
export const skillResources: ResourceProvider = {
  templates: [
    {
      uriTemplate: "skill://{+path}",
      name: "skill-file",
      title: "A file of a skill",
      description: "skill://<provider>/<location>/<name>/<file>; skills/list gives the URIs.",
    },
  ],
  owns: (uri) => uri.startsWith(skillScheme),
  list: (context) =>
    withRegistry(context, async (registry) => {
      const { enabled } = await registry.snapshot();
      return ok(
        [...publishable(enabled)].map(([uri, { document }]) => ({
          uri: fileUri(uri, "SKILL.md"),
          name: document.name,
          description: document.description,
          mimeType: "text/markdown",
        })),
      );
    }),
  read: (context, uri) =>
    withRegistry(context, async (registry) => {
      const resource = await findPublished((await registry.snapshot()).enabled, uri);
      if (!resource.ok) return resource;
      const { skill, folder, path } = resource.value;
      context.touched(skill.path);
      const file = await readBytes(folder, path, { maxBytes: limits.bytes });
      if (!file.ok) return file;
      const bytes = Buffer.from(file.value.content);
      const isText = isUtf8(bytes);
      const mimeType = mimeTypeOf(path) ?? (isText ? "text/plain" : "application/octet-stream");
      const content = isText ? { text: bytes.toString("utf8") } : { blob: bytes.toString("base64") };
      return ok([{ uri, mimeType, ...content }]);
    }),
};
