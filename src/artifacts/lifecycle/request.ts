import type { ArtifactKind } from "../model/kinds.ts";

/** What a client asks to be created. Which fields fit which kind is checked by the core. */
export interface CreateRequest {
  readonly kind: ArtifactKind;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly version?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly dependencies?:
    | readonly { readonly ref: string; readonly optional?: boolean | undefined }[]
    | undefined;
  readonly requires_implementation?: boolean | undefined;
  readonly target?: string | undefined;
  readonly location?: string | undefined;
  readonly references?:
    | readonly {
        readonly ref: string;
        readonly type?: string | undefined;
        readonly optional?: boolean | undefined;
      }[]
    | undefined;
  readonly work_type?: unknown;
  readonly branch?: string | undefined;
  readonly substitutions?: Readonly<Record<string, string>> | undefined;
}
