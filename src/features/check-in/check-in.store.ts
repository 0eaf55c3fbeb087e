import { type RawBuilder, type Selectable, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { LastCheckIn, StreakDay } from '#features/workout-window';
import { bitsOf } from '#platform/db/bit-string.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { CheckIn as CheckInTable, DB } from '#platform/db/tables.generated.ts';
import type { ReplaceableFacts } from './check-in.rules.ts';

/** A check-in with the name of its user. */
export type CheckInRow = Omit<
  Selectable<CheckInTable>,
  'photo_digest' | 'photo_fingerprint' | 'photo_bits' | 'match_group'
> & {
  full_name: string;
  is_ai: boolean;
  is_active: boolean;
  /** The window that the user has now; null if they have none. */
  window_start_time: string | null;
  window_zone: string | null;
};

const COLUMNS = [
  'check_in.id',
  'check_in.user_id',
  'check_in.chain_id',
  'check_in.date',
  'check_in.timezone',
  'check_in.activity_type',
  'check_in.within_window',
  'check_in.photo_key',
  'check_in.tile_key',
  'check_in.photo_width',
  'check_in.photo_height',
  'check_in.photo_color',
  'check_in.photo_timestamp',
  'check_in.location_lat',
  'check_in.location_lng',
  'check_in.status',
  'check_in.rejection_reason',
  'check_in.continues_chain',
  'check_in.battle_chips_earned',
  'check_in.is_rejected_automatically',
  'check_in.replaced_at',
  'check_in.created_at',
  'profile.full_name',
  'profile.is_ai',
  'profile.is_active',
  'workout_window.window_start_time',
  'workout_window.timezone as window_zone',
] as const;

function selectCheckIns(db: Db) {
  return db
    .selectFrom('check_in')
    .innerJoin('profile', 'profile.id', 'check_in.user_id')
    .leftJoin('workout_window', 'workout_window.user_id', 'check_in.user_id')
    .select(COLUMNS);
}

export async function findCheckIn(db: Db, id: string): Promise<CheckInRow | undefined> {
  return selectCheckIns(db).where('check_in.id', '=', id).executeTakeFirst();
}

export async function listCheckInsWithIds(db: Db, ids: readonly string[]): Promise<CheckInRow[]> {
  return selectCheckIns(db)
    .where(sql<boolean>`check_in.id = any (${[...ids]}::uuid[])`)
    .execute();
}

export async function findCheckInOn(db: Db, userId: string, date: string): Promise<CheckInRow | undefined> {
  return selectCheckIns(db).where('check_in.user_id', '=', userId).where('check_in.date', '=', date).executeTakeFirst();
}

type CheckInPage = { userId: string | undefined; after: Position | null; limit: number };

/** A page of the check-ins of a date, newest first: of all users, or of one. */
export function selectCheckInsOn(db: Db, date: string, { userId, after, limit }: CheckInPage): Read<CheckInRow[]> {
  const query = selectCheckIns(db)
    .where('check_in.date', '=', date)
    .$if(userId !== undefined, (of) => of.where('check_in.user_id', '=', userId ?? ''))
    .where(afterCursor(after, 'check_in.created_at', 'check_in.id'))
    .orderBy('check_in.created_at', 'desc')
    .orderBy('check_in.id', 'desc')
    .limit(limit);
  return toRead(query, INSTANTS);
}

/** The check-ins of a date by users, whose ids are those of an array in SQL, newest first. */
export function selectCheckInsOf(db: Db, date: string, userIds: RawBuilder<string[]>): Read<CheckInRow[]> {
  const query = selectCheckIns(db)
    .where('check_in.date', '=', date)
    .where(sql<boolean>`check_in.user_id = any (${userIds})`)
    .orderBy('check_in.created_at', 'desc')
    .orderBy('check_in.id', 'desc');
  return toRead(query, INSTANTS);
}

const INSTANTS = { photo_timestamp: true, replaced_at: true, created_at: true } as const;

/** Lists the check-ins of a user from one date to another (inclusive), oldest first. */
export async function listCheckInsBetween(db: Db, userId: string, from: string, to: string): Promise<CheckInRow[]> {
  return selectCheckIns(db)
    .where('check_in.user_id', '=', userId)
    .where('check_in.date', '>=', from)
    .where('check_in.date', '<=', to)
    .orderBy('check_in.date')
    .execute();
}

/** Lists the dates of all check-ins of a user with their status, in any order. */
export async function listCheckInDays(db: Db, userId: string): Promise<StreakDay[]> {
  return db.selectFrom('check_in').select(['date', 'status']).where('user_id', '=', userId).execute();
}

/** A user's last check-in, and whether its photo can be replaced. */
export type LastCheckInRow = LastCheckIn & ReplaceableFacts & { id: string };

/** The last check-in of a user, and the time zone of their window at that time. */
export function selectLastCheckIn(db: Db, userId: string): Read<LastCheckInRow | undefined> {
  const query = db
    .selectFrom('check_in')
    .select(['id', 'date', 'timezone as zone', 'status', 'is_rejected_automatically', 'replaced_at'])
    .where('user_id', '=', userId)
    .orderBy('date', 'desc')
    .limit(1);
  return mapRead(toRead(query, { replaced_at: true }), ([last]) => last);
}

/** Whether the user before a user in the chain of a date has checked in for it, and was not rejected. */
export function selectIsBeforeCheckedIn(userId: string, date: string): Read<boolean> {
  const query = sql`
    select from chain join check_in on check_in.user_id = before_user_id and check_in.date = chain.date
    where chain.user_id = ${userId} and chain.date = ${date} and status <> 'rejected'`;
  return mapRead(toRead(query as RawBuilder<object>, {}), (rows) => rows.length > 0);
}

export type NewCheckIn = {
  id: string;
  userId: string;
  chainId: string | null;
  date: string;
  timezone: string;
  /** The matching group of the user's window. */
  group: string;
  activityType: CheckInTable['activity_type'];
  withinWindow: boolean;
  photo: {
    key: string;
    tileKey: string;
    width: number;
    height: number;
    color: string;
    digest: Uint8Array;
    fingerprint: Uint8Array;
    timestamp: Date;
  };
  coordinates: { latitude: string; longitude: string } | null;
  continuesChain: boolean;
  chips: number;
  now: Date;
};

/**
 * Inserts a check-in, in one statement with the one that freezes its chain row. Returns undefined if the user already has a check-in of
 * that date.
 */
export async function insertCheckIn(
  tx: Tx,
  values: NewCheckIn,
  freezing: UpdateQueryBuilder<DB, 'chain', 'chain', UpdateResult>,
): Promise<CheckInRow | undefined> {
  const { id, userId, date, now } = values;
  const insert = tx
    .insertInto('check_in')
    .values({ id, user_id: userId, date, created_at: now, ...columnsOf(values) })
    .onConflict((conflict) => conflict.columns(['user_id', 'date']).doNothing())
    .returningAll();
  return tx
    .with('frozen', () => freezing)
    .with('inserted', () => insert)
    .selectFrom('inserted as check_in')
    .innerJoin('profile', 'profile.id', 'check_in.user_id')
    .leftJoin('workout_window', 'workout_window.user_id', 'check_in.user_id')
    .select(COLUMNS)
    .executeTakeFirst();
}

/** What a check-in and the replacement of its photo write. */
function columnsOf({ photo, coordinates, ...values }: NewCheckIn) {
  return {
    chain_id: values.chainId,
    timezone: values.timezone,
    match_group: values.group,
    activity_type: values.activityType,
    within_window: values.withinWindow,
    photo_key: photo.key,
    tile_key: photo.tileKey,
    photo_width: photo.width,
    photo_height: photo.height,
    photo_color: photo.color,
    photo_digest: Buffer.from(photo.digest),
    photo_fingerprint: Buffer.from(photo.fingerprint),
    photo_bits: bitsOf(photo.fingerprint),
    photo_timestamp: photo.timestamp,
    location_lat: coordinates?.latitude ?? null,
    location_lng: coordinates?.longitude ?? null,
    status: 'pending' as const,
    continues_chain: values.continuesChain,
    battle_chips_earned: values.chips,
  };
}

/** Locks a check-in of a user until the transaction ends. */
export async function lockOwnCheckIn(tx: Tx, userId: string, id: string): Promise<ReplaceableRow | undefined> {
  return tx
    .selectFrom('check_in')
    .select(['status', 'is_rejected_automatically', 'replaced_at', 'photo_key', 'tile_key'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type ReplaceableRow = ReplaceableFacts & { photo_key: string | null; tile_key: string | null };

/** Replaces the photo of a check-in, and all that its new time decides. Lock it first. */
export async function updatePhoto(tx: Tx, values: NewCheckIn): Promise<CheckInRow | undefined> {
  await tx
    .updateTable('check_in')
    .set({
      ...columnsOf(values),
      rejection_reason: null,
      is_rejected_automatically: false,
      replaced_at: values.now,
    })
    .where('user_id', '=', values.userId)
    .where('id', '=', values.id)
    .execute();
  return findCheckIn(tx, values.id);
}

/** Counts the dates from `from` to `to` (inclusive) with a check-in that is not rejected. Users without one are absent. */
export async function countCheckIns(
  db: Db,
  userIds: readonly string[],
  from: string,
  to: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ user_id: string; days: number }>`
    select user_id, count(*)::int as days from check_in
    where user_id = any (${[...userIds]}::uuid[]) and date between ${from} and ${to} and status <> 'rejected'
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, days }) => [user_id, days]));
}

/** Deletes all check-ins of a user. Returns the keys of their files; discard these after the commit. */
export async function deleteCheckInsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('check_in')
    .where('user_id', '=', userId)
    .returning(['photo_key', 'tile_key'])
    .execute();
  return rows.flatMap(({ photo_key, tile_key }) => [photo_key ?? [], tile_key ?? []].flat());
}
