import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** A request that was not sent because of its destination. */
export class RefusedAddress extends Error {
  constructor(url: URL, reason: string) {
    super(`Refused to connect to ${url.host}: ${reason}`);
  }
}

// Two lists: in one, a rule for ::ffff:0:0/96 would match all of IPv4.
const [inside4, inside6] = [new BlockList(), new BlockList()];
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local: metadata services of cloud providers
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3], // multicast, reserved, broadcast
] as const)
  inside4.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::", 96], // unspecified, loopback, IPv4-compatible
  ["::ffff:0:0", 96], // IPv4-mapped
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32], // Teredo and 6to4 contain an IPv4 address
  ["2002::", 16],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 9], // link-local and the older site-local
  ["ff00::", 8],
] as const)
  inside6.addSubnet(network, bits, "ipv6");

/** Whether an IP address belongs to this machine or a private network, or is not routable. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 4) return inside4.check(bare, "ipv4");
  if (family !== 6) return true;
  const embedded = embeddedAddress(bare);
  return embedded === undefined ? inside6.check(bare, "ipv6") : isPrivateAddress(embedded);
}

/** The IPv4 address in `64:ff9b::a.b.c.d`, which networks without IPv4 use. */
function embeddedAddress(address: string): string | undefined {
  const [, high = "", low = ""] =
    /^\[64:ff9b::(?:([0-9a-f]+):)?([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (low === "") return undefined;
  const [a, b] = [Number.parseInt(high || "0", 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}

/** For a URL with an IP address as its host, which needs no lookup. */
export function refusePrivateAddress(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new RefusedAddress(url, notPublic);
}

const notPublic = "it is an address of this machine or of a private network";

/** `lookup` of `node:dns`, for all addresses of a name. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Looks up a name once and returns only public addresses, so that a second answer cannot lead elsewhere. */
export function publicLookup(url: URL, resolver: Resolver = lookup): LookupFunction {
  return (hostname, options, callback) =>
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new RefusedAddress(url, notPublic), "", 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
}

/** Whether all addresses of a host are private; false when the lookup fails. */
export function resolvesToPrivate(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) =>
    lookup(host, { all: true }, (error, addresses) =>
      resolve(
        error === null && addresses.length > 0 && addresses.every(({ address }) => isPrivateAddress(address)),
      ),
    ),
  );
}
