import Type from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Timestamp } from '#platform/http/shapes.ts';

export const HealthBody = Type.Object({ status: Type.Literal('ok'), timestamp: Timestamp }, { title: 'Liveness' });

export const ReadyBody = Type.Object({ status: Type.Literal('ready'), timestamp: Timestamp }, { title: 'Readiness' });

export const monitoringErrors = declareErrors({
  databaseUnreachable: {
    status: 503,
    code: 'health.database-unreachable',
    message: 'The database is unreachable.',
  },
  databaseReadOnly: {
    status: 503,
    code: 'health.database-read-only',
    message: 'The database is read-only: it is a standby or a demoted primary.',
  },
  migrationsPending: {
    status: 503,
    code: 'health.migrations-pending',
    message: 'Migrations are pending. The details name them.',
  },
  metricsTokenInvalid: {
    status: 401,
    code: 'metrics.token-invalid',
    message: 'The token is invalid. Send the configured METRICS_TOKEN as Authorization: Bearer.',
  },
  metricsTokenMissing: {
    status: 403,
    code: 'metrics.token-not-set',
    message:
      'Without METRICS_TOKEN only programs on the machine of the node may read its metrics. Set it, and send it.',
  },
  clockOff: {
    status: 503,
    code: 'health.clock-off',
    message:
      'The clock of this node differs from that of the database by more than a minute. Synchronize both with a time server (NTP).',
  },
  draining: {
    status: 503,
    code: 'health.draining',
    message: 'This node is shutting down. Send requests to another node.',
  },
});
