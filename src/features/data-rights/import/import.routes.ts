import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import { openUploads } from '#platform/http/upload/upload.ts';
import type { ImportDeps } from '../deps.ts';
import { createImport, listImports, readImport, startImport } from './import.actions.ts';
import { ImportBody, ImportForm, ImportList, ImportQuery } from './import.schema.ts';

/** For the transfer of a file of 2 GB to the storage. */
const MAX_DURATION_MS = 30 * 60 * 1_000;

export function importRoutes(deps: ImportDeps): Routes {
  return (scope) => {
    openUploads(scope, { field: 'file', maxBytes: deps.importMaxBytes, folder: deps.uploadFolder }, (uploads) => {
      uploads.post(
        '/api/user/import',
        {
          config: { refusedWhileImpersonating: true, maxDurationMs: MAX_DURATION_MS },
          schema: {
            tags: ['Account'],
            operationId: 'importData',
            summary: 'Upload the file of another diary and import it',
            description:
              'Reads the ZIP that Day One (JSON) or Journey exports, a Daylio backup or CSV, and a ZIP of Markdown files with front matter. With `dry_run=true` nothing is written: read the plan, then start it. The import runs in the background and notifies you. Only you can read what is imported. The same file, or a newer one of the same diary, adds only what is new. What you deleted does not come back. Limits: 2 GB and 200,000 files, 8 GB unpacked, 4 MB for each entry; an archive of more than 20 MB unpacked may shrink by a factor of 50. The texts that an account imports in total are limited (200 MB, if the operator has set nothing else).',
            querystring: ImportQuery,
            body: ImportForm,
            errors: [
              'archive.broken',
              'archive.encrypted',
              'archive.too-large',
              'archive.too-many-files',
              'import.already-running',
              'import.format-unknown',
              'import.too-many',
              'import.too-slow',
              'server.queue-full',
              'storage.unavailable',
            ],
            response: { 201: ImportBody },
          },
        },
        async (request, reply) => {
          const created = await createImport(deps, actorOf(request), request.body.file, request.query);
          return reply.status(201).send({ import: created });
        },
      );
    });

    scope.get(
      '/api/user/imports',
      {
        schema: {
          tags: ['Account'],
          operationId: 'listImports',
          summary: 'List your imports',
          description: 'Newest first.',
          querystring: PageQuery,
          response: { 200: ImportList },
        },
      },
      async (request) => listImports(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/user/imports/:id',
      {
        schema: {
          tags: ['Account'],
          operationId: 'getImport',
          summary: 'Get an import with its progress',
          params: IdInPath,
          errors: ['import.not-found'],
          response: { 200: ImportBody },
        },
      },
      async (request) => ({ import: await readImport(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/user/imports/:id/start',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags: ['Account'],
          operationId: 'startImport',
          summary: 'Start the import that a dry run has planned',
          params: IdInPath,
          errors: ['import.already-running', 'import.not-found', 'import.not-planned'],
          response: { 200: ImportBody },
        },
      },
      async (request) => ({ import: await startImport(deps, actorOf(request), request.params.id) }),
    );
  };
}
