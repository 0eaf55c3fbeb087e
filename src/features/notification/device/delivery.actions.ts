import type { QueueState } from '#platform/db/queue.ts';
import type { NotificationDeps } from '../deps.ts';
import { nextAttemptAt, quietUntil, secondsUntil, shouldSend } from './delivery.rules.ts';
import {
  claimDueDeliveries,
  type DueDelivery,
  deleteDelivery,
  deleteGoneDevice,
  findDeliveryQueue,
  updateNextAttempt,
  updateToHeld,
} from './delivery.store.ts';

export type DeliveryDeps = Pick<NotificationDeps, 'db' | 'clock' | 'log' | 'push' | 'isDraining'>;

/** Deliveries sent concurrently. */
const SEND_BATCH_SIZE = 20;

/** Longer than the timeouts of the push provider and the database together. */
const LEASE_MS = 60_000;

/**
 * Results of a run. `dropped` deliveries were obsolete; `failed` ones are retried, except after the last attempt;
 * `held` ones are sent after the quiet hours of the user.
 */
export type DeliveryCounts = { delivered: number; gone: number; failed: number; held: number; dropped: number };

/**
 * Sends due deliveries until none is left. Nodes lease deliveries, so that several can run concurrently; the lease of a crashed
 * node expires after a minute. A delivery arrives at least once, or is deleted after three failures. Unsubscribed devices are
 * deleted. Throws if the database fails; leased deliveries become due again.
 */
export async function deliverDue(deps: DeliveryDeps): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { delivered: 0, gone: 0, failed: 0, held: 0, dropped: 0 };
  let leased: DueDelivery[];
  do {
    leased = await leaseDue(deps);
    const outcomes = await Promise.allSettled(leased.map((delivery) => deliver(deps, delivery)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') throw outcome.reason;
      counts[outcome.value] += 1;
    }
  } while (leased.length === SEND_BATCH_SIZE && !deps.isDraining());
  if (Object.values(counts).some((count) => count > 0)) {
    deps.log.info({ event: 'push.delivered', ...counts }, 'Notifications sent to devices');
  }
  return counts;
}

async function leaseDue(deps: DeliveryDeps): Promise<DueDelivery[]> {
  const now = deps.clock.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  return claimDueDeliveries(deps.db, { now, leasedUntil, limit: SEND_BATCH_SIZE });
}

async function deliver(deps: DeliveryDeps, delivery: DueDelivery): Promise<keyof DeliveryCounts> {
  const { attempts, expires_at, is_read, is_deliverable } = delivery;
  const facts = { attempts, expiresAt: expires_at, isRead: is_read, isDeliverable: is_deliverable };
  const now = deps.clock.now();
  const heldUntil = delivery.quiet_hours && quietUntil(delivery.quiet_hours, delivery.time_zone, now);
  // A delivery that expires during the quiet hours is dropped.
  if (!shouldSend(facts, heldUntil ?? now)) {
    await deleteDelivery(deps.db, delivery);
    return 'dropped';
  }
  if (heldUntil !== null) {
    await updateToHeld(deps.db, delivery, heldUntil);
    return 'held';
  }
  const outcome = await deps.push.send(delivery, {
    text: messageOf(delivery),
    urgency: delivery.urgency,
    ttlSeconds: secondsUntil(expires_at, deps.clock.now()),
  });
  if (outcome === 'delivered') await deleteDelivery(deps.db, delivery);
  else if (outcome === 'gone') await deleteGoneDevice(deps.db, delivery);
  else await scheduleRetry(deps, delivery);
  return outcome;
}

async function scheduleRetry(deps: DeliveryDeps, delivery: DueDelivery): Promise<void> {
  const next = nextAttemptAt(delivery.attempts, deps.clock.now());
  if (next === null) await deleteDelivery(deps.db, delivery);
  else await updateNextAttempt(deps.db, delivery, next);
}

/** What the browser shows, with the id to request the rest. Notifications are truncated, so it fits a push message. */
function messageOf({ notification_id, kind, title, body }: DueDelivery): string {
  return JSON.stringify({ id: notification_id, kind, title, body });
}

/** Reads how many deliveries to devices wait, for the metrics. */
export function readDeliveryQueue({ db }: Pick<DeliveryDeps, 'db'>): Promise<QueueState> {
  return findDeliveryQueue(db);
}
