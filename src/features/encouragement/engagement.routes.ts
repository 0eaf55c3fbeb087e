import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type EngagementDeps, processEngagement, processEngagementNow } from './engagement.actions.ts';
import { ENGAGEMENT } from './engagement.jobs.ts';
import { EngagementRun } from './engagement.schema.ts';

export function engagementJobRoutes(deps: EngagementDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/encouragement-drops/cron/process-engagement',
      {
        config: { secretsOf: 'drops', job: ENGAGEMENT },
        schema: {
          description:
            'Gives senders the bonus for drops whose recipients have written since, and closes the windows that are over.',
          response: { 200: EngagementRun },
        },
      },
      async () => processEngagement(deps),
    );
  };
}

export function engagementAdministrationRoutes(deps: EngagementDeps): Routes {
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
      async (request) => processEngagementNow(deps, actorOf(request)),
    );
  };
}
