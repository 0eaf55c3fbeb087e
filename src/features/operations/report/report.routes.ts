import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { OperationsDeps } from '../deps.ts';
import { dismissReport, listReports, reportSubject, resolveReport } from './report.actions.ts';
import { NewReport, OwnReportBody, ReportBody, ReportDecision, ReportQuery, ReportQueue } from './report.schema.ts';

export function reportRoutes(deps: OperationsDeps): Routes {
  return openToTokens('groups', (scope) => {
    scope.post(
      '/api/reports',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags: ['Reports'],
          operationId: 'createReport',
          summary: 'Report a user, a drop, a photo or a chat message',
          description:
            'A user can report any user, a received drop, a photo of their chain or squad, or a message of a chat room of theirs, up to 20 times a day (UTC). Only super admins see reports. If the caller has an open report of the same subject, the response is 200 with that report.',
          body: NewReport,
          errors: ['report.daily-limit', 'report.subject-not-found'],
          response: { 200: OwnReportBody, 201: OwnReportBody },
        },
      },
      async (request, reply) => {
        const { report, isNew } = await reportSubject(deps, actorOf(request), request.body);
        return reply.status(isNew ? 201 : 200).send({ report });
      },
    );
  });
}

export function reportAdministrationRoutes(deps: OperationsDeps): Routes {
  const tags = ['Administration'];
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/reports',
      {
        schema: {
          tags,
          operationId: 'listReports',
          summary: 'List reports',
          description: 'Each report includes its subject. The request is written to the audit log.',
          querystring: ReportQuery,
          response: { 200: ReportQueue },
        },
      },
      async (request) => listReports(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/admin/reports/:id/resolve',
      {
        schema: {
          tags,
          operationId: 'resolveReport',
          summary: 'Resolve a report',
          description:
            'A resolved report is final. This does not change the subject: deactivate the user, reject the check-in or remove the chat message separately.',
          params: IdInPath,
          body: ReportDecision,
          errors: ['report.decided', 'report.not-found'],
          response: { 200: ReportBody },
        },
      },
      async (request) => ({ report: await resolveReport(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.post(
      '/api/admin/reports/:id/dismiss',
      {
        schema: {
          tags,
          operationId: 'dismissReport',
          summary: 'Dismiss a report',
          description: 'A dismissed report is final. The same user can report the same subject again.',
          params: IdInPath,
          body: ReportDecision,
          errors: ['report.decided', 'report.not-found'],
          response: { 200: ReportBody },
        },
      },
      async (request) => ({ report: await dismissReport(deps, actorOf(request), request.params.id, request.body) }),
    );
  });
}
