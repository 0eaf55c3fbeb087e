import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { listAuditLog } from './audit.actions.ts';
import { AuditQuery, AuditRecordList } from './audit.schema.ts';

export function auditRoutes(deps: AccountDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/audit-log',
      {
        schema: {
          tags: ['Administration'],
          operationId: 'listAuditRecords',
          summary: 'List audit records',
          description: 'Records name users only by their ids, so this request is not logged itself.',
          querystring: AuditQuery,
          response: { 200: AuditRecordList },
        },
      },
      async (request) => listAuditLog(deps, request.query),
    );
  });
}
