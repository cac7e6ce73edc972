import { readdirSync, realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, dirname, sep } from "node:path";
import { homeFolder } from "../config/user-folders.ts";
import { findRepository } from "../git/repository.ts";
import { isWithin } from "./paths.ts";

/** Names of folders in which programs store keys and passwords. */
const keyFolders = new Set(
  `.ssh .gnupg .aws .azure .kube .docker .password-store .netrc .pki .gcloud .oci .terraform.d .vault keychains keyrings
   private-keys-v1.d mozilla .mozilla .thunderbird`.split(/\s+/),
);

type PrivateReason =
  | "contains keys"
  | "is a home folder or contains one"
  | "is in a hidden folder of a home folder";

/**
 * Why an agent must not read a folder, or undefined: it is a home folder or contains one, a dot folder of a home, or a
 * folder of keys. A dot folder that the user named is allowed, unless it stores keys.
 */
export function privateReason(root: string, named: readonly string[]): PrivateReason | undefined {
  const parts = root.split(sep);
  if (parts.some((part) => keyFolders.has(part.toLowerCase()))) return "contains keys";
  if (isHome(root) || homes().some((home) => isWithin(root, home))) return "is a home folder or contains one";
  const dotFolder = dotFolderOf(root);
  if (dotFolder === undefined || named.some((each) => isWithin(dotFolder, each) && isWithin(each, root)))
    return undefined;
  return "is in a hidden folder of a home folder";
}

function dotFolderOf(root: string): string | undefined {
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    if (basename(folder).startsWith(".") && isHome(dirname(folder))) return folder;
  }
  return undefined;
}

function homes(): string[] {
  const folders = [homeFolder()];
  try {
    folders.push(userInfo().homedir);
  } catch {
    // The system does not know this user, who has no other home then.
  }
  return folders.map(realPath);
}

function isHome(folder: string): boolean {
  return homes().includes(folder) || /^(\/(home|Users)\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)$/i.test(folder);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const manifests =
  /^(package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|Package\.swift|pom\.xml|build\.gradle(\.kts)?|composer\.json|Gemfile|mix\.exs|pubspec\.yaml|deno\.jsonc?|CMakeLists\.txt|hewto\.toml|.+\.(xcodeproj|xcworkspace|sln|csproj|fsproj))$/;

/** Whether a folder of this user is a project, or is in a repository of theirs that is not their home folder. */
export function isUserProject(root: string): boolean {
  const me = process.getuid?.();
  const isMine = (folder: string) => me === undefined || statSync(folder).uid === me;
  try {
    if (!isMine(root)) return false;
    const checkout = findRepository(root)?.checkout;
    if (checkout !== undefined && isMine(checkout) && privateReason(checkout, []) === undefined) return true;
    return readdirSync(root).some((name) => manifests.test(name));
  } catch {
    return false;
  }
}
