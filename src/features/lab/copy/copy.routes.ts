import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { LabDeps } from '../deps.ts';
import { TemplateBody } from '../template/template.schema.ts';
import { copyTemplate } from './copy.actions.ts';
import { NewCopy } from './copy.schema.ts';

export function copyRoutes(deps: LabDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.post(
      '/api/lab/templates/:id/clone',
      {
        // A copy is as large as its template.
        config: { perHour: 'templateCopies' },
        schema: {
          tags: ['Lab'],
          operationId: 'copyLabTemplate',
          summary: 'Copy an experiment template',
          description:
            'The copy is private and fixed, and counts the steps that you complete. Classroom users can copy templates that are safe for classrooms, or supervised ones with `attested: true`.',
          params: IdInPath,
          body: NewCopy,
          errors: [
            'lab.not-a-template',
            'lab.not-for-classrooms',
            'lab.supervision-not-attested',
            'lab.template-not-found',
          ],
          response: { 201: TemplateBody },
        },
      },
      async (request, reply) => {
        const template = await copyTemplate(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ template });
      },
    );
  });
}
