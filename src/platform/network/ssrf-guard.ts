import { type LookupAddress, lookup as lookUpInDns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseIpAddress } from './ip-address.ts';

/** The one block of IPv6 from which IANA assigns public networks; `ipaddr.js` calls unassigned blocks unicast, too. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. False for every block of the IANA special-purpose registries (RFC 6890),
 * for IPv4 embedded in IPv6, and for text that is no IP address.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseIpAddress(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_IPV6);
}

/** Whether the host of a URL is a name, which a lookup has to check, or a public IP address. `hostname` is as `URL` writes it. */
export function isNameOrPublicAddress(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 || isPublicAddress(address);
}

/** A name resolves to an address that is not public. */
export class AddressNotPublicError extends Error {
  readonly code = 'ADDRESS_NOT_PUBLIC';

  constructor() {
    super('The name resolves to an address that is not public.');
    this.name = 'AddressNotPublicError';
  }
}

/**
 * Creates a DNS lookup for connections to the public internet only. It fails with `AddressNotPublicError` if any address of the
 * name is not public. The connection uses the checked addresses, so a second DNS answer cannot redirect it (DNS rebinding).
 * Node does not look up an IP address used as a host: check that with `isNameOrPublicAddress`.
 */
export function createPublicLookup(lookUp: typeof lookUpInDns = lookUpInDns): LookupFunction {
  return (name, options, callback) => {
    lookUp(name, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
      const [first] = addresses;
      if (error !== null) callback(error, '');
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new AddressNotPublicError(), '');
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
