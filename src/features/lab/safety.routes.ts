import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { changeSafetyLevel, promoteToClassroom } from './safety.actions.ts';
import { Promotion, SafetyChange } from './safety.schema.ts';
import type { LabDeps } from './template.actions.ts';
import { TemplateBody } from './template.schema.ts';

const tags = ['Lab'];

export function safetyRoutes(deps: LabDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/admin/templates/:id/promote-to-classroom',
      {
        schema: {
          tags,
          summary: 'Let classrooms do an experiment',
          description:
            'Its `safety_level` is `classroom_safe` then. Send the `updated_at` of what you have looked at, so that nobody changes it meanwhile. Written to the audit log.',
          params: IdInPath,
          body: Promotion,
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
          summary: 'Say for whom an experiment is',
          description: 'Copies that people have made stay with them. Written to the audit log.',
          params: IdInPath,
          body: SafetyChange,
          response: { 200: TemplateBody },
        },
      },
      async (request) => ({
        template: await changeSafetyLevel(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  };
}
