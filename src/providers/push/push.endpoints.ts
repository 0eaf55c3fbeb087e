import { isIP } from 'node:net';
import { isPublicAddress } from '../../platform/network/ssrf-guard.ts';

/**
 * How an address that a client has given may be called: `anywhere` it leads to, if it leads to a `public` address, or never
 * (null).
 */
export type EndpointReach = 'anywhere' | 'public' | null;

/** Decides that for each address, by what the configuration allows (see `allowedHosts`). */
export function createEndpointRules(allowedHosts: readonly string[]): (endpoint: string) => EndpointReach {
  const origins = allowedHosts.filter((host) => host.includes('://')).map((origin) => new URL(origin).origin);
  const names = allowedHosts.filter((host) => !host.includes('://')).map((name) => name.toLowerCase());

  return (endpoint) => {
    if (!URL.canParse(endpoint)) return null;
    const url = new URL(endpoint);
    if (url.username !== '' || url.password !== '') return null;
    if (origins.includes(url.origin)) return 'anywhere';
    if (url.protocol !== 'https:' || url.port !== '' || !names.some((name) => isNamedBy(name, url.hostname)))
      return null;
    // An address in place of a name is never looked up, so it is checked here.
    const address = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(address) === 0 || isPublicAddress(address) ? 'public' : null;
  };
}

function isNamedBy(allowed: string, hostname: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}
