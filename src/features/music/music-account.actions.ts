import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { MusicAccount } from './music-account.schema.ts';
import { deleteMusicAccount, findMusicAccount, type MusicAccountRow } from './music-account.store.ts';
import { deletePlaysOf } from './play.store.ts';

export type MusicAccountDeps = { db: Db; clock: Clock };

/** The actor's account, or null where none is connected. */
export async function readMusicAccount(deps: MusicAccountDeps, actor: Actor): Promise<MusicAccount | null> {
  const account = await findMusicAccount(deps.db, actor.userId);
  return account === undefined ? null : viewOfMusicAccount(account);
}

/**
 * Forgets the actor's account with its tokens, and what they have played; entries keep the tracks that they are linked to. Where none
 * is connected, nothing happens.
 */
export async function disconnect(deps: MusicAccountDeps, actor: Actor): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    // First the account: a sync that is about to write plays waits for it, and then finds it gone.
    await deleteMusicAccount(tx, actor.userId);
    await deletePlaysOf(tx, actor.userId);
  });
}

/** The account as it is answered: without its tokens. */
export function viewOfMusicAccount(account: MusicAccountRow): MusicAccount {
  return {
    user_id: account.user_id,
    provider_user_id: account.provider_user_id,
    scope: account.scope,
    connected_at: account.connected_at.toISOString(),
    last_synced_at: account.last_synced_at?.toISOString() ?? null,
    needs_reauth: account.needs_reauth,
  };
}
