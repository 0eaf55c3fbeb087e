import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import {
  backfillMentions,
  changeEntry,
  createEntry,
  type JournalDeps,
  listEntries,
  readEntry,
  removeEntry,
} from './entry.actions.ts';
import { BackfillResult, EntryBody, EntryChange, EntryList, EntryQuery, NewEntry } from './entry.schema.ts';

const tags = ['Journal'];

export function entryRoutes(deps: JournalDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/journal',
      {
        schema: {
          tags,
          operationId: 'listEntries',
          summary: 'List entries',
          description: 'Returns your own entries and those shared with you, newest first.',
          querystring: EntryQuery,
          errors: ['journal.search-busy', 'journal.search-too-broad', 'journal.too-many-searches'],
          response: { 200: EntryList },
        },
      },
      async (request) => listEntries(deps, actorOf(request), request.query),
    );

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
      async (request) => ({ entry: await readEntry(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/journal',
      {
        schema: {
          tags,
          operationId: 'createEntry',
          summary: 'Create an entry',
          description: 'If `mood` is omitted, it is set from the tone of the text if that is clear enough.',
          body: NewEntry,
          errors: [
            'journal.notebook-not-yours',
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
        return reply.status(201).send({ entry });
      },
    );

    scope.post(
      '/api/journal/backfill-mentions',
      {
        schema: {
          tags,
          operationId: 'backfillMentions',
          summary: 'Backfill the mentions of your older entries',
          description: 'Each request processes 100 entries. Repeat it until `remaining` is 0.',
          response: { 200: BackfillResult },
        },
      },
      async (request) => backfillMentions(deps, actorOf(request)),
    );

    scope.put(
      '/api/journal/:id',
      {
        schema: {
          tags,
          operationId: 'updateEntry',
          summary: 'Update an entry',
          description:
            'Omitted fields keep their values. New text without a mood is analyzed again; a `mood` of null clears it.',
          params: IdInPath,
          body: EntryChange,
          errors: [
            'journal.entry-not-found',
            'journal.not-owner',
            'journal.notebook-not-yours',
            'visibility.not-org-member',
            'visibility.not-team-member',
            'visibility.org-required',
            'visibility.org-unknown',
            'visibility.team-required',
            'visibility.team-unknown',
          ],
          response: { 200: EntryBody },
        },
      },
      async (request) => ({ entry: await changeEntry(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.delete(
      '/api/journal/:id',
      {
        schema: {
          tags,
          operationId: 'deleteEntry',
          summary: 'Delete an entry',
          params: IdInPath,
          errors: ['journal.entry-not-found', 'journal.not-owner'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeEntry(deps, actorOf(request), request.params.id);
        return { message: 'The entry is deleted.' };
      },
    );
  };
}
