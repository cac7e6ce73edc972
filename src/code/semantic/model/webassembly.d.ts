// Node's types name the types of WebAssembly, not its values.
// biome-ignore lint/style/noNamespace: the global is one.
declare namespace WebAssembly {
  const Module: new (bytes: Uint8Array) => Module;
  const Memory: new (limits: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  const Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}
