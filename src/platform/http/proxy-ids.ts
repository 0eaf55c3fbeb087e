import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseIpAddress, unmapIpv4 } from '../network/ip-address.ts';

/** The place of a request in a trace (W3C Trace Context). */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The span that sent the request, 16 hexadecimal digits. */
  parentId: string;
  isSampled: boolean;
};

/** Reads the ids that a trusted proxy gives a request. Those of other clients are ignored: they could imitate other requests. */
export type ProxyIds = {
  /** From `x-request-id`, or else the trace id. Null without a valid one. */
  requestIdOf(request: IncomingMessage): string | null;
  /** From `traceparent`. Null without a valid one. */
  traceOf(request: IncomingMessage): TraceContext | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the trace of a trusted proxy continues; null without one. */
    trace: TraceContext | null;
  }
}

const REQUEST_ID = /^[\w.-]{8,64}$/;
const TRACEPARENT = /^00-(?<traceId>[0-9a-f]{32})-(?<parentId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/;
const SAMPLED = 1;

/** `trustedProxies` are networks in CIDR notation. */
export function createProxyIds(trustedProxies: readonly string[]): ProxyIds {
  const trusted = trustedProxies.map((network) => ipaddr.parseCIDR(network));
  const isTrustedBySocket = new WeakMap<Socket, boolean>();

  function isTrusted({ socket }: IncomingMessage): boolean {
    if (trusted.length === 0) return false;
    const known = isTrustedBySocket.get(socket);
    if (known !== undefined) return known;
    const address = parseIpAddress(socket.remoteAddress ?? '');
    const isOne = address !== null && ipaddr.subnetMatch(unmapIpv4(address), { trusted }, 'other') === 'trusted';
    isTrustedBySocket.set(socket, isOne);
    return isOne;
  }

  function traceOf(request: IncomingMessage): TraceContext | null {
    if (!isTrusted(request)) return null;
    const header = request.headers.traceparent;
    return typeof header === 'string' ? parseTraceparent(header) : null;
  }

  return {
    traceOf,
    requestIdOf: (request) => {
      if (!isTrusted(request)) return null;
      const id = request.headers['x-request-id'];
      return typeof id === 'string' && REQUEST_ID.test(id) ? id : (traceOf(request)?.traceId ?? null);
    },
  };
}

/** Null if the header is not valid, or of another version. */
export function parseTraceparent(header: string): TraceContext | null {
  const { traceId = '', parentId = '', flags = '' } = TRACEPARENT.exec(header)?.groups ?? {};
  // Zeros stand for an invalid id.
  if (!/[^0]/.test(traceId) || !/[^0]/.test(parentId)) return null;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
