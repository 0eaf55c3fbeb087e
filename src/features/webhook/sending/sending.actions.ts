import { notify } from '#features/notification';
import { webhookHeaders } from '#platform/crypto/standard-webhooks.ts';
import type { Tx } from '#platform/db/database.ts';
import type { QueueState } from '#platform/db/queue.ts';
import type { WebhookResponse } from '#providers/webhook/webhook.ts';
import type { WebhookDeps } from '../deps.ts';
import { openSecrets } from '../endpoint/secret.actions.ts';
import { updateToDropped } from '../queue/queue.store.ts';
import { webhookPaused } from './pause.template.ts';
import { findNextAttempt, MAX_FAILING_MS, parseRetryAfter, pauseReasonOf, shouldAttempt } from './sending.rules.ts';
import {
  claimDueDelivery,
  type DueDelivery,
  findWebhookQueue,
  insertAttempt,
  type Lease,
  listAdminIds,
  type PausedEndpoint,
  updateToAttempted,
  updateToEnded,
  updateToFailing,
  updateToReleased,
  updateToSucceeding,
} from './sending.store.ts';

export type SendingDeps = Pick<
  WebhookDeps,
  | 'db'
  | 'clock'
  | 'ids'
  | 'random'
  | 'log'
  | 'isDraining'
  | 'listRoomReceivers'
  | 'webhookClient'
  | 'webhookSecrets'
  | 'webhookResults'
>;

/** Longer than an attempt and the timeouts of the database together. */
export const LEASE_MS = 60_000;

/** Deliveries sent in one lease. Then other endpoints have their chance. */
const MAX_DELIVERIES = 20;

/** The pause after a failed attempt. Without it a hanging receiver with a queue would occupy a slot at all times. */
const REST_MS = 5_000;

/** How a claimed delivery ended. */
type Outcome = 'sent' | 'failed' | 'not-sent';

type Attempt = Omit<WebhookResponse, 'failure'> & { failure: WebhookResponse['failure'] | 'secret-unreadable' };

const SECRET_UNREADABLE: Attempt = {
  failure: 'secret-unreadable',
  status: null,
  retryAfter: null,
  excerpt: '',
  durationMs: 0,
};

/**
 * Sends the due deliveries of a leased endpoint, one after another, until none is due or one fails. A delivery arrives at least once,
 * or fails after ten attempts. Throws if the database fails; the delivery becomes due again after the lease.
 */
export async function serveEndpoint(deps: SendingDeps, lease: Lease): Promise<void> {
  let restMs = 0;
  for (let count = 0; count < MAX_DELIVERIES && restMs === 0 && !deps.isDraining(); count += 1) {
    const now = deps.clock.now();
    const delivery = await claimDueDelivery(deps.db, lease, { now, leasedUntil: new Date(now.getTime() + LEASE_MS) });
    if (delivery === undefined) break;
    if ((await deliver(deps, delivery)) === 'failed') restMs = REST_MS;
  }
  await updateToReleased(deps.db, lease, new Date(deps.clock.now().getTime() + restMs));
}

async function deliver(deps: SendingDeps, delivery: DueDelivery): Promise<Outcome> {
  const startedAt = deps.clock.now();
  if (!(await isDeliverable(deps, delivery))) {
    await updateToEnded(deps.db, delivery, 'dropped');
    return 'not-sent';
  }
  if (!shouldAttempt({ attempts: delivery.attempts, createdAt: delivery.created_at }, startedAt)) {
    await updateToEnded(deps.db, delivery, 'failed');
    return 'not-sent';
  }
  const attempt = await post(deps, delivery, startedAt);
  await deps.db.transaction().execute((tx) => record(deps, tx, delivery, startedAt, attempt));
  deps.webhookResults.count(attempt.failure ?? 'success');
  return attempt.failure === null ? 'sent' : 'failed';
}

/** Whether the owner may receive the event now. */
async function isDeliverable(deps: SendingDeps, { is_deliverable, room, user_id }: DueDelivery): Promise<boolean> {
  if (!is_deliverable || room === null || user_id === null) return is_deliverable;
  return (await deps.listRoomReceivers([room], [user_id])).get(room)?.has(user_id) === true;
}

async function post(deps: SendingDeps, delivery: DueDelivery, sentAt: Date): Promise<Attempt> {
  const { message_id: id, body } = delivery;
  const secrets = await openSecrets(deps, delivery.endpoint_id, delivery.secrets);
  if (secrets.length === 0) return SECRET_UNREADABLE;
  return deps.webhookClient.post(delivery.url, webhookHeaders(secrets, { id, sentAt, body }), body);
}

/** The endpoint is locked before the delivery, as by changes of the endpoint. */
async function record(
  deps: SendingDeps,
  tx: Tx,
  delivery: DueDelivery,
  startedAt: Date,
  { failure, status, retryAfter, excerpt, durationMs }: Attempt,
): Promise<void> {
  const now = deps.clock.now();
  const attempt = { startedAt, durationMs, failure, status, excerpt };
  if (failure === null) {
    await updateToSucceeding(tx, delivery.endpoint_id);
    await insertAttempt(tx, delivery, attempt);
    await updateToAttempted(tx, delivery, { status: 'delivered', nextAttemptAt: null });
    return;
  }
  const reason = pauseReasonOf(status);
  const failingBefore = new Date(now.getTime() - MAX_FAILING_MS);
  const paused = await updateToFailing(tx, delivery, { failedAt: now, failingBefore, reason });
  await insertAttempt(tx, delivery, attempt);
  const { attempts, created_at: createdAt } = delivery;
  const failed = { attempts, createdAt, retryAfterMs: parseRetryAfter(retryAfter, now), chance: chanceOf(deps) };
  const nextAttemptAt = reason === null ? findNextAttempt(failed, now) : null;
  await updateToAttempted(tx, delivery, { status: nextAttemptAt === null ? 'failed' : 'pending', nextAttemptAt });
  if (paused !== undefined) await endPaused(deps, tx, delivery.endpoint_id, paused);
}

/** Drops what waits for an endpoint that was paused, and notifies its owner, or the admins of its organization. */
async function endPaused(deps: SendingDeps, tx: Tx, webhookId: string, paused: PausedEndpoint): Promise<void> {
  const { user_id: userId, org_id: orgId, url, pause_reason: reason } = paused;
  await updateToDropped(tx, webhookId);
  const userIds = userId === null ? await listAdminIds(tx, orgId ?? '') : [userId];
  const facts = { webhookId, orgId, host: new URL(url).host, reason, at: deps.clock.now() };
  await notify(
    deps,
    tx,
    userIds.map((id) => webhookPaused({ userId: id, ...facts })),
  );
  deps.log.info({ event: 'webhook.paused', webhook_id: webhookId, reason }, 'A webhook was paused');
}

/** A random number from 0 to 1. */
function chanceOf({ random }: Pick<SendingDeps, 'random'>): number {
  const [byte = 0] = random.bytes(1);
  return byte / 255;
}

/** Reads how many deliveries to webhooks wait, for the metrics. */
export function readWebhookQueue({ db }: Pick<WebhookDeps, 'db'>): Promise<QueueState> {
  return findWebhookQueue(db);
}
