/** Whether a host, as a URL or a listener names it, is this machine by itself: no name server is asked. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Whether an address leads to this machine. The parser is the one that requests go by, so that
 * `http://localhost@evil/` is seen for what it is; whatever it does not read leads nowhere.
 */
export function leadsToLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (protocol === "http:" || protocol === "https:") && isLoopback(hostname);
}
