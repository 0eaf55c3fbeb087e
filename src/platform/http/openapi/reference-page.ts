import { readAsset } from '../../assets.ts';
import { digestOf } from '../../crypto/digest.ts';
import { escapeHtml } from '../html-page/html-page.ts';
import { sendPage } from '../html-page/html-response.ts';
import type { HttpScope } from '../scope.ts';

export type ReferencePage = {
  title: string;
  /** Where the page signs in and out, and who is signed in. Ignored if the sign-in is not described. */
  identity: { signIn: string; signOut: string; session: string };
};

const FILES = {
  'page.css': { type: 'text/css; charset=utf-8', content: readAsset(import.meta.dirname, 'page.css') },
  'page.js': { type: 'application/javascript; charset=utf-8', content: readAsset(import.meta.dirname, 'page.js') },
  'reference.js': {
    type: 'application/javascript; charset=utf-8',
    content: readAsset(import.meta.dirname, 'rapidoc-9.3.8.min.js'),
  },
};

/** The URLs of the files change with their content. */
const CACHED = 'public, max-age=31536000, immutable';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference sets styles of its elements.
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the API description as a page at /docs. Everything that it loads comes from this server. */
export function serveReference(server: HttpScope, { title, identity }: ReferencePage): void {
  const values: Record<string, string> = {
    title,
    ...identity,
    version: digestOf(
      Object.values(FILES)
        .map(({ content }) => content)
        .join(),
    )
      .toString('hex')
      .slice(0, 12),
  };
  const html = readAsset(import.meta.dirname, 'page.html').replaceAll(/{{(\w+)}}/g, (_, name) =>
    escapeHtml(values[name] ?? ''),
  );
  const options = { config: { isPage: true }, schema: { hide: true } } as const;
  // The compression of the server applies to these routes only if a plugin registers them.
  server.register(async (scope) => {
    scope.get('/docs', options, async (_request, reply) => sendPage(reply, { html, policy: POLICY }));
    for (const [name, { type, content }] of Object.entries(FILES)) {
      scope.get(`/docs/${name}`, options, async (_request, reply) =>
        reply.type(type).header('cache-control', CACHED).send(content),
      );
    }
  });
}
