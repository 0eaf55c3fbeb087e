import type { FastifyReply } from 'fastify';
import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { ExportDeps } from '../deps.ts';
import {
  type ArchiveStream,
  deleteExport,
  listExports,
  openExport,
  openNewestExport,
  readExport,
  startExport,
} from './export.actions.ts';
import { Archive, ExportBody, ExportList } from './export.schema.ts';

const tags = ['Account'];
const config = { refusedWhileImpersonating: true } as const;

export function exportRoutes(deps: ExportDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/user/exports',
      {
        config,
        schema: {
          tags,
          operationId: 'createExport',
          summary: 'Start an export of your account',
          description:
            'The archive (ZIP) has all of your records as JSON, each entry as Markdown, and your pictures. When it is ready, you get a notification and an email. Up to 5 exports within 24 hours, one at a time.',
          errors: ['export.already-running', 'export.daily-limit'],
          response: { 201: ExportBody },
        },
      },
      async (request, reply) => reply.status(201).send({ export: await startExport(deps, actorOf(request)) }),
    );

    scope.get(
      '/api/user/exports',
      {
        config,
        schema: {
          tags,
          operationId: 'listExports',
          summary: 'List your exports',
          description: 'Exports are deleted after 7 days. Newest first.',
          response: { 200: ExportList },
        },
      },
      async (request) => ({ exports: await listExports(deps, actorOf(request)) }),
    );

    scope.get(
      '/api/user/exports/:id',
      {
        config,
        schema: {
          tags,
          operationId: 'getExport',
          summary: 'Get an export of yours',
          params: IdInPath,
          errors: ['export.not-found'],
          response: { 200: ExportBody },
        },
      },
      async (request) => ({ export: await readExport(deps, actorOf(request), request.params.id) }),
    );

    scope.delete(
      '/api/user/exports/:id',
      {
        config,
        schema: {
          tags,
          operationId: 'deleteExport',
          summary: 'Delete an export of yours',
          description: 'Deletes the archive. An export in progress ends. It still counts towards the limit of the day.',
          params: IdInPath,
          errors: ['export.not-found', 'storage.unavailable'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await deleteExport(deps, actorOf(request), request.params.id);
        return { message: 'The export is deleted.' };
      },
    );

    scope.get(
      '/api/user/exports/:id/download',
      {
        config: { ...config, isResponseSecret: true },
        schema: {
          tags,
          operationId: 'downloadExport',
          summary: 'Get the archive of an export',
          params: IdInPath,
          errors: ['export.not-found', 'export.not-ready', 'storage.unavailable'],
          response: { 200: Archive },
        },
      },
      async (request, reply) => sendArchive(reply, await openExport(deps, actorOf(request), request.params.id)),
    );

    scope.get(
      '/api/user/export',
      {
        config: { ...config, isResponseSecret: true, perHour: 'exports' as const },
        schema: {
          tags,
          operationId: 'downloadNewestExport',
          summary: 'Get an archive of your account',
          description:
            'The archive of your newest export that is ready. Without one, a small account (up to about 500 entries) is exported at once.',
          errors: ['export.too-large', 'server.queue-full', 'storage.unavailable'],
          response: { 200: Archive },
        },
      },
      async (request, reply) => sendArchive(reply, await openNewestExport(deps, actorOf(request))),
    );
  };
}

function sendArchive(reply: FastifyReply, { stream, sizeBytes, name }: ArchiveStream) {
  if (sizeBytes !== null) reply.header('content-length', sizeBytes);
  return reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`).send(stream);
}
