import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { expectedVersions, IfMatch, tagRecord } from '#platform/http/records.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { JournalDeps } from '../deps.ts';
import { changeEntry, createEntry, readEntry, removeEntry } from './entry.actions.ts';
import { EntryBody, EntryChange, NewEntry } from './entry.schema.ts';

const tags = ['Journal'];

/** One handler: the PUT of the contract keeps omitted fields, as a PATCH does. */
const UPDATES = [
  ['PUT', 'updateEntry', 'Update an entry'],
  ['PATCH', 'patchEntry', 'Change an entry'],
] as const;

export function entryRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.get(
      '/api/journal/:id',
      {
        schema: {
          tags,
          operationId: 'getEntry',
          summary: 'Get an entry',
          params: IdInPath,
          errors: ['journal.entry-not-found'],
          response: { 200: EntryBody },
        },
      },
      async (request, reply) => ({
        entry: tagRecord(reply, await readEntry(deps, actorOf(request), request.params.id)),
      }),
    );

    scope.post(
      '/api/journal',
      {
        schema: {
          tags,
          operationId: 'createEntry',
          summary: 'Create an entry',
          description:
            'If `mood` is omitted, it is set from the tone of the text if that is clear enough. `entry_date` is today in your time zone by default, or the day of `written_at`. An entry for another day does not count as activity.',
          body: NewEntry,
          errors: [
            'account.address-not-verified',
            'journal.entry-date-out-of-range',
            'journal.notebook-not-yours',
            'journal.photo-unavailable',
            'journal.written-at-out-of-range',
            'record.id-taken',
            'visibility.not-org-member',
            'visibility.not-team-member',
            'visibility.org-required',
            'visibility.org-unknown',
            'visibility.team-required',
            'visibility.team-unknown',
          ],
          response: { 201: EntryBody },
        },
      },
      async (request, reply) => {
        const entry = await createEntry(deps, actorOf(request), request.body);
        return reply.status(201).send({ entry: tagRecord(reply, entry) });
      },
    );

    for (const [method, operationId, summary] of UPDATES) {
      scope.route({
        method,
        url: '/api/journal/:id',
        schema: {
          tags,
          operationId,
          summary,
          description:
            'Omitted fields keep their values. New text without a mood is analyzed again; a `mood` of null clears it.',
          params: IdInPath,
          headers: IfMatch,
          body: EntryChange,
          errors: [
            'account.address-not-verified',
            'journal.entry-not-found',
            'journal.not-owner',
            'journal.entry-date-out-of-range',
            'journal.notebook-not-yours',
            'journal.photo-unavailable',
            'record.changed',
            'visibility.not-org-member',
            'visibility.not-team-member',
            'visibility.org-required',
            'visibility.org-unknown',
            'visibility.team-required',
            'visibility.team-unknown',
          ],
          response: { 200: EntryBody },
        },
        handler: async (request, reply) => {
          const { params, body, headers } = request;
          const entry = await changeEntry(deps, actorOf(request), params.id, body, expectedVersions(headers));
          return { entry: tagRecord(reply, entry) };
        },
      });
    }

    scope.delete(
      '/api/journal/:id',
      {
        schema: {
          tags,
          operationId: 'deleteEntry',
          summary: 'Delete an entry',
          description: 'It stays in your trash for 30 days. Super admins delete entries of others at once.',
          params: IdInPath,
          headers: IfMatch,
          errors: ['journal.entry-not-found', 'journal.not-owner', 'record.changed'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeEntry(deps, actorOf(request), request.params.id, expectedVersions(request.headers));
        return { message: 'The entry is deleted.' };
      },
    );
  });
}
