import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { CompetitionDeps } from '../deps.ts';
import { changeCompetition, createCompetition, listCompetitions, readCompetition } from './competition.actions.ts';
import { CompetitionBody, CompetitionChange, CompetitionList, NewCompetition } from './competition.schema.ts';

const tags = ['Competitions'];

export function competitionRoutes(deps: CompetitionDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.get(
      '/api/lab/competitions',
      {
        schema: {
          tags,
          operationId: 'listCompetitions',
          summary: 'List competitions',
          description: 'Returns the active competitions.',
          querystring: PageQuery,
          response: { 200: CompetitionList },
        },
      },
      async (request) => listCompetitions(deps, request.query),
    );

    scope.get(
      '/api/lab/competitions/:id',
      {
        schema: {
          tags,
          operationId: 'getCompetition',
          summary: 'Get a competition',
          description: 'Inactive competitions can be read as well.',
          params: IdInPath,
          errors: ['competition.not-found'],
          response: { 200: CompetitionBody },
        },
      },
      async (request) => ({ competition: await readCompetition(deps, request.params.id) }),
    );
  });
}

export function competitionAdminRoutes(deps: CompetitionDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/admin/competitions',
      {
        schema: {
          tags,
          operationId: 'createCompetition',
          summary: 'Create a competition',
          description: 'By default it is hidden and takes no entries. The request is written to the audit log.',
          body: NewCompetition,
          errors: ['competition.ends-before-start', 'competition.weight-too-fine'],
          response: { 201: CompetitionBody },
        },
      },
      async (request, reply) => {
        const competition = await createCompetition(deps, actorOf(request), request.body);
        return reply.status(201).send({ competition });
      },
    );

    scope.put(
      '/api/lab/admin/competitions/:id',
      {
        schema: {
          tags,
          operationId: 'updateCompetition',
          summary: 'Update a competition',
          description:
            'A `scoring_config` replaces the former one as a whole. Scores change when they are next computed. The request is written to the audit log.',
          params: IdInPath,
          body: CompetitionChange,
          errors: ['competition.ends-before-start', 'competition.not-found', 'competition.weight-too-fine'],
          response: { 200: CompetitionBody },
        },
      },
      async (request) => ({
        competition: await changeCompetition(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  };
}
