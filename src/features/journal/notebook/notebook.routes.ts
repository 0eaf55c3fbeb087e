import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import { CHANGE_ERRORS } from '#platform/http/changes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { expectedVersions, IfMatch, tagRecord } from '#platform/http/records.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { JournalDeps } from '../deps.ts';
import { changeNotebook, createNotebook, listNotebooks, readNotebook, removeNotebook } from './notebook.actions.ts';
import { NewNotebook, NotebookBody, NotebookChange, NotebookList, NotebookQuery } from './notebook.schema.ts';

const tags = ['Notebooks'];

/** One handler: the PUT of the contract keeps omitted fields, as a PATCH does. */
const UPDATES = [
  ['PUT', 'updateNotebook', 'Update a notebook'],
  ['PATCH', 'patchNotebook', 'Change a notebook'],
] as const;

export function notebookRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.get(
      '/api/notebooks',
      {
        schema: {
          tags,
          operationId: 'listNotebooks',
          summary: 'List notebooks',
          description: 'Your own notebooks, or those that other users share with you, newest first.',
          querystring: NotebookQuery,
          errors: [...CHANGE_ERRORS],
          response: { 200: NotebookList },
        },
      },
      async (request) => listNotebooks(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/notebooks/:id',
      {
        schema: {
          tags,
          operationId: 'getNotebook',
          summary: 'Get a notebook',
          params: IdInPath,
          errors: ['journal.notebook-not-found'],
          response: { 200: NotebookBody },
        },
      },
      async (request, reply) => ({
        notebook: tagRecord(reply, await readNotebook(deps, actorOf(request), request.params.id)),
      }),
    );

    scope.post(
      '/api/notebooks',
      {
        schema: {
          tags,
          operationId: 'createNotebook',
          summary: 'Create a notebook',
          description: 'Entries with the visibility `user` inherit the visibility of their notebook.',
          body: NewNotebook,
          errors: [
            'account.address-not-verified',
            'record.id-taken',
            'visibility.not-org-member',
            'visibility.not-team-member',
            'visibility.org-required',
            'visibility.org-unknown',
            'visibility.team-required',
            'visibility.team-unknown',
          ],
          response: { 201: NotebookBody },
        },
      },
      async (request, reply) => {
        const notebook = await createNotebook(deps, actorOf(request), request.body);
        return reply.status(201).send({ notebook: tagRecord(reply, notebook) });
      },
    );

    for (const [method, operationId, summary] of UPDATES) {
      scope.route({
        method,
        url: '/api/notebooks/:id',
        schema: {
          tags,
          operationId,
          summary,
          description: 'A change of visibility applies immediately to the entries that inherit it.',
          params: IdInPath,
          headers: IfMatch,
          body: NotebookChange,
          errors: [
            'account.address-not-verified',
            'journal.notebook-not-found',
            'journal.notebook-not-owner',
            'record.changed',
            'visibility.not-org-member',
            'visibility.not-team-member',
            'visibility.org-required',
            'visibility.org-unknown',
            'visibility.team-required',
            'visibility.team-unknown',
          ],
          response: { 200: NotebookBody },
        },
        handler: async (request, reply) => {
          const { params, body, headers } = request;
          const notebook = await changeNotebook(deps, actorOf(request), params.id, body, expectedVersions(headers));
          return { notebook: tagRecord(reply, notebook) };
        },
      });
    }

    scope.delete(
      '/api/notebooks/:id',
      {
        schema: {
          tags,
          operationId: 'deleteNotebook',
          summary: 'Delete a notebook',
          description: 'Its entries remain, with their own visibility. The notebook stays in your trash for 30 days.',
          params: IdInPath,
          headers: IfMatch,
          errors: ['journal.notebook-not-found', 'journal.notebook-not-owner', 'record.changed'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeNotebook(deps, actorOf(request), request.params.id, expectedVersions(request.headers));
        return { message: 'The notebook is deleted. Its entries remain.' };
      },
    );
  });
}
