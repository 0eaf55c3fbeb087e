import Type from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { Timestamp } from '../../../platform/http/shapes.ts';

export const HealthBody = Type.Object({ status: Type.Literal('ok'), timestamp: Timestamp }, { title: 'Liveness' });

export const ReadyBody = Type.Object({ status: Type.Literal('ready'), timestamp: Timestamp }, { title: 'Readiness' });

export const operatorErrors = declareErrors({
  databaseUnreachable: {
    status: 503,
    code: 'health.database-unreachable',
    message: 'The database does not answer.',
  },
  databaseReadOnly: {
    status: 503,
    code: 'health.database-read-only',
    message: 'The database takes no writes: it is a standby, or a primary that was demoted.',
  },
  migrationsPending: {
    status: 503,
    code: 'health.migrations-pending',
    message: 'The database is not migrated yet: the details name the pending migrations.',
  },
  metricsTokenInvalid: {
    status: 401,
    code: 'metrics.token-invalid',
    message: 'Send METRICS_TOKEN, as it is configured here, as Authorization: Bearer.',
  },
  draining: { status: 503, code: 'health.draining', message: 'This node is shutting down. Ask another one.' },
});
