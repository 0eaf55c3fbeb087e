import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { MusicAccount } from '#platform/db/tables.generated.ts';

export type MusicAccountRow = Selectable<MusicAccount>;

export async function findMusicAccount(db: Db, userId: string): Promise<MusicAccountRow | undefined> {
  return db.selectFrom('music_account').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Tokens are sealed. */
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
 * Stores the user's music account in place of the previous one. Another account of the service is synced from its start. A running sync
 * loses its lease.
 */
export async function upsertMusicAccount(db: Db, account: MusicAccountValues): Promise<void> {
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
        const isSameAccount = eb('music_account.provider_user_id', '=', ref('excluded.provider_user_id'));
        return {
          ...values,
          last_synced_at: eb.case().when(isSameAccount).then(ref('music_account.last_synced_at')).end(),
          last_played_at: eb.case().when(isSameAccount).then(ref('music_account.last_played_at')).end(),
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
