/** A set of file numbers as bytes: bit `n % 8` of byte `n / 8`. */
export function toBits(numbers: Iterable<number>, count: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8));
  for (const number of numbers) {
    const at = number >> 3;
    bits[at] = (bits[at] ?? 0) | (1 << (number & 7));
  }
  return bits;
}

export function hasBit(bits: Uint8Array, number: number): boolean {
  return ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
}

/** How many of the first `count` numbers are in the set. */
export function countBits(bits: Uint8Array, count: number): number {
  let set = 0;
  for (let number = 0; number < count; number++) if (hasBit(bits, number)) set++;
  return set;
}
