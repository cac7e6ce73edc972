/** Whether a host, as a URL or a listener names it, is this machine by itself: no name server is asked. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** For a setting that should be one. */
export const notHttpAddress = "it is no http:// or https:// address";

/** Whether a text is an address that can be asked over HTTP. */
export function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * Whether an address leads to this machine. The parser is the one that requests go by, so that
 * `http://localhost@evil/` is seen for what it is; whatever it does not read leads nowhere.
 */
export function leadsToLoopback(address: string): boolean {
  return isHttpAddress(address) && isLoopback(new URL(address).hostname);
}
