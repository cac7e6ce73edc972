import type { TypeId } from "../names/symbol-table.ts";

/** A type with its names resolved. Unknown parts are undefined, never guessed. */
export type TypeRef =
  | {
      readonly kind: "type";
      readonly id: TypeId;
      readonly args: readonly (TypeRef | undefined)[];
      /** Matched by name alone, in a module that the file does not import. */
      readonly weak?: true;
    }
  | { readonly kind: "optional"; readonly of: TypeRef }
  /** A composition, or a generic parameter with its bounds: it has the members of all. */
  | { readonly kind: "all"; readonly of: readonly TypeRef[] }
  | { readonly kind: "function"; readonly result: TypeRef | undefined }
  | { readonly kind: "tuple"; readonly items: readonly { label: string; type: TypeRef | undefined }[] }
  /** The type itself as a value: `Foo` in `Foo.make()`. */
  | { readonly kind: "meta"; readonly of: TypeRef };

export function named(id: TypeId, args: readonly (TypeRef | undefined)[] = []): TypeRef {
  return { kind: "type", id, args };
}

export function withoutOptional(type: TypeRef | undefined): TypeRef | undefined {
  return type?.kind === "optional" ? withoutOptional(type.of) : type;
}

export function isWeak(type: TypeRef): boolean {
  if (type.kind === "type") return type.weak === true;
  if (type.kind === "optional" || type.kind === "meta") return isWeak(type.of);
  return type.kind === "all" && type.of.some(isWeak);
}
