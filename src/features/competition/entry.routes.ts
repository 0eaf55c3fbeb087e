import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import type { CompetitionDeps } from './competition.actions.ts';
import { enterTemplate, readLeaderboard } from './entry.actions.ts';
import { EntryBody, Leaderboard, NewEntry } from './entry.schema.ts';

const tags = ['Competitions'];

export function competitionEntryRoutes(deps: CompetitionDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/competitions/:id/entries',
      {
        schema: {
          tags,
          summary: 'Enter a template',
          description:
            'One of your own that is public, once, while the competition is active, open for entry and within its time. In a classroom it takes a template that could be copied there.',
          params: IdInPath,
          body: NewEntry,
          response: { 201: EntryBody },
        },
      },
      async (request, reply) => {
        const entry = await enterTemplate(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ entry });
      },
    );

    scope.get(
      '/api/lab/competitions/:id/leaderboard',
      {
        schema: {
          tags,
          summary: 'Read the leaderboard of a competition',
          description:
            'The best first, by the scores that were computed at `last_scored_at`; of the same score the newest entry.',
          params: IdInPath,
          querystring: PageQuery,
          response: { 200: Leaderboard },
        },
      },
      async (request) => readLeaderboard(deps, request.params.id, request.query),
    );
  };
}
