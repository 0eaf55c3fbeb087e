import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { CompetitionDeps } from '../deps.ts';
import { enterTemplate, readLeaderboard } from './entry.actions.ts';
import { EntryBody, Leaderboard, NewEntry } from './entry.schema.ts';

const tags = ['Competitions'];

export function entryRoutes(deps: CompetitionDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.post(
      '/api/lab/competitions/:id/entries',
      {
        config: { requiresVerifiedAddress: true },
        schema: {
          tags,
          operationId: 'enterCompetition',
          summary: 'Enter a template into a competition',
          description:
            'The template must be your own and public, and can enter once, while the competition is active and open. A classroom user can enter only templates that are safe for classrooms.',
          params: IdInPath,
          body: NewEntry,
          errors: [
            'competition.already-entered',
            'competition.entries-closed',
            'competition.not-found',
            'competition.not-your-template',
            'competition.template-not-public',
            'lab.not-a-template',
            'lab.not-for-classrooms',
            'lab.supervision-not-attested',
            'lab.template-not-found',
          ],
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
          operationId: 'getCompetitionLeaderboard',
          summary: 'Get the leaderboard of a competition',
          description:
            'The best come first, by the scores of `last_scored_at`. Of equal scores the newest entry comes first.',
          params: IdInPath,
          querystring: PageQuery,
          errors: ['competition.not-found'],
          response: { 200: Leaderboard },
        },
      },
      async (request) => readLeaderboard(deps, request.params.id, request.query),
    );
  });
}
