import { sql } from 'kysely';
import { type Invariant, judgeRows } from '#platform/db/invariant.ts';
import type { MusicDeps } from '../deps.ts';
import { sealContextOf } from './token.rules.ts';

type TokenRow = { user_id: string; access_token: string; refresh_token: string };

export const MUSIC_INVARIANTS: readonly Invariant<Pick<MusicDeps, 'musicTokens'>>[] = [
  {
    name: 'music.tokens',
    holds: 'The key opens the tokens of each music account.',
    advice: 'Add the former key to FORMER_ENCRYPTION_KEYS, or let the user connect the account again.',
    find: ({ db, musicTokens }, limit) =>
      judgeRows(
        db,
        sql<TokenRow>`select user_id, access_token, refresh_token from music_account where not needs_reauth`,
        async ({ user_id, access_token, refresh_token }) => {
          const access = await musicTokens.open(access_token, sealContextOf(user_id, 'access'));
          const refresh = await musicTokens.open(refresh_token, sealContextOf(user_id, 'refresh'));
          return access === null || refresh === null ? `music_account ${user_id}` : null;
        },
        limit,
      ),
  },
];
