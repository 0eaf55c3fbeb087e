import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import { readPack } from './pack-image.actions.ts';
import { ImageQuery, PackWithImages } from './pack-image.schema.ts';
import { changePack, createPack, listPacks, removePack, type TonePackDeps } from './tone-pack.actions.ts';
import { NewTonePack, TonePackBody, TonePackChange, TonePackLists } from './tone-pack.schema.ts';

const tags = ['Tone packs'];

export function tonePackRoutes(deps: TonePackDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/tone-packs',
      {
        schema: {
          tags,
          summary: 'List the tone packs that you can see',
          description:
            'Each pack is in one list alone, the first that it belongs to: one that you bought and that is public still is among the public ones, as `purchased`. `limit` and `cursor` are for the public ones; your own, and up to 500 that are shared with you or bought, come with every page.',
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
          summary: 'Read a tone pack with its images',
          params: IdInPath,
          querystring: ImageQuery,
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
          summary: 'Make a tone pack',
          description: 'It is private and costs nothing unless you say otherwise, and has no images yet.',
          body: NewTonePack,
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
          summary: 'Change a tone pack',
          description: 'Whoever has bought it keeps it, whatever it costs then and whether it is public or not.',
          params: IdInPath,
          body: TonePackChange,
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
          summary: 'Delete a tone pack',
          description: 'With its images. Whoever has bought it keeps both; for everybody else it is gone all the same.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => ({ message: MESSAGES[await removePack(deps, actorOf(request), request.params.id)] }),
    );
  };
}

const MESSAGES = {
  deleted: 'The tone pack is deleted.',
  unlisted: 'The tone pack is not listed any more. Those who bought it keep it.',
};
