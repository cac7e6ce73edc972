import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** A request that was not sent, because of where it would have gone. */
export class RefusedAddress extends Error {
  constructor(url: URL, why: string) {
    super(`${url.host} is not asked: ${why}`);
  }
}

// Two lists: one would take a rule for ::ffff:0:0/96 as one for all of IPv4.
const [inside4, inside6] = [new BlockList(), new BlockList()];
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carriers' own
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local: cloud machines answer questions about themselves here
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
  ["::ffff:0:0", 96], // IPv4 in disguise
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32], // Teredo and 6to4 hide an IPv4 address
  ["2002::", 16],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 9], // link-local and the older site-local
  ["ff00::", 8],
] as const)
  inside6.addSubnet(network, bits, "ipv6");

/** Whether an IP address is this machine's, a private network's, or nobody's in particular. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 4) return inside4.check(bare, "ipv4");
  if (family !== 6) return true;
  const embedded = embeddedAddress(bare);
  return embedded === undefined ? inside6.check(bare, "ipv6") : isPrivateAddress(embedded);
}

/** The IPv4 address behind `64:ff9b::a.b.c.d`, by which a network without IPv4 reaches it. */
function embeddedAddress(address: string): string | undefined {
  const [, high = "", low = ""] =
    /^\[64:ff9b::(?:([0-9a-f]+):)?([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (low === "") return undefined;
  const [a, b] = [Number.parseInt(high || "0", 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}

/** For an address that is given as a number: no name is looked up then. */
export function refusePrivateAddress(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new RefusedAddress(url, notPublic);
}

const notPublic = "it is an address of this machine or of a private network";

/** Looks a name up once and hands over only what is safe, so that a second answer cannot lead elsewhere. */
export function publicLookup(url: URL): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "", 0);
      const [first] = found;
      if (first === undefined || found.some(({ address }) => isPrivateAddress(address)))
        return callback(new RefusedAddress(url, notPublic), "", 0);
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
}

/** Whether a host's addresses, as far as they can be looked up, are all of them inside. */
export function resolvesToPrivate(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) =>
    lookup(host, { all: true }, (error, found) =>
      resolve(error === null && found.length > 0 && found.every(({ address }) => isPrivateAddress(address))),
    ),
  );
}
