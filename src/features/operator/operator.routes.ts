import Type from 'typebox';
import { bearerTokenOf } from '../../access/bearer.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { checkReadiness, type OperatorDeps } from './operator.actions.ts';
import { HealthBody, operatorErrors, ReadyBody } from './operator.schema.ts';

const tags = ['Operation'];

export type OperatorRoutesDeps = OperatorDeps & {
  /** The figures of this node, in the text format of Prometheus. */
  readMetrics: () => Promise<string>;
  /** Whether a token shows the figures; null where all may see them. */
  isMetricsToken: ((token: string) => boolean) | null;
};

export function operatorRoutes(deps: OperatorRoutesDeps): Routes {
  return (scope) => {
    scope.get(
      '/health',
      {
        config: { isAlwaysServed: true },
        schema: {
          tags,
          summary: 'Whether the process lives',
          response: { 200: HealthBody },
        },
      },
      async () => ({ status: 'ok' as const, timestamp: deps.clock.now().toISOString() }),
    );

    scope.get(
      '/health/ready',
      {
        config: { isAlwaysServed: true },
        schema: {
          tags,
          summary: 'Whether this node can serve',
          description:
            '503 while it is stopping, while the database does not answer or takes no writes, or while migrations are pending.',
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
          if (deps.isMetricsToken?.(bearerTokenOf(request) ?? '') === false) {
            throw operatorErrors.metricsTokenInvalid();
          }
        },
        schema: {
          tags,
          summary: 'The figures of this node',
          description:
            'In the text format of Prometheus. Where METRICS_TOKEN is set, it comes as `Authorization: Bearer`.',
          produces: ['text/plain'],
          response: { 200: Type.String() },
        },
      },
      async (_request, reply) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(await deps.readMetrics()),
    );
  };
}
