import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie of our own HTML pages. Not readable by scripts; sent across sites only when a link is followed. */
export type Cookie = { name: string; value: string; maxAgeSeconds: number };

/** `isSecure`: the server is reached over TLS only, so the cookie is bound to this host and to TLS. */
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

export function readCookie(request: FastifyRequest, name: string, isSecure: boolean): string | undefined {
  return cookieOf(request, nameOf(name, isSecure));
}

/** Reads the cookie with exactly this name. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const beginning = `${name}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(beginning))?.slice(beginning.length);
}

/** No other host, even of the same domain, can set a cookie with this prefix (RFC 6265bis, 4.1.3). */
const nameOf = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);
