import { BlockList, isIPv6 } from 'node:net';
import { isPublicAddress } from '../public-address.ts';
import { networkOf } from './request-limits.ts';
import type { HttpScope } from './server.ts';

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
/** More would not help whoever reads of them. */
const MAX_REMEMBERED = 5;

/** Networks of proxies, as it seems, that have forwarded requests since the start and are not trusted. */
export type UntrustedProxies = {
  watch(server: HttpScope): void;
  list(): string[];
};

/**
 * Notes private networks from which forwarding headers come without being believed. Anybody can send such a header from a
 * public address, so these say nothing about the configuration.
 */
export function createUntrustedProxies(trustedProxies: readonly string[]): UntrustedProxies {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/');
    trusted.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  const seen = new Set<string>();

  return {
    watch: (server) =>
      void server.addHook('onRequest', async ({ headers, raw }) => {
        if (!FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return;
        const { remoteAddress = '' } = raw.socket;
        const network = networkOf(remoteAddress);
        // Of IPv4 inside of IPv6, the one that counts.
        const address = network.includes('/') ? remoteAddress : network;
        if (seen.has(network) || seen.size >= MAX_REMEMBERED || isPublicAddress(address)) return;
        if (!trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) seen.add(network);
      }),
    list: () => [...seen],
  };
}
