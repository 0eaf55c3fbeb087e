import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import { CHANGE_ERRORS } from '#platform/http/changes.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { JournalDeps } from '../deps.ts';
import { listEntries } from './entry-list.actions.ts';
import { EntryList, EntryQuery } from './entry-list.schema.ts';

export function entryListRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.get(
      '/api/journal',
      {
        schema: {
          tags: ['Journal'],
          operationId: 'listEntries',
          summary: 'List entries',
          description:
            'Returns your own entries and those shared with you, newest first by default. A cursor belongs to its `sort`.',
          querystring: EntryQuery,
          errors: [
            'journal.cursor-of-other-sort',
            'journal.search-busy',
            'journal.search-too-broad',
            'journal.sort-needs-own-entries',
            'journal.sort-needs-search',
            'journal.too-many-searches',
            ...CHANGE_ERRORS,
          ],
          response: { 200: EntryList },
        },
      },
      async (request) => listEntries(deps, actorOf(request), request.query),
    );
  });
}
