import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { findQueueState, type QueueState } from '#platform/db/queue.ts';
import type { PauseReason } from '../endpoint/endpoint.schema.ts';

/** The lease of an endpoint: its holder alone sends to it. */
export type Lease = { endpointId: string; leaseId: string };

/**
 * Leases at most `limit` endpoints with a due delivery, those that were served longest ago first. Failing ones are leased apart, so
 * that they take no slot of others.
 */
export async function claimDueEndpoints(
  db: Db,
  {
    isFailing,
    leaseId,
    ...values
  }: { isFailing: boolean; leaseId: string; now: Date; leasedUntil: Date; limit: number },
): Promise<string[]> {
  const { now, leasedUntil, limit } = values;
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from webhook_endpoint
      where paused_at is null and (failing_since is not null) = ${isFailing}
        and (leased_until is null or leased_until <= ${now})
        and exists (
          select from webhook_delivery
          where endpoint_id = webhook_endpoint.id and status = 'pending' and next_attempt_at <= ${now})
      order by leased_until nulls first limit ${limit}
      for no key update skip locked
    )
    update webhook_endpoint set lease_id = ${leaseId}, leased_until = ${leasedUntil}
    from due where webhook_endpoint.id = due.id
    returning webhook_endpoint.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ends a lease. The endpoint is not leased again before `until`. */
export async function updateToReleased(db: Db, { endpointId, leaseId }: Lease, until: Date): Promise<void> {
  await sql`
    update webhook_endpoint set lease_id = null, leased_until = ${until}
    where id = ${endpointId} and lease_id = ${leaseId}`.execute(db);
}

export type DueDelivery = {
  id: string;
  endpoint_id: string;
  /** The same for all deliveries of a message. */
  message_id: string;
  room: string | null;
  body: string;
  /** The number of attempts, including the current one. */
  attempts: number;
  created_at: Date;
  url: string;
  /** Null for an endpoint of an organization. */
  user_id: string | null;
  /** Sealed, the current one first. */
  secrets: string[];
  /** The owner is active and not in a blocked pair with the actor. */
  is_deliverable: boolean;
};

/**
 * Takes the delivery of a leased endpoint that is due longest, counts the attempt and extends the lease. Undefined if none is due, the
 * lease has passed to another node, or the endpoint is paused.
 */
export async function claimDueDelivery(
  db: Db,
  { endpointId, leaseId }: Lease,
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    with endpoint as (
      update webhook_endpoint set leased_until = ${leasedUntil}
      where id = ${endpointId} and lease_id = ${leaseId} and paused_at is null
      returning *
    ), due as (
      select delivery.id from webhook_delivery delivery join endpoint on endpoint.id = endpoint_id
      where status = 'pending' and next_attempt_at <= ${now}
      order by next_attempt_at, delivery.id limit 1
      for no key update of delivery
    ), claimed as (
      update webhook_delivery set attempts = attempts + 1, next_attempt_at = ${leasedUntil}
      from due where webhook_delivery.id = due.id
      returning webhook_delivery.*
    )
    select claimed.id, endpoint_id, coalesce(replay_of, claimed.id) as message_id, room, body, attempts, claimed.created_at, url, user_id,
      array_remove(array[secret, case when previous_secret_expires_at > ${now} then previous_secret end], null) as secrets,
      user_id is null or exists (
        select from profile where profile.id = user_id and is_active and not exists (
          select from user_block where (blocker_id, blocked_id) in ((user_id, actor_id), (actor_id, user_id)))
      ) as is_deliverable
    from claimed join endpoint on endpoint.id = endpoint_id`.execute(db);
  return rows[0];
}

type ClaimedDelivery = Pick<DueDelivery, 'id' | 'attempts'>;

/** Ends a claimed delivery without an attempt. */
export async function updateToEnded(
  db: Db,
  { id, attempts }: ClaimedDelivery,
  status: 'dropped' | 'failed',
): Promise<void> {
  await sql`
    update webhook_delivery set status = ${status}, attempts = ${attempts} - 1, next_attempt_at = null
    where id = ${id} and attempts = ${attempts} and status = 'pending'`.execute(db);
}

export type AttemptValues = {
  startedAt: Date;
  durationMs: number;
  failure: string | null;
  status: number | null;
  excerpt: string;
};

/** Inserts nothing if the delivery is deleted. */
export async function insertAttempt(tx: Tx, delivery: ClaimedDelivery, attempt: AttemptValues): Promise<void> {
  const { startedAt, durationMs, failure, status, excerpt } = attempt;
  await sql`
    insert into webhook_attempt (delivery_id, number, started_at, duration_ms, failure, response_status, response_excerpt)
    select id, ${delivery.attempts}, ${startedAt}, ${durationMs}, ${failure}, ${status}, ${excerpt}
    from webhook_delivery where id = ${delivery.id} for key share`.execute(tx);
}

/** Stores what comes of a delivery after an attempt, unless it was attempted again. A success counts after a pause as well. */
export async function updateToAttempted(
  tx: Tx,
  { id, attempts }: ClaimedDelivery,
  { status, nextAttemptAt }: { status: 'pending' | 'delivered' | 'failed'; nextAttemptAt: Date | null },
): Promise<void> {
  await sql`
    update webhook_delivery set status = ${status}, next_attempt_at = ${nextAttemptAt}
    where id = ${id} and attempts = ${attempts} and (status = 'pending' or ${status === 'delivered'})`.execute(tx);
}

/** Ends the failure of an endpoint. */
export async function updateToSucceeding(tx: Tx, endpointId: string): Promise<void> {
  await sql`
    update webhook_endpoint set failing_since = null
    where id = ${endpointId} and failing_since is not null`.execute(tx);
}

export type PausedEndpoint = { user_id: string | null; org_id: string | null; url: string; pause_reason: PauseReason };

/**
 * Notes a failed attempt, and pauses an endpoint that fails since `failingBefore`, or at once for `reason`. Returns the endpoint if
 * this call has paused it. Does nothing if it has another URL by now.
 */
export async function updateToFailing(
  tx: Tx,
  { endpoint_id, url }: Pick<DueDelivery, 'endpoint_id' | 'url'>,
  { failedAt, failingBefore, reason }: { failedAt: Date; failingBefore: Date; reason: PauseReason | null },
): Promise<PausedEndpoint | undefined> {
  const { rows } = await sql<Omit<PausedEndpoint, 'pause_reason'> & { pause_reason: PauseReason | null }>`
    update webhook_endpoint set
      failing_since = coalesce(failing_since, ${failedAt}),
      pause_reason = case when failing_since <= ${failingBefore} then 'failing' else ${reason} end,
      paused_at = case when failing_since <= ${failingBefore} or ${reason !== null} then ${failedAt}::timestamptz end
    where id = ${endpoint_id} and url = ${url} and paused_at is null
    returning user_id, org_id, url, pause_reason`.execute(tx);
  const [row] = rows;
  return row?.pause_reason == null ? undefined : { ...row, pause_reason: row.pause_reason };
}

export async function listAdminIds(tx: Tx, orgId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('organization_member')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('role', 'in', ['owner', 'admin'])
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Returns the state of the queue. It needs no order, since the index of due deliveries is ordered by endpoint. */
export function findWebhookQueue(db: Db): Promise<QueueState> {
  return findQueueState(db, sql`select next_attempt_at from webhook_delivery where status = 'pending'`);
}
