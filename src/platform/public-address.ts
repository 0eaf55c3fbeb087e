import { type LookupAddress, lookup as lookUpInDns } from 'node:dns';
import { BlockList, isIPv4, type LookupFunction } from 'node:net';

/** What IANA keeps for special purposes (RFC 6890 and its registry), so that nobody's public server is there. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Of IPv6 one block alone is given out to public networks; these parts of it lead elsewhere, as into IPv4. */
const PUBLIC_IPV6 = [['2000::', 3]] as const;
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const specialIpv4 = blockListOf(SPECIAL_IPV4, 'ipv4');
const publicIpv6 = blockListOf(PUBLIC_IPV6, 'ipv6');
const specialIpv6 = blockListOf(SPECIAL_IPV6, 'ipv6');

function blockListOf(subnets: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, bits] of subnets) list.addSubnet(network, bits, family);
  return list;
}

/**
 * Whether an address is one of the public internet: neither of this machine, nor of the network that it stands in, nor of a
 * cloud's own services. IPv4 inside of IPv6 does not count as public, whatever it is.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  return publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** The name leads to this machine or to the network around it. */
export class AddressNotPublicError extends Error {
  readonly code = 'ADDRESS_NOT_PUBLIC';

  constructor() {
    super('The name leads to an address that is not public.');
    this.name = 'AddressNotPublicError';
  }
}

/**
 * Looks a name up for a connection that may only lead to the public internet, and fails with `AddressNotPublicError` where
 * any address of the name does not. The connection goes to the addresses that were checked, so that no second answer of the
 * name server can lead it elsewhere. An address in place of a name is not looked up: ask `isPublicAddress` before.
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
