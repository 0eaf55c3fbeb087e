import Type from 'typebox';
import { bearerTokenOf } from '#access/bearer.ts';
import type { AppParts } from '#access/feature.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { isFromOwnMachine } from '#platform/http/limits/own-machine.ts';
import type { OperationsDeps } from '../deps.ts';
import { checkReadiness } from './monitoring.actions.ts';
import { HealthBody, monitoringErrors, ReadyBody } from './monitoring.schema.ts';

const tags = ['Operation'];

export function monitoringRoutes(deps: OperationsDeps, app: Pick<AppParts, 'readMetrics' | 'isMetricsToken'>): Routes {
  return (scope) => {
    scope.get(
      '/health',
      {
        config: { skipLoadShedding: true },
        schema: {
          tags,
          operationId: 'getHealth',
          summary: 'Check liveness',
          description: 'Returns 200 while the process runs.',
          response: { 200: HealthBody },
        },
      },
      async () => ({ status: 'ok' as const, timestamp: deps.clock.now().toISOString() }),
    );

    scope.get(
      '/health/ready',
      {
        config: { skipLoadShedding: true },
        schema: {
          tags,
          operationId: 'getReadiness',
          summary: 'Check readiness',
          description:
            'Returns 503 while the node is shutting down, while the database is unreachable or read-only, while migrations are pending, and while the clock of the node differs from that of the database by more than a minute.',
          errors: [
            'health.clock-off',
            'health.database-read-only',
            'health.database-unreachable',
            'health.draining',
            'health.migrations-pending',
          ],
          response: { 200: ReadyBody },
        },
      },
      async () => {
        await checkReadiness(deps);
        return { status: 'ready' as const, timestamp: deps.clock.now().toISOString() };
      },
    );

    scope.get(
      '/metrics',
      {
        config: { isNeverShed: true },
        onRequest: async (request) => {
          if (app.isMetricsToken === null) {
            if (!isFromOwnMachine(request)) throw monitoringErrors.metricsTokenMissing();
          } else if (!app.isMetricsToken(bearerTokenOf(request) ?? '')) throw monitoringErrors.metricsTokenInvalid();
        },
        schema: {
          tags,
          operationId: 'getMetrics',
          summary: 'Get metrics',
          description:
            'The format is the text format of Prometheus. Send the configured `METRICS_TOKEN` as `Authorization: Bearer`. Without one, only programs on the machine of the node get a response.',
          produces: ['text/plain'],
          errors: ['metrics.token-invalid', 'metrics.token-not-set'],
          response: { 200: Type.String({ description: 'The metrics.' }) },
        },
      },
      async (_request, reply) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(await app.readMetrics()),
    );
  };
}
