/** What must not leave the machine. */
export interface RedactOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Texts from the settings, with the name to show instead. */
  readonly secrets: readonly { readonly value: string; readonly name: string }[];
  /** Folders, with the name to show instead. */
  readonly folders: readonly { readonly path: string; readonly name: string }[];
}

const minSecretLength = 6;
const secretName = /TOKEN|SECRET|PASS(WORD|WD|PHRASE)?$|API_?KEY|PRIVATE|CREDENTIAL|AUTH|COOKIE|_KEY$|^KEY$/i;

/** Texts that look like secrets wherever they are. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Token)\s+[\w.~+/=-]{6,}/gi, "$1 [redacted]"],
  [
    /\b(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[a-z]|npm|hf|AIza|AKIA|ASIA)[-_A-Za-z0-9]{12,}/g,
    "[redacted]",
  ],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, "[redacted]"],
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, "[redacted]"],
  [/\b(https?:\/\/[^\s?#"'`)\]]*)\?[^\s"'`)\]]+/gi, "$1?[redacted]"],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1[redacted]@"],
  [/(--?[\w-]*(?:token|secret|password|passwd|api-?key|auth)[\w-]*)(=|\s+)(?!\[)\S+/gi, "$1$2[redacted]"],
  [
    /\b(\w*(?:token|secret|password|passwd|api_?key)\w*["']?\s*[:=]\s*)["']?(?!\[)[^\s"',;]{4,}/gi,
    "$1[redacted]",
  ],
  [/\b(?=[A-Za-z0-9+/_-]*\d)(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+_-]{40,}={0,2}/g, "[redacted]"],
];

/** Whether a variable or a setting of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The text without secrets, and with short names for the user's folders. */
export function redact(text: string, { env, secrets, folders }: RedactOptions): string {
  const values = [
    ...secrets,
    ...Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && isSecretName(name) ? [{ value, name: `$${name}` }] : [],
    ),
  ].filter(({ value }) => value.length >= minSecretLength);
  let result = text;
  for (const { value, name } of byLength(values, (each) => each.value))
    result = result.replaceAll(value, `[${name}]`);
  for (const [pattern, replacement] of secretPatterns) result = result.replace(pattern, replacement);
  for (const { path, name } of byLength(folders, (each) => each.path))
    if (path.length > 1) result = result.replaceAll(path, name);
  return result;
}

/** Longest first, so that a text is replaced before a part of it. */
function byLength<T>(items: readonly T[], text: (item: T) => string): T[] {
  return [...items].sort((a, b) => text(b).length - text(a).length);
}
