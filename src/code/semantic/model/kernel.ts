import { kernelBytes } from "./kernel-bytes.ts";

/**
 * Memory that the SIMD loops can reach. All numbers are exact or IEEE single precision in a fixed order, so
 * every machine gives the same bits.
 */
export interface Kernel {
  readonly memory: ArrayBuffer;
  readonly dots: (rows: number, count: number, query: number, out: number, dims: number) => void;
  readonly gather: (
    ids: number,
    weights: number,
    count: number,
    table: number,
    sums: number,
    dims: number,
  ) => void;
}

/** Node's types name the types of WebAssembly, not its values. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (limits: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Pick<Kernel, "dots" | "gather"> };
}

const engine: Engine = Reflect.get(globalThis, "WebAssembly");
let compiled: object | undefined;

export function kernelWith(bytes: number): Kernel {
  compiled ??= new engine.Module(Buffer.from(kernelBytes, "base64"));
  const memory = new engine.Memory({ initial: Math.ceil(bytes / 65_536) });
  const { dots, gather } = new engine.Instance(compiled, { host: { memory } }).exports;
  return { memory: memory.buffer, dots, gather };
}

/** The next place where any number may lie. */
export function aligned(at: number): number {
  return Math.ceil(at / 16) * 16;
}
