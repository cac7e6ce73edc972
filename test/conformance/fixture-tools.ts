import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { fault } from "../../src/kernel/fault.ts";
import { fail, ok } from "../../src/kernel/result.ts";
import { type ContentBlock, text } from "../../src/operation/content.ts";
import type { Context } from "../../src/operation/context.ts";
import { type AnyOperation, operation, reading } from "../../src/operation/operation.ts";
import { untyped } from "../support/operations.ts";

/** The smallest files of their kinds: a red dot, and a WAV header without samples. */
export const redDot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

const image: ContentBlock = { type: "image", data: redDot, mimeType: "image/png" };

/** A tool without arguments that does something and answers with content. */
export function fixtureTool(
  name: string,
  summary: string,
  run: (context: Context) => Promise<ContentBlock[]> | ContentBlock[],
): AnyOperation {
  return operation({
    name,
    title: summary,
    summary,
    icon: "check",
    effects: reading,
    ...untyped,
    input: z.object({}),
    run: async (context) => ok(await run(context)),
    text: () => "",
    content: (blocks) => z.array(z.custom<ContentBlock>()).parse(blocks),
  });
}

const schema2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** The tools that the official suite calls by name and that answer by themselves. */
export const contentTools: readonly AnyOperation[] = [
  fixtureTool("test_simple_text", "Simple text", () => [text("This is a simple text response for testing.")]),
  fixtureTool("test_image_content", "An image", () => [image]),
  fixtureTool("test_audio_content", "A sound", () => [
    { type: "audio", data: silence, mimeType: "audio/wav" },
  ]),
  fixtureTool("test_embedded_resource", "An embedded resource", () => [
    {
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    },
  ]),
  fixtureTool("test_multiple_content_types", "Several kinds of content", () => [
    text("Multiple content types test:"),
    image,
    {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: '{"test":"data","value":123}',
      },
    },
  ]),
  fixtureTool("test_tool_with_logging", "Logs while it works", async ({ client }) => {
    await client?.log("info", "Tool execution started");
    await sleep(50);
    await client?.log("info", "Tool processing data");
    await sleep(50);
    await client?.log("info", "Tool execution completed");
    return [text("Logged three messages.")];
  }),
  fixtureTool("test_logging_tool", "Logs once", async ({ client }) => {
    await client?.log("info", "A log message");
    return [text("Logged.")];
  }),
  fixtureTool("test_tool_with_progress", "Reports progress", async ({ progress }) => {
    for (const done of [0, 50, 100]) {
      progress({ done, total: 100 });
      await sleep(50);
    }
    return [text("Done.")];
  }),
  fixtureTool("test_reconnection", "Ends its stream in the middle", async ({ client }) => {
    client?.endStream?.();
    await sleep(100);
    return [text("Delivered after the reconnection.")];
  }),
  operation({
    name: "test_error_handling",
    title: "Always fails",
    summary: "Always fails",
    icon: "check",
    effects: reading,
    ...untyped,
    input: z.object({}),
    run: async () => fail(fault("tool_failed", "This tool intentionally returns an error for testing", "")),
    text: () => "",
  }),
  operation({
    name: "json_schema_2020_12_tool",
    title: "JSON Schema 2020-12",
    summary: "Tool with JSON Schema 2020-12 features",
    icon: "check",
    effects: reading,
    ...untyped,
    input: z.looseObject({}),
    publishedInput: schema2020,
    run: async (_context, input) => ok(JSON.stringify(input)),
    text: (output) => String(output),
  }),
];
