import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { Push } from '../../providers/push/push.ts';
import { isWorthSending, nextAttemptAt, secondsUntil } from './delivery.rules.ts';
import {
  claimDueDeliveries,
  type DueDelivery,
  deleteDelivery,
  deleteGoneDevice,
  updateNextAttempt,
} from './delivery.store.ts';

export type DeliveryDeps = { db: Db; clock: Clock; log: Logger; push: Push; isDraining: () => boolean };

/** How many messages are under way at once. */
const SEND_BATCH_SIZE = 20;

/** Longer than the push provider may take for one message, and the database for what follows. */
const LEASE_MS = 60_000;

/** What a run has done: `dropped` were not worth sending any more; `failed` are tried again, unless it was the last time. */
export type DeliveryCounts = { delivered: number; gone: number; failed: number; dropped: number };

/**
 * Sends what is due to devices, until nothing is. Several nodes may do so at once, and none sends what another one has taken.
 * What a node took that died is sent again a minute later: a message reaches its device at least once, or not at all
 * after three failures. A device that is gone is forgotten. Throws where the database fails; what was taken comes due again.
 */
export async function deliverDue(deps: DeliveryDeps): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { delivered: 0, gone: 0, failed: 0, dropped: 0 };
  let taken: DueDelivery[];
  do {
    taken = await takeDue(deps);
    const ended = await Promise.allSettled(taken.map((delivery) => deliver(deps, delivery)));
    for (const outcome of ended) {
      if (outcome.status === 'rejected') throw outcome.reason;
      counts[outcome.value] += 1;
    }
  } while (taken.length === SEND_BATCH_SIZE && !deps.isDraining());
  if (Object.values(counts).some((count) => count > 0)) deps.log.info(counts, 'notices were sent to devices');
  return counts;
}

async function takeDue(deps: DeliveryDeps): Promise<DueDelivery[]> {
  const now = deps.clock.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  return claimDueDeliveries(deps.db, { now, leasedUntil, limit: SEND_BATCH_SIZE });
}

async function deliver(deps: DeliveryDeps, delivery: DueDelivery): Promise<keyof DeliveryCounts> {
  const { attempts, expires_at, is_read, is_welcome } = delivery;
  const facts = { attempts, expiresAt: expires_at, isRead: is_read, isWelcome: is_welcome };
  if (!isWorthSending(facts, deps.clock.now())) {
    await deleteDelivery(deps.db, delivery);
    return 'dropped';
  }
  const outcome = await deps.push.send(delivery, {
    text: messageOf(delivery),
    urgency: delivery.urgency,
    ttlSeconds: secondsUntil(expires_at, deps.clock.now()),
  });
  if (outcome === 'delivered') await deleteDelivery(deps.db, delivery);
  else if (outcome === 'gone') await deleteGoneDevice(deps.db, delivery.device_id, delivery.endpoint);
  else await putOff(deps, delivery);
  return outcome;
}

async function putOff(deps: DeliveryDeps, delivery: DueDelivery): Promise<void> {
  const next = nextAttemptAt(delivery.attempts, deps.clock.now());
  if (next === null) await deleteDelivery(deps.db, delivery);
  else await updateNextAttempt(deps.db, delivery, next);
}

/** What the browser shows, and by which id it can ask for the rest. Cut as notices are, it always fits into a message. */
function messageOf({ notification_id, kind, title, body }: DueDelivery): string {
  return JSON.stringify({ id: notification_id, kind, title, body });
}
