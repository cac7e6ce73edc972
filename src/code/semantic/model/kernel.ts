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

let compiled: WebAssembly.Module | undefined;

export function kernelWith(bytes: number): Kernel {
  compiled ??= new WebAssembly.Module(Buffer.from(kernelBytes, "base64"));
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65_536) });
  const { dots, gather } = new WebAssembly.Instance(compiled, { host: { memory } }).exports;
  if (typeof dots !== "function" || typeof gather !== "function")
    throw new Error("kernel-bytes.ts is damaged: run model/kernel.mjs.");
  return {
    memory: memory.buffer,
    dots: (...args) => dots(...args),
    gather: (...args) => gather(...args),
  };
}

/** The next place where any number may lie. */
export function aligned(at: number): number {
  return Math.ceil(at / 16) * 16;
}
