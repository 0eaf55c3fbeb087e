import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { JournalDeps } from '../deps.ts';
import { backfillMentions } from './mention.actions.ts';
import { BackfillResult } from './mention.schema.ts';

export function mentionRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.post(
      '/api/journal/backfill-mentions',
      {
        schema: {
          tags: ['Journal'],
          operationId: 'backfillMentions',
          summary: 'Backfill the mentions of your older entries',
          description: 'Each request processes 100 entries. Repeat it until `remaining` is 0.',
          response: { 200: BackfillResult },
        },
      },
      async (request) => backfillMentions(deps, actorOf(request)),
    );
  });
}
