import { actorOf } from '#access/actor.ts';
import type { JobDeps } from '#access/job.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { EncouragementDeps } from '../deps.ts';
import { auditEngagementRun } from './engagement.actions.ts';
import { ENGAGEMENT } from './engagement.jobs.ts';
import { EngagementRun } from './engagement.schema.ts';

export function engagementAdministrationRoutes(deps: EncouragementDeps & JobDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/encouragement-drops/admin/process-engagement',
      {
        config: { isResumable: true },
        schema: {
          tags: ['Encouragement'],
          operationId: 'runEngagementJob',
          summary: 'Run the engagement job',
          description: 'The same job runs hourly.',
          response: { 200: EngagementRun },
        },
      },
      async (request) => {
        await auditEngagementRun(deps, actorOf(request));
        return ENGAGEMENT.call(deps, {});
      },
    );
  };
}
