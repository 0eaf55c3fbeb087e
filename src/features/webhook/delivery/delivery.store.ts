import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { isOwnedBy, type Owner } from '../endpoint/endpoint.store.ts';
import type { DeliveryStatus } from './delivery.schema.ts';

export type DeliveryRow = {
  id: string;
  replay_of: string | null;
  kind: string;
  body: string;
  status: DeliveryStatus;
  next_attempt_at: Date | null;
  created_at: Date;
  /** The attempts in their order. */
  attempts: AttemptRow[];
};

type AttemptRow = {
  number: number;
  /** As the database writes it in JSON. */
  started_at: string;
  duration_ms: number;
  failure: string | null;
  response_status: number | null;
  response_excerpt: string;
};

const COLUMNS = sql`
  delivery.id, delivery.replay_of, delivery.kind, delivery.body, delivery.status, delivery.next_attempt_at, delivery.created_at,
  coalesce((
    select jsonb_agg(to_jsonb(attempt) - 'delivery_id' order by number) from webhook_attempt attempt
    where attempt.delivery_id = delivery.id
  ), '[]') as attempts`;

export async function listDeliveries(
  db: Db,
  owner: Owner,
  endpointId: string,
  after: Position | null,
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${COLUMNS}
    from webhook_delivery delivery join webhook_endpoint on webhook_endpoint.id = endpoint_id
    where endpoint_id = ${endpointId} and ${isOwnedBy(owner)}
      and ${afterCursor(after, 'delivery.created_at', 'delivery.id')}
    order by delivery.created_at desc, delivery.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findDelivery(
  db: Db,
  owner: Owner,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${COLUMNS}
    from webhook_delivery delivery join webhook_endpoint on webhook_endpoint.id = endpoint_id
    where delivery.id = ${id} and endpoint_id = ${endpointId} and ${isOwnedBy(owner)}`.execute(db);
  return rows[0];
}

/** Inserts nothing if the endpoint is paused. */
export async function insertTest(
  db: Db,
  owner: Owner,
  endpointId: string,
  { id, kind, body, now }: { id: string; kind: string; body: string; now: Date },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_delivery as delivery (id, endpoint_id, kind, body, status, next_attempt_at, created_at)
    select ${id}::uuid, id, ${kind}, ${body}, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from webhook_endpoint where id = ${endpointId} and paused_at is null and ${isOwnedBy(owner)}
    for key share
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/** Inserts another delivery of a message. Inserts nothing if the endpoint is paused, or the former delivery has not ended. */
export async function insertReplay(
  db: Db,
  owner: Owner,
  endpointId: string,
  { id, deliveryId, now }: { id: string; deliveryId: string; now: Date },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_delivery as delivery (
      id, endpoint_id, replay_of, kind, actor_id, room, body, status, next_attempt_at, created_at)
    select ${id}::uuid, endpoint_id, coalesce(replay_of, former.id), kind, actor_id, room, body, 'pending',
      ${now}::timestamptz, ${now}::timestamptz
    from webhook_delivery former join webhook_endpoint on webhook_endpoint.id = endpoint_id
    where former.id = ${deliveryId} and endpoint_id = ${endpointId} and status <> 'pending'
      and paused_at is null and ${isOwnedBy(owner)}
    for key share of webhook_endpoint
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}
