/**
 * A path as text, before the disk is consulted. A relative path has two readings where backslashes are legal in
 * names: `literal` keeps them, `separated` treats them as separators.
 */
export type PathText =
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "absolute" }
  | { readonly kind: "relative"; readonly literal: string; readonly separated: string };

/**
 * Parses a path as text. Drive letters, UNC paths and URLs are refused on every system, so that one input has the
 * same meaning everywhere; `%2e`, fullwidth dots and `~` are ordinary characters, as they are on disk.
 */
export function readPathText(input: string, windows: boolean): PathText {
  if (input === "") return refused("is empty");
  if (input.includes("\0")) return refused("contains a NUL character");
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(input)) return refused("is a URL, not a path");
  if (/^[/\\]{2}/.test(input)) return refused("is a network or device path");
  if (/^[A-Za-z]:/.test(input)) return windows ? readDrivePath(input) : refused("starts with a drive letter");
  if (input.startsWith("\\")) return refused("starts at the top of a drive");
  if (input.startsWith("/")) return windows ? refused("starts at the top of a drive") : readAbsolute(input);
  return readRelative(input, windows);
}

function readRelative(input: string, windows: boolean): PathText {
  const separated = normalize(input.split(/[/\\]/));
  const literal = windows ? separated : normalize(input.split("/"));
  if (separated === undefined || literal === undefined) return refused("climbs out with `..`");
  const trap = windows ? windowsTrap(separated) : undefined;
  return trap === undefined ? { kind: "relative", literal, separated } : refused(trap);
}

function readAbsolute(input: string): PathText {
  // To the system such a backslash is part of a name; to a program that we pass the path to it may be a separator.
  const isHidden = input.split("/").some((part) => part.includes("\\") && part.split("\\").includes(".."));
  return isHidden ? refused("climbs with `..` between backslashes") : { kind: "absolute" };
}

function readDrivePath(input: string): PathText {
  const rest = input.slice(2);
  if (!/^[/\\]/.test(rest)) return refused("depends on the current folder of a drive");
  const trap = windowsTrap(rest.replaceAll("\\", "/"));
  return trap === undefined ? { kind: "absolute" } : refused(trap);
}

/** The parts without "." and "..", or undefined when ".." goes above the start, even if the path comes back. */
function normalize(parts: readonly string[]): string | undefined {
  const names: string[] = [];
  for (const part of parts) {
    if (part === "" || part === ".") continue;
    if (part !== "..") names.push(part);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join("/");
}

/** Why Windows would open something other than a file of that name. */
function windowsTrap(path: string): string | undefined {
  for (const part of path.split("/")) {
    if (part.includes(":")) return "names an alternate data stream";
    if (part !== "." && part !== ".." && /[. ]$/.test(part)) return "has a name that ends in a dot or space";
    if (/^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i.test(part))
      return "names a device";
  }
  return undefined;
}

function refused(reason: string): PathText {
  return { kind: "refused", reason };
}
