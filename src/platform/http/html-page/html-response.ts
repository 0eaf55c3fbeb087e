import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page or a part of one: no operation of the API. */
    isPage?: true;
  }
}

/** A page of HTML, and what browsers are to allow it. */
export type ServedPage = { html: string; policy: string };

export function sendPage(reply: FastifyReply, { html, policy }: ServedPage): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html);
}

/**
 * What browsers are to allow a page of ours: to run this script if it has one, to look like this, and to call the server that it
 * came from, with forms where it sends any. Anything else that might get into it does nothing.
 */
export function policyOfPage(page: { script?: string; style: string; sendsForms?: true }): string {
  const { script, style, sendsForms } = page;
  return [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    'img-src data:',
    `form-action ${sendsForms ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
