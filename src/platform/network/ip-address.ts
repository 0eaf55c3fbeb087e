import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an IP address as Node writes it, with or without a zone. Null for any other text. */
export function parseIpAddress(text: string): IpAddress | null {
  // `ipaddr.js` also reads what inet_aton does, such as 0x7f.1, which neither a socket nor a resolver returns.
  if (isIP(text) === 0) return null;
  // It throws for a zone such as eth0.100.
  const [unzoned = ''] = text.split('%');
  return ipaddr.parse(unzoned);
}

/** The IPv4 address that an IPv6 address maps (`::ffff:10.0.0.1`), or the address itself. */
export function unmapIpv4(address: IpAddress): IpAddress {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** The header of forwarded requests with the wide network of the client. Requests from outside never set it. */
export const NETWORK_HEADER = 'x-meadow-network';

/** The wide network of an address, by its first address: the /16 of IPv4, the /32 of IPv6. Empty for any other text. */
export function wideNetworkOf(text: string): string {
  const parsed = parseIpAddress(text);
  if (parsed === null) return '';
  const address = unmapIpv4(parsed);
  return address instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/16`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/32`).toString();
}
