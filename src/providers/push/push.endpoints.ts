import { isNameOrPublicAddress } from '#platform/network/ssrf-guard.ts';

/** Whether an endpoint may be called: at any IP address, at public IP addresses only, or not at all (null). */
export type EndpointReach = 'anywhere' | 'public' | null;

/** Creates the function that checks endpoints against `allowedHosts`. */
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
    return isNameOrPublicAddress(url.hostname) ? 'public' : null;
  };
}

function isNamedBy(allowed: string, hostname: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}
