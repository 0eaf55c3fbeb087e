import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { LabDeps } from '../deps.ts';
import { listReplications, replicateTemplate } from './replication.actions.ts';
import { NewReplication, ReplicationBody, ReplicationList } from './replication.schema.ts';

const tags = ['Lab'];

export function replicationRoutes(deps: LabDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.post(
      '/api/lab/templates/:id/replications',
      {
        schema: {
          tags,
          operationId: 'createLabReplication',
          summary: 'Create a replication of an experiment',
          description:
            'You can replicate each template of another user once. The result is compared with the first predicted output, so send one with the same label and unit. 50 users within 5 percent make a template robust.',
          params: IdInPath,
          body: NewReplication,
          errors: [
            'lab.already-replicated',
            'lab.not-a-template',
            'lab.nothing-predicted',
            'lab.nothing-to-compare',
            'lab.number-too-small',
            'lab.own-template',
            'lab.template-not-found',
          ],
          response: { 201: ReplicationBody },
        },
      },
      async (request, reply) => {
        const replication = await replicateTemplate(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ replication });
      },
    );

    scope.get(
      '/api/lab/templates/:id/replications',
      {
        schema: {
          tags,
          operationId: 'listLabReplications',
          summary: 'List the replications of an experiment',
          params: IdInPath,
          querystring: PageQuery,
          errors: ['lab.template-not-found'],
          response: { 200: ReplicationList },
        },
      },
      async (request) => listReplications(deps, actorOf(request), request.params.id, request.query),
    );
  });
}
