import type { Actor } from '#access/actor.ts';
import { notify } from '#features/notification';
import { pollFor } from '#platform/concurrency/polling.ts';
import type { Tx } from '#platform/db/database.ts';
import { inSavepoint } from '#platform/db/savepoint.ts';
import { codeOf } from '#platform/errors.ts';
import type { Grant, Play } from '#providers/music/music.ts';
import { viewOfMusicAccount } from '../account/music-account.actions.ts';
import { accountErrors } from '../account/music-account.schema.ts';
import { findMusicAccount, type MusicAccountRow } from '../account/music-account.store.ts';
import { expiryOf, isExpiring, sealContextOf } from '../account/token.rules.ts';
import type { MusicDeps } from '../deps.ts';
import { RECONNECT_NOTIFICATION } from './reconnect.template.ts';
import { linkedSince, nextSeenAt, plausiblePlays, tracksOf } from './sync.rules.ts';
import { type OwnSync, syncErrors } from './sync.schema.ts';
import {
  claimEnd,
  claimReauth,
  claimSync,
  insertPlays,
  type Lease,
  releaseLease,
  updateTokens,
  upsertTracks,
} from './sync.store.ts';

/** Timeout of the music service after waiting for another sync, so that a user waits less than eight seconds in total. */
const TIMEOUT_AFTER_WAITING_MS = 3_000;
/** Longer than a sync can take, so that only the lease of a dead node expires. */
const LEASE_MS = 30_000;
const POLL_INTERVAL_MS = 250;

/** The result of a sync. */
export type Synced = { account: MusicAccountRow; newPlays: number; linkedEntries: number };

/** Syncs what the actor played since the last sync. */
export async function syncOwn(deps: MusicDeps, actor: Actor): Promise<OwnSync> {
  deps.music.requireConfigured();
  const { account, newPlays, linkedEntries } = await syncAccount(deps, actor.userId);
  return { account: viewOfMusicAccount(account), new_plays: newPlays, linked_entries: linkedEntries };
}

/** Syncs an account. Concurrent syncs of one account, also on other nodes, wait for the one that has the lease. */
export async function syncAccount(deps: MusicDeps, userId: string): Promise<Synced> {
  const lease = { userId, leaseId: deps.ids.next() };
  const acquired = await acquireSyncLease(deps, lease);
  const { serviceMs } = deps.musicTimeouts;
  if (acquired === undefined) throw syncErrors.inProgress({ retryAfterSeconds: Math.ceil(serviceMs / 1_000) });
  if (!acquired.isOurs) return { account: acquired.account, newPlays: 0, linkedEntries: 0 };
  const timeoutMs = acquired.hasWaited ? Math.min(TIMEOUT_AFTER_WAITING_MS, serviceMs) : serviceMs;
  try {
    const plays = await readPlays(deps, lease, acquired.account, AbortSignal.timeout(timeoutMs));
    return await store(deps, lease, acquired.account, plays);
  } catch (error) {
    await releaseLease(deps.db, lease);
    throw error;
  }
}

/** `isOurs` is false if another node synced the account while this one waited. */
type Acquired = { account: MusicAccountRow; isOurs: boolean; hasWaited: boolean };

/** Waits for the lease of an account, or for the result of another sync. Returns undefined after the timeout. */
async function acquireSyncLease(deps: MusicDeps, lease: Lease): Promise<Acquired | undefined> {
  let hasWaited = false;
  return pollFor(
    async () => {
      const account = await findMusicAccount(deps.db, lease.userId);
      if (account === undefined) throw accountErrors.notConnected();
      if (account.needs_reauth) throw accountErrors.needsReauth();
      const now = deps.clock.now();
      if (account.lease_expires_at === null || account.lease_expires_at <= now) {
        if (hasWaited && isSynced(account)) return { account, isOurs: false, hasWaited };
        const until = new Date(now.getTime() + LEASE_MS);
        const claimed = await claimSync(deps.db, lease, now, until);
        if (claimed !== undefined) return { account: claimed, isOurs: true, hasWaited };
      }
      hasWaited = true;
      return undefined;
    },
    { intervalMs: POLL_INTERVAL_MS, timeoutMs: deps.musicTimeouts.otherSyncMs },
  );
}

/** Whether the last sync succeeded. */
function isSynced({ attempted_at, last_synced_at }: MusicAccountRow): boolean {
  return last_synced_at !== null && last_synced_at >= attempted_at;
}

/** Reads plays from the music service. Refreshes the tokens if they expire or the service refuses them. */
async function readPlays(
  deps: MusicDeps,
  lease: Lease,
  account: MusicAccountRow,
  signal: AbortSignal,
): Promise<Play[]> {
  const read = (accessToken: string) => deps.music.recentPlays(accessToken, account.last_played_at, signal);

  const accessToken = await deps.musicTokens.open(account.access_token, sealContextOf(lease.userId, 'access'));
  const refreshToken = await deps.musicTokens.open(account.refresh_token, sealContextOf(lease.userId, 'refresh'));
  if (accessToken === null || refreshToken === null) {
    deps.log.error(
      { event: 'music.tokens-unreadable', user_id: lease.userId },
      'could not open the tokens of a music account',
    );
    throw await requireReauth(deps, lease);
  }
  if (!isExpiring(account.expires_at, deps.clock.now())) {
    const plays = await read(accessToken);
    if (plays !== 'refused') return plays;
    // The service can revoke a token before it expires.
  }
  const grant = await deps.music.refresh(refreshToken, signal);
  if (grant === 'refused') throw await requireReauth(deps, lease);
  // The token is stored immediately, because the previous refresh token may no longer be valid.
  await storeTokens(deps, lease, grant, refreshToken);
  const plays = await read(grant.accessToken);
  if (plays === 'refused') throw await requireReauth(deps, lease);
  return plays;
}

async function storeTokens(deps: MusicDeps, lease: Lease, grant: Grant, refreshToken: string): Promise<void> {
  const { musicTokens, clock } = deps;
  const isStored = await updateTokens(deps.db, lease, {
    accessToken: await musicTokens.seal(grant.accessToken, sealContextOf(lease.userId, 'access')),
    refreshToken: await musicTokens.seal(grant.refreshToken ?? refreshToken, sealContextOf(lease.userId, 'refresh')),
    expiresAt: expiryOf(grant, clock.now()),
  });
  if (!isStored) throw await leaseLostError(deps, lease);
}

/** Marks the account, notifies the user and returns the error to throw. */
async function requireReauth(deps: MusicDeps, lease: Lease): Promise<Error> {
  const isMarked = await deps.db.transaction().execute(async (tx) => {
    if (!(await claimReauth(tx, lease))) return false;
    await notify(deps, tx, [{ userId: lease.userId, ...RECONNECT_NOTIFICATION }]);
    return true;
  });
  return isMarked ? accountErrors.needsReauth() : leaseLostError(deps, lease);
}

/** A lease is lost if the account was disconnected or replaced. */
async function leaseLostError(deps: MusicDeps, { userId }: Lease): Promise<Error> {
  const isDisconnected = (await findMusicAccount(deps.db, userId)) === undefined;
  return isDisconnected ? accountErrors.notConnected() : syncErrors.accountChanged();
}

/** Stores the plays of a sync in one transaction. */
async function store(
  deps: MusicDeps,
  lease: Lease,
  { last_played_at }: MusicAccountRow,
  received: readonly Play[],
): Promise<Synced> {
  const now = deps.clock.now();
  const plays = plausiblePlays(received, now);
  const synced = await deps.db.transaction().execute(async (tx) => {
    // The account first: a concurrent disconnect waits for its row, and then deletes these plays.
    const account = await claimEnd(tx, lease, nextSeenAt(last_played_at, plays, now), now);
    if (account === undefined) return undefined;
    await upsertTracks(tx, tracksOf(plays), now);
    const values = plays.map(({ track, playedAt }) => ({ id: deps.ids.next(), trackId: track.id, playedAt }));
    const newPlays = await insertPlays(tx, lease.userId, values, now);
    return { account, newPlays, linkedEntries: await linkEntries(deps, tx, lease.userId, now) };
  });
  if (synced === undefined) throw await leaseLostError(deps, lease);
  return synced;
}

/** A failure keeps the plays. The next sync tries again. */
async function linkEntries(deps: MusicDeps, tx: Tx, userId: string, now: Date): Promise<number> {
  try {
    return await inSavepoint(tx, () => deps.trackLinks.link(tx, userId, linkedSince(now)));
  } catch (error) {
    const code = codeOf(error) ?? 'unexpected';
    deps.log.warn({ event: 'music.entries-not-linked', user_id: userId, code }, 'could not link entries to tracks');
    return 0;
  }
}
