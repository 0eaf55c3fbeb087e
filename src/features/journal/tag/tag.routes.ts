import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { JournalDeps } from '../deps.ts';
import { readTags } from './tag.actions.ts';
import { TagList, TagQuery } from './tag.schema.ts';

export function tagRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.get(
      '/api/tags',
      {
        schema: {
          tags: ['Journal'],
          operationId: 'listTags',
          summary: 'List the tags of your own entries',
          description:
            'The most used tags come first. The list has at most 500 tags and no next page; `prefix` finds the others.',
          querystring: TagQuery,
          response: { 200: TagList },
        },
      },
      async (request) => readTags(deps, actorOf(request), request.query),
    );
  });
}
