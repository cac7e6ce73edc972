/** Characters that the file system of a Mac leaves out when it compares names. */
const ignoredByMac = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a name is `.git` on some system: in any case, with characters that Macs leave out, with the dots, spaces
 * or stream that Windows cuts off, or by the short name that Windows gives it.
 *
 * @example isGitName("GIT~1") // true
 */
export function isGitName(name: string): boolean {
  const plain = name.replace(ignoredByMac, "").toLowerCase();
  return /^(\.git|git~\d+)[. ]*(:.*)?$/.test(plain);
}
