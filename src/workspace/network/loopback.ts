/** Whether a host, as written in a URL or for a listener, is this machine. Needs no DNS lookup. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The end of a message about a setting that must be an HTTP address. */
export const notHttpAddress = "it is not an http:// or https:// address";

/** Whether a text is an HTTP or HTTPS URL. */
export function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * Whether a URL leads to this machine. Uses the parser that requests use, so that the host of
 * `http://localhost@evil/` is `evil`. False for text that is not a URL.
 */
export function leadsToLoopback(address: string): boolean {
  return isHttpAddress(address) && isLoopback(new URL(address).hostname);
}
