import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { findQueueState, type QueueState } from '#platform/db/queue.ts';
import type { EventRow } from '../event/event.rules.ts';

/** The channel of events. A message is the last position and the kinds of the events that were stored. */
export const EVENT_CHANNEL = 'events';

/** Whether an event waits that can be stored now. `since` is the instant after which an event of a key is too recent for another. */
export async function existsDue(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from event_outbox where ${isDue(since)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Locks the sequence until the transaction ends. A separate statement: the next one sees all that was committed before the lock. */
export async function lockSequence(tx: Tx): Promise<number> {
  const { rows } = await sql<{ last_position: number }>`select last_position from event_sequence for update`.execute(
    tx,
  );
  return onlyRow(rows).last_position;
}

/**
 * Moves at most `limit` due events out of the outbox, numbers them after `lastPosition`, and announces the last position when the
 * transaction commits. Returns them in their order. Requires `lockSequence`.
 */
export async function claimDue(
  tx: Tx,
  lastPosition: number,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    with taken as (
      delete from event_outbox where id in (
        select id from event_outbox where ${isDue(since)} order by id limit ${limit}
      )
      returning *
    ), latest as (
      select distinct on (coalesce_key, case when coalesce_key is null then id end) * from taken
      order by coalesce_key, case when coalesce_key is null then id end, id desc
    ), stored as (
      insert into event (position, kind, actor_id, audience, data, coalesce_key, occurred_at, stored_at)
      select ${lastPosition}::bigint + row_number() over (order by id), kind, actor_id, audience, data, coalesce_key, occurred_at, ${now}
      from latest
      returning *
    ), counted as (
      update event_sequence set last_position = stored.last_position
      from (select max(position) as last_position, string_agg(distinct kind, ' ') as kinds from stored) stored
      where stored.last_position is not null
      returning pg_notify(${EVENT_CHANNEL}, stored.last_position || ' ' || kinds)
    )
    -- A query that nothing reads would not run.
    select position, kind, actor_id, audience, data, occurred_at, (select count(*) from counted) as messages
    from stored order by position`.execute(tx);
  return rows;
}

/** Deletes the oldest events stored before an instant, at most `limit`. Returns their number. */
export async function deleteEventsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from event where position in (
      select position from event where stored_at < ${before} order by stored_at limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Committed events without a position. Those with a key wait up to three seconds on purpose. */
export function findEventQueue(db: Db): Promise<QueueState> {
  return findQueueState(db, sql`select occurred_at from event_outbox order by id`);
}

const isDue = (since: Date) => sql`(coalesce_key is null or not exists (
  select from event where event.coalesce_key = event_outbox.coalesce_key and event.stored_at > ${since}))`;
