/**
 * The item at an index that must be in range; a negative index counts from the end. An index out of range is a bug and
 * throws, where `items[index] ?? 0` would hide it. Inner loops over typed arrays that show in a profile read the array
 * directly.
 *
 * @example const size = at(stamps, file * 3)
 */
export function at<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index < 0 ? items.length + index : index];
  if (item === undefined) throw new RangeError(`Bug: no item at index ${index} of ${items.length}.`);
  return item;
}
