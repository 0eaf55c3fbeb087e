import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { MessageBody } from '#platform/http/shapes.ts';
import type { MusicDeps } from '../deps.ts';
import { disconnect, readMusicAccount } from './music-account.actions.ts';
import { MusicAccountBody } from './music-account.schema.ts';

const tags = ['Music'];

export function musicAccountRoutes(deps: MusicDeps): Routes {
  return openToTokens('music', (scope) => {
    scope.get(
      '/api/music/account',
      {
        schema: {
          tags,
          operationId: 'getMusicAccount',
          summary: 'Get your music account',
          description: '`account` is null if none is connected.',
          response: { 200: MusicAccountBody },
        },
      },
      async (request) => ({ account: await readMusicAccount(deps, actorOf(request)) }),
    );

    scope.delete(
      '/api/music/account',
      {
        schema: {
          tags,
          operationId: 'disconnectMusicAccount',
          summary: 'Disconnect your music account',
          description: 'Your plays are deleted. Entries keep the tracks that they link to.',
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await disconnect(deps, actorOf(request));
        return { message: 'Your music account is disconnected.' };
      },
    );
  });
}
