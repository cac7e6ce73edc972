/** The limits of the Agent Skills standard. */
export const limits = {
  name: 64,
  description: 1024,
  compatibility: 500,
  bodyLines: 500,
  /** The minimum that every host of the skills extension supports. */
  files: 512,
  bytes: 16 * 1024 * 1024,
} as const;

/** 1 to 64 lower-case letters, digits and single hyphens. */
export function isStandardName(name: string): boolean {
  return name.length <= limits.name && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
}
