import ipaddr from 'ipaddr.js';
import { parseIpAddress, unmapIpv4 } from '../../network/ip-address.ts';
import { isPublicAddress } from '../../network/ssrf-guard.ts';
import type { HttpScope } from '../scope.ts';
import { networkOf } from './rate-limit.ts';

export const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
/** A few show the mistake in the configuration. */
const MAX_REMEMBERED = 5;

/** Networks of likely proxies that have forwarded requests since the start and are not trusted. */
export type UntrustedProxies = {
  watch(server: HttpScope): void;
  list(): string[];
};

/**
 * Records private networks that send forwarding headers without being trusted. Public addresses are left out: any client can send
 * such a header, so it says nothing about the configuration.
 */
export function createUntrustedProxies(trustedProxies: readonly string[]): UntrustedProxies {
  const trusted = trustedProxies.map((network) => ipaddr.parseCIDR(network));
  const seen = new Set<string>();

  return {
    watch: (server) =>
      void server.addHook('onRequest', async ({ headers, raw }) => {
        if (!FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return;
        const parsed = parseIpAddress(raw.socket.remoteAddress ?? '');
        if (parsed === null) return;
        const address = unmapIpv4(parsed);
        const network = networkOf(address.toString());
        if (seen.has(network) || seen.size >= MAX_REMEMBERED || isPublicAddress(address.toString())) return;
        if (ipaddr.subnetMatch(address, { trusted }, 'untrusted') === 'untrusted') seen.add(network);
      }),
    list: () => [...seen],
  };
}
