import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { LabDeps } from '../deps.ts';
import { TemplateBody } from '../template/template.schema.ts';
import { changeSafetyLevel, promoteToClassroom } from './safety.actions.ts';
import { Promotion, SafetyChange } from './safety.schema.ts';

const tags = ['Lab'];

export function safetyRoutes(deps: LabDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/admin/templates/:id/promote-to-classroom',
      {
        schema: {
          tags,
          operationId: 'promoteToClassroom',
          summary: 'Approve an experiment for classrooms',
          description:
            'Its `safety_level` becomes `classroom_safe`. Send the `updated_at` that you have reviewed, so that no change goes unnoticed. The request is written to the audit log.',
          params: IdInPath,
          body: Promotion,
          errors: ['lab.not-a-template', 'lab.template-changed', 'lab.template-not-found'],
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({
        template: await promoteToClassroom(deps, actorOf(request), request.params.id, request.body),
      }),
    );

    scope.put(
      '/api/lab/admin/templates/:id/safety-level',
      {
        schema: {
          tags,
          operationId: 'updateSafetyLevel',
          summary: 'Change the safety level of an experiment',
          description: 'Existing copies remain. The request is written to the audit log.',
          params: IdInPath,
          body: SafetyChange,
          errors: ['lab.not-a-template', 'lab.template-changed', 'lab.template-not-found'],
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({
        template: await changeSafetyLevel(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  };
}
