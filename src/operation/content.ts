/** Content of a tool result as MCP 2025-11-25 has it; passed through the host unchanged. */
export type ContentBlock = TextBlock | MediaBlock | ResourceLink | EmbeddedResource;

export interface ContentAnnotations {
  readonly audience?: ("user" | "assistant")[];
  readonly priority?: number;
  readonly lastModified?: string;
}

interface Annotated {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Record<string, unknown>;
}

export interface TextBlock extends Annotated {
  readonly type: "text";
  readonly text: string;
}

export interface MediaBlock extends Annotated {
  readonly type: "image" | "audio";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export interface ResourceLink extends Annotated {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export interface EmbeddedResource extends Annotated {
  readonly type: "resource";
  readonly resource: ResourceContents;
}

export type ResourceContents =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string };

export function text(value: string): TextBlock {
  return { type: "text", text: value };
}
