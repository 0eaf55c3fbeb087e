import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** An event, and the users or organizations that receive it. `body` is what is sent. */
export type DeliveryValues = {
  position: number | null;
  kind: string;
  actor_id: string | null;
  room: string | null;
  owner_ids: readonly string[];
  body: string;
};

/**
 * Inserts a delivery of each event for each active endpoint of a receiver that has chosen its kind; once for each position. Skips
 * endpoints that are being deleted, so it never waits.
 */
export async function insertDeliveries(
  tx: Tx,
  owners: 'users' | 'organizations',
  events: readonly DeliveryValues[],
  now: Date,
): Promise<void> {
  const ownerId = sql.ref(owners === 'users' ? 'endpoint.user_id' : 'endpoint.org_id');
  await sql`
    insert into webhook_delivery (endpoint_id, event_position, kind, actor_id, room, body, status, next_attempt_at, created_at)
    select endpoint.id, event.position, event.kind, actor_id, room, body, 'pending', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event (
      position bigint, kind text, actor_id uuid, room text, owner_ids uuid[], body text
    )
    cross join unnest(owner_ids) as owner (id)
    join webhook_endpoint endpoint on ${ownerId} = owner.id
    where event.kind = any (endpoint.kinds) and paused_at is null
    for key share of endpoint skip locked
    on conflict (endpoint_id, event_position) where event_position is not null do nothing`.execute(tx);
}

/** The users with an active endpoint that has chosen a kind. */
export async function listUsersWithKind(db: Db | Tx, kind: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from webhook_endpoint
    where user_id is not null and paused_at is null and ${kind} = any (kinds)`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Drops the deliveries of an endpoint that wait. */
export async function updateToDropped(tx: Tx, endpointId: string): Promise<void> {
  await sql`
    update webhook_delivery set status = 'dropped', next_attempt_at = null
    where endpoint_id = ${endpointId} and status = 'pending'`.execute(tx);
}
