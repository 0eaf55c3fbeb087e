import type { Actor } from '#access/actor.ts';
import type { MusicDeps } from '../deps.ts';
import { deletePlaysOf } from '../play/play.store.ts';
import type { MusicAccount } from './music-account.schema.ts';
import { deleteMusicAccount, findMusicAccount, type MusicAccountRow } from './music-account.store.ts';

/** Reads the actor's account; null if none is connected. */
export async function readMusicAccount(deps: MusicDeps, actor: Actor): Promise<MusicAccount | null> {
  const account = await findMusicAccount(deps.db, actor.userId);
  return account === undefined ? null : viewOfMusicAccount(account);
}

/** Deletes the actor's account, tokens and plays, if there are any. Entries keep their tracks. */
export async function disconnect(deps: MusicDeps, actor: Actor): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    // The account first: a running sync waits for its row before it writes plays, and then finds it deleted.
    await deleteMusicAccount(tx, actor.userId);
    await deletePlaysOf(tx, actor.userId);
  });
}

/** The account as the API returns it, without its tokens. */
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
