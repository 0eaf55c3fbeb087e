import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { type ConversionDeps, listRates, setRate } from './conversion.actions.ts';
import { ConversionRateBody, ConversionRates, NewConversionRate } from './conversion.schema.ts';

const tags = ['Administration'];

export function conversionRoutes(deps: ConversionDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/admin/conversion/rates',
      {
        schema: {
          tags,
          summary: 'List what a drop was worth in tokens',
          description: 'The rate that holds, null while none was set, and all that were set, newest first.',
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
          summary: 'Set what a drop is worth in tokens',
          description: 'It holds at once. Earlier rates stay in the history.',
          body: NewConversionRate,
          response: { 201: ConversionRateBody },
        },
      },
      async (request, reply) => {
        const rate = await setRate(deps, actorOf(request), request.body);
        return reply.status(201).send({ rate });
      },
    );
  };
}
