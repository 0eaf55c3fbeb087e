import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpScope } from '../scope.ts';
import { addVary } from '../vary.ts';

/** The client that browsers get: one page, which draws the screen of each path, and its files. */
export type WebClient = { sendPage(reply: FastifyReply): FastifyReply };

export type WebClientOptions = {
  /** The build of the client. */
  folder: string;
  /** Origins beside this server that pages may request, and show pictures from. */
  connectOrigins: readonly string[];
  imageOrigins: readonly string[];
};

const PAGE = 'index.html';
const ASSETS = 'assets';

/** The names of assets change with their content. */
const CACHED = 'public, max-age=31536000, immutable';
/** Kept, and compared by ETag each time. */
const REVALIDATED = 'no-cache';

/** The client has no screen at the paths of the server, so a wrong one of those is a JSON 404. */
const SERVER_PATH = /^\/(api|auth|docs|health|metrics|media|assets|openapi\.json)(\/|$)/;
const FILE_NAME = /\.\w+$/;

/** Whether the folder has a build of the client. */
export function hasWebClient(folder: string): boolean {
  return existsSync(join(folder, PAGE));
}

/** Whether a browser opens a path that may be a screen of the client. */
export function isNavigation({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const [path = ''] = url.split('?');
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && acceptsPage(headers) && !SERVER_PATH.test(path) && !FILE_NAME.test(path);
}

/** Whether the request asks for a page, as browsers do when they open a URL. */
export function acceptsPage(headers: FastifyRequest['headers']): boolean {
  return headers.accept?.includes('text/html') === true;
}

/** Whether a browser asks for `/`: a service worker that keeps the page names no type. */
export function isBrowser(headers: FastifyRequest['headers']): boolean {
  const { accept = '*/*' } = headers;
  return acceptsPage(headers) || (headers['sec-fetch-mode'] !== undefined && accept.startsWith('*/*'));
}

/** Serves the files of the build: `assets` for a year, and the others, such as the service worker, revalidated. */
export function serveWebClient(server: HttpScope, options: WebClientOptions): WebClient {
  const policy = policyOf(options);
  server.register(staticFiles, {
    root: options.folder,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // A part of a compressed file is of no use.
    acceptRanges: false,
  });
  const send = (reply: FastifyReply, file: string, cacheControl: string) => {
    reply.header('cache-control', cacheControl).header('content-security-policy', policy);
    // With `no-referrer` browsers leave the origin out of requests, and sign-in needs it. Other sites receive no referrer.
    reply.header('referrer-policy', 'same-origin');
    return reply.sendFile(file);
  };
  // Files cost little, and a page without one of them is blank.
  const config = { config: { isPage: true, isAsset: true, skipLoadShedding: true }, schema: { hide: true } } as const;

  // The compression of the server applies to these routes only if a plugin registers them.
  server.register(async (scope) => {
    scope.get(`/${ASSETS}/*`, config, async (request, reply) => {
      const { '*': name = '' } = request.params as { '*'?: string };
      return send(reply, `${ASSETS}/${name}`, CACHED);
    });
    for (const file of listFiles(options.folder)) {
      scope.get(`/${file}`, config, async (_request, reply) => send(reply, file, REVALIDATED));
    }
  });
  return {
    sendPage: (reply) => {
      addVary(reply, ['accept']);
      return send(reply.status(200), PAGE, REVALIDATED);
    },
  };
}

/** The files beside the assets, such as the manifest and icons. The icon of the server has a route of its own. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.startsWith(`${ASSETS}/`) && !/^favicon\.ico$|(^|\/)\.|\.(br|gz)$/.test(file));
}

function policyOf({ connectOrigins, imageOrigins }: WebClientOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob:", ...imageOrigins].join(' '),
    ["connect-src 'self'", ...connectOrigins].join(' '),
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
