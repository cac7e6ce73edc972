/** Characters that the file system of macOS ignores when it compares names. */
const ignoredByMac = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a name means `.git` on some system: in any case, with characters that macOS ignores, with the trailing dots,
 * spaces or stream name that Windows removes, or by the short name that Windows gives it.
 *
 * @example isGitName("GIT~1") // true
 */
export function isGitName(name: string): boolean {
  const plain = name.replace(ignoredByMac, "").toLowerCase();
  return /^(\.git|git~\d+)[. ]*(:.*)?$/.test(plain);
}
