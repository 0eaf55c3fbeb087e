import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { MusicAccountRow } from '../account/music-account.store.ts';

/** The right of one node to sync an account for a limited time. */
export type Lease = { userId: string; leaseId: string };

/** Claims an account until `until`. Returns undefined if it is leased, must be reconnected or does not exist. */
export async function claimSync(
  db: Db,
  { userId, leaseId }: Lease,
  now: Date,
  until: Date,
): Promise<MusicAccountRow | undefined> {
  return db
    .updateTable('music_account')
    .set({ lease_id: leaseId, lease_expires_at: until, attempted_at: now })
    .where('user_id', '=', userId)
    .where('needs_reauth', '=', false)
    .where((eb) => eb.or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
}

/** Releases a lease without a result. */
export async function releaseLease(db: Db, { userId, leaseId }: Lease): Promise<void> {
  await db
    .updateTable('music_account')
    .set({ lease_id: null, lease_expires_at: null })
    .where('user_id', '=', userId)
    .where('lease_id', '=', leaseId)
    .execute();
}

export type SealedTokens = { accessToken: string; refreshToken: string; expiresAt: Date };

/** Stores refreshed tokens. Returns false if the lease is lost. */
export async function updateTokens(db: Db, { userId, leaseId }: Lease, tokens: SealedTokens): Promise<boolean> {
  const updated = await db
    .updateTable('music_account')
    .set({ access_token: tokens.accessToken, refresh_token: tokens.refreshToken, expires_at: tokens.expiresAt })
    .where('user_id', '=', userId)
    .where('lease_id', '=', leaseId)
    .returning('user_id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Marks that the user must connect again, and releases the lease. Returns false if it is lost. */
export async function claimReauth(tx: Tx, { userId, leaseId }: Lease): Promise<boolean> {
  const updated = await tx
    .updateTable('music_account')
    .set({ needs_reauth: true, lease_id: null, lease_expires_at: null })
    .where('user_id', '=', userId)
    .where('lease_id', '=', leaseId)
    .returning('user_id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Records a successful sync and releases the lease. Returns undefined if it is lost: then nothing may be written. */
export async function claimEnd(
  tx: Tx,
  { userId, leaseId }: Lease,
  lastSeenAt: Date | null,
  now: Date,
): Promise<MusicAccountRow | undefined> {
  return tx
    .updateTable('music_account')
    .set({ last_synced_at: now, last_played_at: lastSeenAt, lease_id: null, lease_expires_at: null })
    .where('user_id', '=', userId)
    .where('lease_id', '=', leaseId)
    .returningAll()
    .executeTakeFirst();
}

export type TrackValues = {
  id: string;
  raw: string | null;
  name: string;
  artistNames: readonly string[];
  albumName: string | null;
  albumImageUrl: string | null;
  externalUrl: string | null;
  durationMs: number | null;
  isExplicit: boolean;
};

/** `tracks` contains each track once. */
export async function upsertTracks(tx: Tx, tracks: readonly TrackValues[], now: Date): Promise<void> {
  // Rows are ordered by id, so that concurrent syncs cannot deadlock. If `raw` is stored, the other columns depend on it alone.
  await sql`
    insert into music_track (id, raw, name, artist_names, album_name, album_image_url, external_url, duration_ms, explicit,
      created_at, updated_at)
    select id, raw::jsonb, name, "artistNames", "albumName", "albumImageUrl", "externalUrl", "durationMs", "isExplicit",
      ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(tracks)}::jsonb) as given (id text, raw text, name text,
      "artistNames" text[], "albumName" text, "albumImageUrl" text, "externalUrl" text, "durationMs" integer,
      "isExplicit" boolean)
    order by id
    on conflict (id) do update set
      raw = excluded.raw, name = excluded.name, artist_names = excluded.artist_names, album_name = excluded.album_name,
      album_image_url = excluded.album_image_url, external_url = excluded.external_url,
      duration_ms = excluded.duration_ms, explicit = excluded.explicit, updated_at = excluded.updated_at
    where music_track.raw is distinct from excluded.raw or excluded.raw is null`.execute(tx);
}

export type PlayValues = { id: string; trackId: string; playedAt: Date };

/** Stores plays of stored tracks. Returns the number of new plays. */
export async function insertPlays(tx: Tx, userId: string, plays: readonly PlayValues[], now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    insert into music_play (id, user_id, track_id, played_at, created_at)
    select id, ${userId}, "trackId", "playedAt", ${now}
    from jsonb_to_recordset(${JSON.stringify(plays)}::jsonb) as given (id uuid, "trackId" text, "playedAt" timestamptz)
    on conflict (user_id, track_id, played_at) do nothing
    returning id`.execute(tx);
  return rows.length;
}

/** An account in the order of the job. */
export type Waiting = { userId: string; attemptedAt: Date };

/**
 * Lists accounts without a sync attempt since `before`, longest waiting first. Omits inactive users and accounts that must be reconnected.
 */
export async function listWaitingAccounts(
  db: Db,
  before: Date,
  after: Waiting | null,
  limit: number,
): Promise<Waiting[]> {
  let query = db
    .selectFrom('music_account')
    .innerJoin('profile', 'profile.id', 'music_account.user_id')
    .select(['user_id as userId', 'attempted_at as attemptedAt'])
    .where('needs_reauth', '=', false)
    .where('is_active', '=', true)
    .where('attempted_at', '<', before);
  if (after !== null) {
    query = query.where(sql<boolean>`(attempted_at, user_id) > (${after.attemptedAt}, ${after.userId})`);
  }
  return query.orderBy('attempted_at').orderBy('user_id').limit(limit).execute();
}
