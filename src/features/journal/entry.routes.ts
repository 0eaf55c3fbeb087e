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
          summary: 'List entries',
          description: 'Everything that you may see, newest first: your own entries, and what is shared with you.',
          querystring: EntryQuery,
          response: { 200: EntryList },
        },
      },
      async (request) => listEntries(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/journal/:id',
      { schema: { tags, summary: 'Read an entry', params: IdInPath, response: { 200: EntryBody } } },
      async (request) => ({ entry: await readEntry(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/journal',
      {
        schema: {
          tags,
          summary: 'Write an entry',
          description: 'Without a mood, the tone of the text sets one where it is clear enough.',
          body: NewEntry,
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
          summary: 'Read mentions out of older entries',
          description: 'Your own entries, 100 at a call: call again until `remaining` is 0.',
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
          summary: 'Change an entry',
          description:
            'What is left out stays as it is. New text without a mood is analysed; a mood of null clears it.',
          params: IdInPath,
          body: EntryChange,
          response: { 200: EntryBody },
        },
      },
      async (request) => ({ entry: await changeEntry(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.delete(
      '/api/journal/:id',
      { schema: { tags, summary: 'Delete an entry', params: IdInPath, response: { 200: MessageBody } } },
      async (request) => {
        await removeEntry(deps, actorOf(request), request.params.id);
        return { message: 'The entry is deleted.' };
      },
    );
  };
}
