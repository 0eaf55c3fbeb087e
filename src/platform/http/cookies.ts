import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie for the browser that a page of ours is shown in. No script reads it, and no other site has it sent along but by a link. */
export type Cookie = { name: string; value: string; maxAgeSeconds: number };

/** `isSecure`: browsers reach the server over TLS alone, and keep the cookie from every other host and from plain HTTP. */
export function setCookie(reply: FastifyReply, { name, value, maxAgeSeconds }: Cookie, isSecure: boolean): void {
  const attributes = [
    `Max-Age=${maxAgeSeconds}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ];
  reply.header('set-cookie', [`${nameOf(name, isSecure)}=${value}`, ...attributes].join('; '));
}

/** What the browser holds under this name; undefined where it holds nothing. */
export function readCookie(request: FastifyRequest, name: string, isSecure: boolean): string | undefined {
  const beginning = `${nameOf(name, isSecure)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(beginning))?.slice(beginning.length);
}

/** No other host, not even one of the same domain, can set a cookie whose name begins like this (RFC 6265bis, 4.1.3). */
const nameOf = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);
