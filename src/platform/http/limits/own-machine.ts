import type { FastifyRequest } from 'fastify';
import { parseIpAddress, unmapIpv4 } from '../../network/ip-address.ts';
import { FORWARDING_HEADERS } from './untrusted-proxies.ts';

/** What proxies add that send no forwarding header. */
const PROXY_HEADERS = [...FORWARDING_HEADERS, 'via', 'x-forwarded-host', 'x-forwarded-proto'];

/** Whether a program on this machine sent the request itself, in place of a proxy. A proxy that adds no header looks like one. */
export function isFromOwnMachine({ headers, raw }: FastifyRequest): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const address = parseIpAddress(raw.socket.remoteAddress ?? '');
  return address !== null && unmapIpv4(address).range() === 'loopback';
}
