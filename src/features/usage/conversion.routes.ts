import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { listRates, setRate } from './conversion.actions.ts';
import { ConversionRateBody, ConversionRates, NewConversionRate } from './conversion.schema.ts';
import type { UsageDeps } from './deps.ts';

const tags = ['Administration'];

export function conversionRoutes(deps: UsageDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/conversion/rates',
      {
        schema: {
          tags,
          operationId: 'listConversionRates',
          summary: 'List conversion rates',
          description:
            'Returns the current rate of AI tokens for one drop (null if none is set) and all rates, newest first.',
          querystring: PageQuery,
          response: { 200: ConversionRates },
        },
      },
      async (request) => listRates(deps, request.query),
    );

    scope.post(
      '/api/admin/conversion/rates',
      {
        schema: {
          tags,
          operationId: 'createConversionRate',
          summary: 'Create a conversion rate',
          description: 'The rate applies immediately. Former rates remain in the history.',
          body: NewConversionRate,
          response: { 201: ConversionRateBody },
        },
      },
      async (request, reply) => {
        const rate = await setRate(deps, actorOf(request), request.body);
        return reply.status(201).send({ rate });
      },
    );
  });
}
