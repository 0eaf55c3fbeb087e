import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import type { EventRow } from '../event/event.rules.ts';
import type { KeptPositions } from './stream.rules.ts';

const COLUMNS = ['position', 'kind', 'actor_id', 'audience', 'data', 'occurred_at'] as const;

export async function findKeptPositions(db: Db): Promise<KeptPositions> {
  const { rows } = await sql<KeptPositions>`
    select last_position as last, (select min(position) from event) as first from event_sequence`.execute(db);
  return onlyRow(rows);
}

/** The first `limit` events after a position, in their order. */
export async function listEventsAfter(db: Db, position: number, limit: number): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('event')
    .select(COLUMNS)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows as EventRow[];
}

export type PositionRange = { after: number; last: number };

/** The audiences of the events of rooms in a range, each once. */
export async function listRoomAudiences(db: Db, { after, last }: PositionRange): Promise<Pick<EventRow, 'audience'>[]> {
  const { rows } = await sql<Pick<EventRow, 'audience'>>`
    select distinct audience from event
    where position > ${after} and position <= ${last} and audience[1] like 'room %'`.execute(db);
  return rows;
}

/** The first `limit` events of a range that have one of these audience keys, in their order. */
export async function listEventsFor(
  db: Db,
  keys: readonly string[],
  { after, last }: PositionRange,
  limit: number,
): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('event')
    .select(COLUMNS)
    .where(sql<boolean>`audience && ${[...keys]}::text[]`)
    .where('position', '>', after)
    .where('position', '<=', last)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows as EventRow[];
}

/** A user who would receive an event, and the user who caused it. */
export type Pair = { actorId: string | null; userId: string };

/** Those of the pairs whose receiver is active and in no blocked pair with the actor. */
export async function listVisiblePairs(db: Db, pairs: readonly Pair[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select actor_id as "actorId", user_id as "userId"
    from unnest(${pairs.map(({ actorId }) => actorId)}::uuid[], ${pairs.map(({ userId }) => userId)}::uuid[])
      as pair (actor_id, user_id)
    join profile on profile.id = user_id and is_active
    where not exists (
      select from user_block where (blocker_id, blocked_id) in ((actor_id, user_id), (user_id, actor_id)))`.execute(db);
  return rows;
}
