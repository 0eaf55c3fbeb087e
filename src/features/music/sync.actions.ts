import type { Actor } from '../../access/actor.ts';
import { pollFor } from '../../platform/concurrency/polling.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inSavepoint } from '../../platform/db/savepoint.ts';
import { codeOf } from '../../platform/errors.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Grant, Play } from '../../providers/music/music.ts';
import { notify } from '../notification/index.ts';
import type { ConnectionDeps } from './connection/connection.actions.ts';
import { viewOfMusicAccount } from './account/music-account.actions.ts';
import { accountErrors } from './account/music-account.schema.ts';
import { findMusicAccount, type MusicAccountRow } from './account/music-account.store.ts';
import type { PlayDeps } from './play/play.actions.ts';
import { linkedSince, nextSeenAt, possiblePlays, tracksOf } from './sync/sync.rules.ts';
import { type OwnSync, syncErrors } from './sync/sync.schema.ts';
import {
  claimEnd,
  claimReauth,
  claimSync,
  deleteLease,
  insertPlays,
  type Lease,
  updateTokens,
  upsertTracks,
} from './sync/sync.store.ts';
import { expiryOf, isExpiring, placeOf } from './account/token.rules.ts';

export type SyncDeps = ConnectionDeps & PlayDeps & { ids: Ids };

/** Limits the calls of the music service in a sync that has waited for another one: a person waits less than eight seconds. */
const TIMEOUT_AFTER_WAITING_MS = 3_000;
/** Longer than a sync can take, so that only one whose node has died is taken over. */
const LEASE_MS = 30_000;
/** How often a sync that waits for another one of the same account looks whether it has ended. */
const POLL_INTERVAL_MS = 250;

/** What a sync has brought. */
export type Synced = { account: MusicAccountRow; newPlays: number; linkedEntries: number };

/**
 * Reads what the actor has played since the last time. Throws `music.not-configured`, `music.not-connected`, `music.needs-reauth`,
 * `music.sync-under-way`, `music.account-changed`, or how the music service failed: `music.unavailable`, `-refused`, `-bad-answer`,
 * `-timeout`, `-rate-limited`, `-paused`.
 */
export async function syncOwn(deps: SyncDeps, actor: Actor): Promise<OwnSync> {
  deps.music.requireConfigured();
  const { account, newPlays, linkedEntries } = await syncAccount(deps, actor.userId);
  return { account: viewOfMusicAccount(account), new_plays: newPlays, linked_entries: linkedEntries };
}

/** The same for anybody. Of many who sync one account at once, on whatever nodes, one does, and the others wait for it. */
export async function syncAccount(deps: SyncDeps, userId: string): Promise<Synced> {
  const lease = { userId, leaseId: deps.ids.next() };
  const turn = await acquireSyncLease(deps, lease);
  const { serviceMs } = deps.musicTimeouts;
  if (turn === undefined) throw syncErrors.inFlight({ retryAfterSeconds: Math.ceil(serviceMs / 1_000) });
  if (!turn.isOurs) return { account: turn.account, newPlays: 0, linkedEntries: 0 };
  const timeLimit = turn.hasWaited ? Math.min(TIMEOUT_AFTER_WAITING_MS, serviceMs) : serviceMs;
  try {
    const plays = await readPlays(deps, lease, turn.account, AbortSignal.timeout(timeLimit));
    return await store(deps, lease, turn.account, plays);
  } catch (error) {
    await deleteLease(deps.db, lease);
    throw error;
  }
}

type Turn = { account: MusicAccountRow; isOurs: boolean; hasWaited: boolean };

/** The account, to be synced by us, or as somebody else has synced it while we waited; undefined where that took too long. */
async function acquireSyncLease(deps: SyncDeps, lease: Lease): Promise<Turn | undefined> {
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

/** Whether the last sync that was begun went well. */
function isSynced({ attempted_at, last_synced_at }: MusicAccountRow): boolean {
  return last_synced_at !== null && last_synced_at >= attempted_at;
}

/** Asks the music service, with tokens that are renewed where they have to be. */
async function readPlays(deps: SyncDeps, lease: Lease, account: MusicAccountRow, signal: AbortSignal): Promise<Play[]> {
  const read = (accessToken: string) => deps.music.recentPlays(accessToken, account.last_played_at, signal);

  const accessToken = await deps.musicTokens.open(account.access_token, placeOf(lease.userId, 'access'));
  const refreshToken = await deps.musicTokens.open(account.refresh_token, placeOf(lease.userId, 'refresh'));
  if (accessToken === null || refreshToken === null) {
    deps.log.error({ user_id: lease.userId }, 'the tokens of a music account cannot be opened');
    throw await reauthNeeded(deps, lease);
  }
  if (!isExpiring(account.expires_at, deps.clock.now())) {
    const plays = await read(accessToken);
    if (plays !== 'refused') return plays;
    // The service may end a token before its time.
  }
  const grant = await deps.music.refresh(refreshToken, signal);
  if (grant === 'refused') throw await reauthNeeded(deps, lease);
  // At once: the refresh token before may have worked for the last time.
  await keepTokens(deps, lease, grant, refreshToken);
  const plays = await read(grant.accessToken);
  if (plays === 'refused') throw await reauthNeeded(deps, lease);
  return plays;
}

async function keepTokens(deps: SyncDeps, lease: Lease, grant: Grant, refreshToken: string): Promise<void> {
  const { musicTokens, clock } = deps;
  const isKept = await updateTokens(deps.db, lease, {
    accessToken: await musicTokens.seal(grant.accessToken, placeOf(lease.userId, 'access')),
    refreshToken: await musicTokens.seal(grant.refreshToken ?? refreshToken, placeOf(lease.userId, 'refresh')),
    expiresAt: expiryOf(grant, clock.now()),
  });
  if (!isKept) throw await turnLost(deps, lease);
}

/** Marks the account, tells the person, and gives the refusal. */
async function reauthNeeded(deps: SyncDeps, lease: Lease): Promise<Error> {
  const isMarked = await deps.db.transaction().execute(async (tx) => {
    if (!(await claimReauth(tx, lease))) return false;
    await notify(deps, tx, [
      {
        userId: lease.userId,
        kind: 'music_reconnect',
        title: 'Connect your music again',
        body: 'The music service has taken back what you allowed, so what you play is not seen any more.',
      },
    ]);
    return true;
  });
  return isMarked ? accountErrors.needsReauth() : turnLost(deps, lease);
}

/** Why a turn is over before its end: the account is gone, or another one. */
async function turnLost(deps: SyncDeps, { userId }: Lease): Promise<Error> {
  const isGone = (await findMusicAccount(deps.db, userId)) === undefined;
  return isGone ? accountErrors.notConnected() : syncErrors.accountChanged();
}

/** Stores everything that a sync has brought, or nothing. */
async function store(
  deps: SyncDeps,
  lease: Lease,
  { last_played_at }: MusicAccountRow,
  told: readonly Play[],
): Promise<Synced> {
  const now = deps.clock.now();
  const plays = possiblePlays(told, now);
  const synced = await deps.db.transaction().execute(async (tx) => {
    // First the account: whoever disconnects it waits, and then deletes what was written.
    const account = await claimEnd(tx, lease, nextSeenAt(last_played_at, plays, now), now);
    if (account === undefined) return undefined;
    await upsertTracks(tx, tracksOf(plays), now);
    const values = plays.map(({ track, playedAt }) => ({ id: deps.ids.next(), trackId: track.id, playedAt }));
    const newPlays = await insertPlays(tx, lease.userId, values, now);
    return { account, newPlays, linkedEntries: await linkEntries(deps, tx, lease.userId, now) };
  });
  if (synced === undefined) throw await turnLost(deps, lease);
  return synced;
}

/** What was read is kept, whether entries can be linked or not: the next sync tries again. */
async function linkEntries(deps: SyncDeps, tx: Tx, userId: string, now: Date): Promise<number> {
  try {
    return await inSavepoint(tx, () => deps.trackLinks.link(tx, userId, linkedSince(now)));
  } catch (error) {
    const code = codeOf(error) ?? 'unexpected';
    deps.log.warn({ user_id: userId, code }, 'entries were not linked to tracks');
    return 0;
  }
}
