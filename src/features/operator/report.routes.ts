import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { dismissReport, listReports, type ReportDeps, reportSubject, resolveReport } from './report.actions.ts';
import { NewReport, OwnReportBody, ReportBody, ReportDecision, ReportQuery, ReportQueue } from './report.schema.ts';

export function reportRoutes(deps: ReportDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/reports',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags: ['Reports'],
          summary: 'Report a person, a drop or a photo',
          description:
            'A drop that you have received, a photo of your chain or squad, or anybody; up to 20 a day (UTC). Nobody but super admins learns of it. While your report of something is open, reporting it again answers 200 with that one.',
          body: NewReport,
          response: { 200: OwnReportBody, 201: OwnReportBody },
        },
      },
      async (request, reply) => {
        const { report, isNew } = await reportSubject(deps, actorOf(request), request.body);
        return reply.status(isNew ? 201 : 200).send({ report });
      },
    );
  };
}

export function reportAdministrationRoutes(deps: ReportDeps): Routes {
  const tags = ['Administration'];
  return (scope) => {
    scope.get(
      '/api/admin/reports',
      {
        schema: {
          tags,
          summary: 'List reports',
          description: 'With what each is about. Reading them is written to the audit log.',
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
          summary: 'Close a report: something was done',
          description: 'It is final, and does nothing to what was reported: block the person, or reject the check-in.',
          params: IdInPath,
          body: ReportDecision,
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
          summary: 'Close a report: nothing is to be done',
          description: 'It is final. The same person can report the same again.',
          params: IdInPath,
          body: ReportDecision,
          response: { 200: ReportBody },
        },
      },
      async (request) => ({ report: await dismissReport(deps, actorOf(request), request.params.id, request.body) }),
    );
  };
}
