import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { TonePackDeps } from '../deps.ts';
import { changePack, createPack, listPacks, removePack } from './pack.actions.ts';
import { NewTonePack, TonePackBody, TonePackChange, TonePackLists } from './pack.schema.ts';
import { readPack } from './pack-image.actions.ts';
import { ImageQuery, PackWithImages } from './pack-image.schema.ts';

const tags = ['Tone packs'];

export function tonePackRoutes(deps: TonePackDeps): Routes {
  return openToTokens('tone-packs', (scope) => {
    scope.get(
      '/api/tone-packs',
      {
        schema: {
          tags,
          operationId: 'listTonePacks',
          summary: 'List tone packs',
          description:
            'Each pack is in one list only, the first that it belongs to; a public pack that you have bought remains among the public ones, marked as `purchased`. `limit` and `cursor` apply to the public packs. Your own packs, and up to 500 that are shared with you or bought, come with every page.',
          querystring: PageQuery,
          response: { 200: TonePackLists },
        },
      },
      async (request) => listPacks(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/tone-packs/:id',
      {
        schema: {
          tags,
          operationId: 'getTonePack',
          summary: 'Get a tone pack',
          description: 'The response includes its images.',
          params: IdInPath,
          querystring: ImageQuery,
          errors: ['tone-pack.not-found'],
          response: { 200: PackWithImages },
        },
      },
      async (request) => readPack(deps, actorOf(request), request.params.id, request.query),
    );

    scope.post(
      '/api/tone-packs',
      {
        schema: {
          tags,
          operationId: 'createTonePack',
          summary: 'Create a tone pack',
          description: 'By default it is private and free. It has no images yet.',
          body: NewTonePack,
          errors: ['account.address-not-verified', 'tone-pack.too-many'],
          response: { 201: TonePackBody },
        },
      },
      async (request, reply) => {
        const pack = await createPack(deps, actorOf(request), request.body);
        return reply.status(201).send({ pack });
      },
    );

    scope.put(
      '/api/tone-packs/:id',
      {
        schema: {
          tags,
          operationId: 'updateTonePack',
          summary: 'Update a tone pack',
          description: 'Users who have bought it keep it, whatever its price and visibility become.',
          params: IdInPath,
          body: TonePackChange,
          errors: ['account.address-not-verified', 'tone-pack.not-found', 'tone-pack.not-owner'],
          response: { 200: TonePackBody },
        },
      },
      async (request) => ({ pack: await changePack(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.delete(
      '/api/tone-packs/:id',
      {
        schema: {
          tags,
          operationId: 'deleteTonePack',
          summary: 'Delete a tone pack',
          description: 'Its images are deleted as well. Users who have bought the pack keep both.',
          params: IdInPath,
          errors: ['tone-pack.not-found', 'tone-pack.not-owner'],
          response: { 200: MessageBody },
        },
      },
      async (request) => ({ message: MESSAGES[await removePack(deps, actorOf(request), request.params.id)] }),
    );
  });
}

const MESSAGES = {
  deleted: 'The tone pack is deleted.',
  unlisted: 'The tone pack is no longer listed. Its buyers keep it.',
};
