import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { SyntheticUserDeps } from '../deps.ts';
import { generateUsers } from './generation.actions.ts';
import { Generation, GenerationBody } from './generation.schema.ts';

export function generationRoutes(deps: SyntheticUserDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/admin/ai-users/generate',
      {
        schema: {
          tags: ['Administration'],
          operationId: 'generateSyntheticUsers',
          summary: 'Generate synthetic users',
          description:
            'They are marked as synthetic wherever they appear. A given distribution replaces the default one as a whole; its shares are relative and need not sum to 100. Failures are counted and do not affect other users.',
          body: Generation,
          errors: ['synthetic-user.config-unusable'],
          response: { 201: GenerationBody },
        },
      },
      async (request, reply) => reply.status(201).send(await generateUsers(deps, actorOf(request), request.body)),
    );
  };
}
