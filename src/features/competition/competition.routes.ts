import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import {
  type CompetitionDeps,
  changeCompetition,
  createCompetition,
  listCompetitions,
  readCompetition,
} from './competition.actions.ts';
import { CompetitionBody, CompetitionChange, CompetitionList, NewCompetition } from './competition.schema.ts';

const tags = ['Competitions'];

export function competitionRoutes(deps: CompetitionDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/lab/competitions',
      {
        schema: {
          tags,
          summary: 'List competitions',
          description: 'Those that are active.',
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
          summary: 'Read a competition',
          description: 'Also one that is not active any more.',
          params: IdInPath,
          response: { 200: CompetitionBody },
        },
      },
      async (request) => ({ competition: await readCompetition(deps, request.params.id) }),
    );
  };
}

export function competitionAdministrationRoutes(deps: CompetitionDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/admin/competitions',
      {
        schema: {
          tags,
          summary: 'Make a competition',
          description:
            'Nobody finds it in the list, and it takes no entries, until it is said otherwise. Written to the audit log.',
          body: NewCompetition,
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
          summary: 'Change a competition',
          description:
            'A `scoring_config` replaces the one before as a whole. Scores follow when they are computed the next time. Written to the audit log.',
          params: IdInPath,
          body: CompetitionChange,
          response: { 200: CompetitionBody },
        },
      },
      async (request) => ({
        competition: await changeCompetition(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  };
}
