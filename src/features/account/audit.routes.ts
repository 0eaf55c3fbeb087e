import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type AuditLogDeps, listAuditLog } from './audit.actions.ts';
import { AuditQuery, AuditRecordList } from './audit.schema.ts';

export function auditRoutes(deps: AuditLogDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/admin/audit-log',
      {
        schema: {
          tags: ['Administration'],
          summary: 'List what was done by privilege',
          description: 'Reading it is not written down itself: it names people by their ids alone.',
          querystring: AuditQuery,
          response: { 200: AuditRecordList },
        },
      },
      async (request) => listAuditLog(deps, request.query),
    );
  };
}
