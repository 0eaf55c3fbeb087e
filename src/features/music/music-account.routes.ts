import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { MessageBody } from '../../platform/http/shapes.ts';
import { disconnect, type MusicAccountDeps, readMusicAccount } from './music-account.actions.ts';
import { MusicAccountBody } from './music-account.schema.ts';

const tags = ['Music'];

export function musicAccountRoutes(deps: MusicAccountDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/music/account',
      {
        schema: {
          tags,
          summary: 'See which music account you have connected',
          description: 'null where there is none.',
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
          summary: 'Disconnect your music account',
          description: 'What you have played is forgotten; entries keep the tracks that they are linked to.',
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await disconnect(deps, actorOf(request));
        return { message: 'No music account is connected any more.' };
      },
    );
  };
}
