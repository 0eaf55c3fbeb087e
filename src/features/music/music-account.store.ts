import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MusicAccount } from '../../platform/db/tables.generated.ts';

export type MusicAccountRow = Selectable<MusicAccount>;

export async function findMusicAccount(db: Db, userId: string): Promise<MusicAccountRow | undefined> {
  return db.selectFrom('music_account').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Tokens are sealed already. */
export type MusicAccountValues = {
  userId: string;
  providerUserId: string;
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
  scope: string;
  now: Date;
};

/**
 * Connects a person's one account, in place of the one before. What was read of another account of the service says nothing about
 * this one, so it is read from its beginning. A sync that is under way loses its turn.
 */
export async function insertMusicAccount(db: Db, account: MusicAccountValues): Promise<void> {
  const values = {
    provider_user_id: account.providerUserId,
    access_token: account.accessToken,
    refresh_token: account.refreshToken,
    expires_at: account.expiresAt,
    scope: account.scope,
    connected_at: account.now,
  };
  await db
    .insertInto('music_account')
    .values({ user_id: account.userId, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ eb, ref }) => {
        const isTheSame = eb('music_account.provider_user_id', '=', ref('excluded.provider_user_id'));
        return {
          ...values,
          last_synced_at: eb.case().when(isTheSame).then(ref('music_account.last_synced_at')).end(),
          last_played_at: eb.case().when(isTheSame).then(ref('music_account.last_played_at')).end(),
          needs_reauth: false,
          lease_id: null,
          lease_expires_at: null,
        };
      }),
    )
    .execute();
}

export async function deleteMusicAccount(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('music_account').where('user_id', '=', userId).execute();
}
