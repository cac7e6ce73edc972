// Part of the types of the npm package, so this file imports no package.

/** A text that a language model is to write. */
export interface GenerateRequest {
  readonly system?: string;
  readonly prompt: string;
  readonly maxTokens: number;
}
